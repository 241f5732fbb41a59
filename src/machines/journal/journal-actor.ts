import { fromStore } from '@xstate/store';
import * as v from 'valibot';
import { type ActorRefFrom, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { JournalLimits } from '../../model/journal/journal.ts';
import { type Session, type SessionEntry, startSession, take } from '../../model/journal/session.ts';

/** The systemId of the one journal of a host session: `system.get(journalId)`, or better `record(…)`. */
export const journalId = 'journal';

/** What reaches the journal: entries in the order in which they came. */
export type JournalEvent = { type: 'journal.append'; entries: readonly SessionEntry[] };

/** How much is kept, where it is not what journals keep. */
export type JournalInput = { limits?: Partial<JournalLimits> } | undefined;

/**
 * The journal as a store that runs as an actor (JRN-10): its context is the `Session`, so that
 * `useSelector(journal, …)` reads the read models and machines send to it by systemId. `now` returns ms since
 * the epoch: it is the only place where an entry gets its time. Emits `journal.refused` with the reason when
 * an entry does not fit or would carry a secret; such an entry changes nothing else.
 */
export function journalLogic(now: () => number) {
  return fromStore({
    schemas: { emitted: { 'journal.refused': v.object({ reason: v.string() }) } },
    context: (input: JournalInput) => startSession(input?.limits),
    on: {
      'journal.append': (session: Session, event: JournalEvent, enqueue) => {
        const at = now();
        const next = event.entries.reduce((sofar, entry) => take(sofar, entry, at), session);
        if (next.refused !== session.refused) enqueue.emit['journal.refused']({ reason: next.refused.last ?? '' });
        return next;
      },
    },
  });
}

export type JournalLogic = ReturnType<typeof journalLogic>;
export type JournalRef = ActorRefFrom<JournalLogic>;
export type JournalSnapshot = SnapshotFrom<JournalLogic>;

/** The journal of the session an actor belongs to. Throws where there is none: no fact may be lost. */
export function journalIn(system: AnyActorRef['system']): JournalRef {
  const journal = system.get(journalId) as JournalRef | undefined;
  if (journal === undefined)
    throw new Error(`No actor has the systemId '${journalId}': start the journal before what records in it`);
  return journal;
}
