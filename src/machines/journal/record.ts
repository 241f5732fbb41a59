import { type EventObject, type MachineContext, type ParameterizedObject, sendTo } from 'xstate';
import type { SessionEntry } from '../../model/journal/session.ts';
import { type JournalRef, journalIn } from './journal-actor.ts';

/**
 * Returns an action that records entries in the journal, the only way to record facts (CODE-1). The given
 * function makes the entries from a machine's context, its event and the action's params. Several entries are
 * applied as one change.
 *
 * @example rejectName: record(({ opId }) => ({ type: 'rejected', opId }))
 */
export function record<
  TContext extends MachineContext,
  TExpressionEvent extends EventObject,
  TParams extends ParameterizedObject['params'] | undefined,
  TEvent extends EventObject,
>(entriesOf: (context: TContext, event: TExpressionEvent, params: TParams) => SessionEntry | readonly SessionEntry[]) {
  return sendTo<TContext, TExpressionEvent, TParams, JournalRef, TEvent>(
    ({ system }) => journalIn(system),
    ({ context, event }, params) => ({ type: 'journal.append', entries: [entriesOf(context, event, params)].flat() }),
  );
}
