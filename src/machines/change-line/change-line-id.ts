import { type AnyActorRef, createActor, fromTransition } from 'xstate';
import type { ChangeLineRef } from './change-line-machine.ts';

/** The systemId of the one change line of a host session. */
export const changeLineId = 'changeLine';

/**
 * The change line of the session an actor belongs to; where there is none, an actor that throws on the first
 * thing sent to it (see `journalIn`).
 */
export function changeLineIn(system: AnyActorRef['system']): ChangeLineRef {
  const changeLine = system.get(changeLineId) as ChangeLineRef | undefined;
  return changeLine ?? (createActor(noChangeLine).start() as unknown as ChangeLineRef);
}

const noChangeLine = fromTransition((): never => {
  throw new Error('There is no change line');
}, undefined);
