import { type ActorOptions, type AnyActorLogic, type AnyActorRef, createActor, fromTransition } from 'xstate';
import { type JournalRef, journalId, journalLogic } from '../../src/machines/journal/journal-actor.ts';

type StageOptions = Pick<ActorOptions<AnyActorLogic>, 'clock' | 'inspect'> & { now?: () => number };

/**
 * A system with a real journal, for a machine under test that records facts: `createActor(machine, { parent:
 * stage.parent, input })`. The clock and the inspector belong to the system, so they are passed here and not
 * to the machine's actor.
 */
export function journalStage({ now = () => 0, ...options }: StageOptions = {}): { parent: AnyActorRef; journal: JournalRef } {
  const parent = createActor(
    fromTransition((state: undefined) => state, undefined),
    options,
  ).start();
  const journal = createActor(journalLogic(now), { parent, systemId: journalId }).start();
  return { parent, journal };
}
