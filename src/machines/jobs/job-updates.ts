import { fromCallback } from 'xstate';
import { jobCalls } from '../../model/contract/job-calls.ts';
import { hasRole } from '../../model/entities/role.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import { watchLineUpdates } from '../question/line-updates.ts';
import type { Occasion } from '../question/question-machine.ts';
import type { SocketDelivery } from '../socket/socket-events.ts';
import type { CallbackLogic } from '../support/not-provided.ts';

/**
 * Sends whether the person may see jobs, at once and when it changes, and `question.outdated` when the line
 * says that jobs are outdated, until it is stopped.
 */
export const jobUpdates: CallbackLogic<SocketDelivery, object, Occasion> = fromCallback<SocketDelivery, object>((scope) => {
  const { system, sendBack } = scope;
  const report = (update: Occasion): void => sendBack(update);
  const endUpdates = watchLineUpdates(scope, ['jobs'], () => report({ type: 'question.outdated' }));
  const journal = journalIn(system);
  let may: boolean | undefined;
  const judge = (): void => {
    const role = presentRole(journal.getSnapshot());
    const next = role === undefined ? may : hasRole(role, jobCalls.listJobs.access.role);
    if (next !== undefined && next !== may) report({ type: 'right.known', may: next });
    may = next;
  };
  judge();
  // Ignored here: a journal error ends the session, which reports it.
  const rightWatch = journal.subscribe({ next: judge, error: () => {} });
  return () => {
    rightWatch.unsubscribe();
    endUpdates();
  };
});
