import type { AsOf } from '../changes/change.ts';
import type { Leaving } from '../contract/receiver-history-calls.ts';
import type { NamedReceiver } from '../entities/receiver.ts';

/** What is done to receivers one by one, and reported one by one (FLEET-6). */
export type Action = 'copy' | 'delete' | 'restore' | 'move' | 'undo';

/**
 * What is done to several receivers. `siteId`: where to, and what that site is called; null where each goes
 * to its own site, or stays.
 */
export type TaskPlan = {
  action: Action;
  receivers: readonly NamedReceiver[];
  siteId: number | null;
  siteName?: string | null | undefined;
};

/** What is asked of several receivers, and what became of those that are settled. */
export type Task = TaskPlan & {
  results: readonly TaskResult[];
  /** The operations of those that are asked for once more, by receiver. */
  operations: Readonly<Record<number, string>>;
  /** The changes that an undo takes back, by receiver. */
  undoes: Readonly<Record<number, AsOf>>;
};

/**
 * What is done to one receiver, which stands at `from`; copies and moves go to `siteId`. `operation` is that
 * of a step which was asked for before and not answered, else null; `undoes` the change that is taken back.
 */
export type TaskStep = {
  action: Action;
  rxId: number;
  alias: string;
  siteId: number | null;
  from: number | null;
  operation: string | null;
  undoes: AsOf | null;
};

/**
 * What became of one receiver; `reason` is null where it was done. `unanswered` is the operation of a step
 * without an answer: nobody knows whether it was done until it is asked for again by that name (FLEET-9).
 * `made` is the change that was made, null where there was none; `remark` what the host says of one that was
 * done, where a person would not expect it so; `leaving` how one that was deleted left the fleet.
 */
export type TaskResult = {
  rxId: number;
  alias: string;
  reason: string | null;
  unanswered: string | null;
  made: AsOf | null;
  remark?: string;
  leaving?: Leaving;
};

/** The change that an answer says was made; null where all was so already. */
export function madeBy({ epoch, revision, items }: AsOf & { items: readonly unknown[] }): AsOf | null {
  return items.length === 0 ? null : { epoch, revision };
}

/** A task of which nothing is settled yet. */
export function taskOf(plan: Omit<TaskPlan, 'siteId'> & Partial<TaskPlan>): Task {
  const { action, receivers, siteId = null, siteName = null } = plan;
  return { action, receivers, siteId, siteName, results: [], operations: {}, undoes: {} };
}

export function withResult(task: Task, result: TaskResult): Task {
  return { ...task, results: [...task.results, result] };
}

/** What of a task was not answered, to be asked for under the same operations (FLEET-9). */
export function askedAgain(task: Task): Task {
  const begun = new Set(task.results.map(({ rxId }) => rxId));
  return {
    ...task,
    receivers: task.receivers.filter(({ rxId }) => begun.has(rxId)),
    results: task.results.filter(({ unanswered }) => unanswered === null),
    operations: Object.fromEntries(
      task.results.flatMap(({ rxId, unanswered }) => (unanswered === null ? [] : [[rxId, unanswered]])),
    ),
  };
}

/** One receiver of a task whose change can be taken back. */
export type Undoable = { rxId: number; alias: string; made: AsOf };

/** What of a task can be taken back. */
export function undoableOf(task: Task | null): readonly Undoable[] {
  if (task === null || task.action === 'undo') return [];
  return task.results.flatMap(({ rxId, alias, made }) => (made === null ? [] : [{ rxId, alias, made }]));
}

/** The task that takes changes back, the newest first. */
export function undoingOf(undoable: readonly Undoable[]): Task {
  const newestFirst = undoable.toSorted((one, other) => other.made.revision - one.made.revision);
  return {
    ...taskOf({ action: 'undo', receivers: newestFirst.map(({ rxId, alias }) => ({ rxId, alias, siteId: null })) }),
    undoes: Object.fromEntries(undoable.map(({ rxId, made }) => [rxId, made])),
  };
}

/** The steps that are not settled. A copy stands where its original does, unless a site is named. */
export function stepsOf(task: Task | null): TaskStep[] {
  if (task === null) return [];
  const { action, receivers, siteId: to, results, operations, undoes } = task;
  const settled = new Set(results.map(({ rxId }) => rxId));
  return receivers
    .filter(({ rxId }) => !settled.has(rxId))
    .map(({ rxId, alias, siteId }) => ({
      action,
      rxId,
      alias,
      siteId: to ?? siteId,
      from: siteId,
      operation: operations[rxId] ?? null,
      undoes: undoes[rxId] ?? null,
    }));
}

/** What is said when a task has ended, or was stopped: of those that are settled. */
export function taskNotice(task: Task) {
  const { results } = task;
  const failed = results.filter(({ reason }) => reason !== null).length;
  return failed === 0
    ? ({ message: withRemarks(task, doneText(task)), variant: 'success' } as const)
    : ({ message: withRemarks(task, wrongText(task)), variant: 'error' } as const);
}

/** True where something of a task was refused or not answered. */
export function isWrong({ results }: Pick<Task, 'results'>): boolean {
  return results.some(({ reason }) => reason !== null);
}

/**
 * What is said of a task that ended while its page was left; `latest` of its results came of the `asked`
 * steps of this time: with its session it stops before all of them.
 */
export function leftNotice(task: Task, latest: readonly TaskResult[], asked: number) {
  if (latest.length === asked) return taskNotice(task);
  const stopped = `Stopped after ${latest.length} of ${asked} receivers`;
  if (!isWrong(task)) return { message: stopped, variant: 'info' } as const;
  return { message: `${stopped}; ${wrongText(task)}`, variant: 'error' } as const;
}

const pasts: Readonly<Record<Action, string>> = {
  copy: 'copied',
  delete: 'deleted',
  restore: 'restored',
  move: 'moved',
  undo: 'set back',
};

function withRemarks({ results }: Task, message: string): string {
  const remarks = results.flatMap(({ remark }) => remark ?? []);
  return remarks.length === 0 ? message : `${message}. ${remarks.join('; ')}`;
}

/**
 * 'Successfully copied 3 receiver(s)', 'Moved 3 receivers to North ridge', 'Retired 2 receivers', 'Undone',
 * of one that was stopped 'Undone for 10 of 100 receivers'
 */
function doneText({ action, siteName, receivers: { length: all }, results }: Task): string {
  const { length: count } = results;
  if (action === 'undo') return count < all ? `Undone for ${count} of ${all} receivers` : 'Undone';
  if (action === 'move' && siteName) return `Moved ${receiversText(count)} to ${siteName}`;
  const retired = results.filter(({ leaving }) => leaving === 'retired').length;
  const done = count - retired;
  return [
    ...(retired === 0 ? [] : [`Retired ${receiversText(retired)}`]),
    ...(retired > 0 && done === 0 ? [] : [`Successfully ${pasts[action]} ${done} receiver(s)`]),
  ].join('. ');
}

function receiversText(count: number): string {
  return `${count} ${count === 1 ? 'receiver' : 'receivers'}`;
}

/** '2 of 5 receivers could not be deleted', '1 of 5 receivers: no answer whether it is deleted' */
export function wrongText({ action, results }: Pick<Task, 'action' | 'results'>): string {
  const all = results.length;
  const unanswered = results.filter(({ unanswered: operation }) => operation !== null).length;
  const failed = results.filter(({ reason }) => reason !== null).length - unanswered;
  const refused = failed === 0 ? [] : [failedText(action, failed, all)];
  return [...refused, ...(unanswered === 0 ? [] : [unansweredText(action, unanswered, all)])].join('. ');
}

/** '2 of 5 receivers could not be deleted' */
export function failedText(action: Action, failed: number, all: number): string {
  if (all === 1) return `The receiver could not be ${pasts[action]}`;
  return `${failed} of ${all} receivers could not be ${pasts[action]}`;
}

function unansweredText(action: Action, unanswered: number, all: number): string {
  if (all === 1) return `The host did not answer. The receiver may or may not be ${pasts[action]}`;
  return `The host did not answer for ${unanswered} of ${all} receivers, which may or may not be ${pasts[action]}`;
}
