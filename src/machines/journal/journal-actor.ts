import { fromStore } from '@xstate/store';
import * as v from 'valibot';
import { type ActorRefFrom, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { JournalLimits } from '../../model/journal/journal.ts';
import type { AnyScreenModel } from '../../model/journal/screen-models/screen-model.ts';
import { type SessionRecord, type SessionEntry, join, startSession, take } from '../../model/journal/session.ts';
import { actorIn } from '../support/actor-in.ts';

/** The systemId of a host session's journal: use `system.get(journalId)`, or better `record(…)`. */
export const journalId = 'journal';

/**
 * What the journal accepts: entries in order of arrival, and a screen's read models (JRN-11), which must join
 * before the screen's facts.
 */
export type JournalEvent =
  | { type: 'journal.append'; entries: readonly SessionEntry[] }
  | { type: 'journal.join'; models: readonly AnyScreenModel[] };

type EventOf<Type extends JournalEvent['type']> = Extract<JournalEvent, { type: Type }>;

/** Overrides the default limits on what is kept. */
export type JournalInput = { limits?: Partial<JournalLimits> } | undefined;

/**
 * The journal as a store that runs as an actor (JRN-10). Its context is the `SessionRecord`: views read the
 * read models with `useSelector(journal, …)`, and machines send to it by systemId. `now` returns ms since the
 * epoch; only the journal gives entries their time. It refuses an entry that is invalid or contains a secret,
 * and emits `journal.refused` with the reason.
 */
export function journalLogic(now: () => number) {
  type Enqueue = { emit: { 'journal.refused': (event: { reason: string }) => void } };
  const reported = (before: SessionRecord, after: SessionRecord, { emit }: Enqueue): SessionRecord => {
    if (after.refused !== before.refused) emit['journal.refused']({ reason: after.refused.last ?? '' });
    return after;
  };
  return fromStore({
    schemas: { emitted: { 'journal.refused': v.object({ reason: v.string() }) } },
    context: (input: JournalInput) => startSession(input?.limits),
    on: {
      'journal.append': (session: SessionRecord, { entries }: EventOf<'journal.append'>, enqueue) => {
        const at = now();
        const next = entries.reduce((sofar, entry) => take(sofar, entry, at), session);
        return reported(session, next, enqueue);
      },
      'journal.join': (session: SessionRecord, { models }: EventOf<'journal.join'>, enqueue) => {
        const at = now();
        const next = models.reduce((sofar, model) => join(sofar, model, at), session);
        return reported(session, next, enqueue);
      },
    },
  });
}

export type JournalLogic = ReturnType<typeof journalLogic>;
export type JournalRef = ActorRefFrom<JournalLogic>;
export type JournalSnapshot = SnapshotFrom<JournalLogic>;

/** Returns the journal of an actor's session. Throws if there is none, because no fact may be lost. */
export function journalIn(system: AnyActorRef['system']): JournalRef {
  return actorIn(system, journalId);
}
