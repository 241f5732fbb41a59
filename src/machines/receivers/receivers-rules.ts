import { toFailure } from '../../model/contract/failure.ts';
import { recordsAsked } from '../../model/receivers/records.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { type Task, isWrong } from '../../model/receivers/tasks.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { Creation, ReceiversContext } from './receivers-events.ts';

/** Returns the initial context. */
export function openedWith({ mitasId, search }: ScreenInput): ReceiversContext {
  return { mitasId, search, records: recordsAsked(search), now: 0, wentWrong: null, ...noDialog };
}

/** Returns the input of a part of the screen that follows the address itself. */
export function screenInput({ context: { mitasId, search } }: { context: ReceiversContext }): ScreenInput {
  return { mitasId, search };
}

/** The context while no dialog is open. */
export const noDialog = {
  newAt: null,
  located: null,
  removedSite: null,
  task: null,
  failure: null,
  unanswered: null,
} as const satisfies Partial<ReceiversContext>;

/** Stores an ended task for the page's message if something failed. */
export function wrongOf(task: Task | null): Pick<ReceiversContext, 'wentWrong'> {
  return { wentWrong: task !== null && isWrong(task) ? task : null };
}

/** Stores a failed creation; a refused request is not repeated. */
export function notCreated({ unanswered }: ReceiversContext, error: unknown): Pick<ReceiversContext, 'failure' | 'unanswered'> {
  const failure = toFailure(error);
  return { failure, unanswered: isRefusal(failure) ? null : unanswered };
}

/** Stores a creation without an answer. */
export function unansweredOf(output: Creation): Pick<ReceiversContext, 'failure' | 'unanswered'> {
  return { unanswered: 'unanswered' in output ? output.unanswered : null, failure: null };
}
