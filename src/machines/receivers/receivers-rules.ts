import { toFailure } from '../../model/contract/failure.ts';
import { recordsAsked } from '../../model/receivers/records.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { type Task, isWrong } from '../../model/receivers/tasks.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { Creation, ReceiversContext } from './receivers-events.ts';

/** What the screen knows as it opens. */
export function openedWith({ mitasId, search }: ScreenInput): ReceiversContext {
  return { mitasId, search, records: recordsAsked(search), now: 0, wentWrong: null, ...noDialog };
}

/** What a part of the screen begins with that hears of the address itself. */
export function screenInput({ context: { mitasId, search } }: { context: ReceiversContext }): ScreenInput {
  return { mitasId, search };
}

/** What is known while no dialog is open. */
export const noDialog = {
  newAt: null,
  located: null,
  removedSite: null,
  task: null,
  failure: null,
  unanswered: null,
} as const satisfies Partial<ReceiversContext>;

/** Of a task that has ended, what is said on the page: itself where something of it went wrong. */
export function wrongOf(task: Task | null): Pick<ReceiversContext, 'wentWrong'> {
  return { wentWrong: task !== null && isWrong(task) ? task : null };
}

/** A creation that failed: what the host refused is not asked for once more as it was. */
export function notCreated({ unanswered }: ReceiversContext, error: unknown): Pick<ReceiversContext, 'failure' | 'unanswered'> {
  const failure = toFailure(error);
  return { failure, unanswered: isRefusal(failure) ? null : unanswered };
}

/** A creation without an answer. */
export function unansweredOf(output: Creation): Pick<ReceiversContext, 'failure' | 'unanswered'> {
  return { unanswered: 'unanswered' in output ? output.unanswered : null, failure: null };
}
