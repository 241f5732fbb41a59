import type { AsOf } from '../changes/change.ts';
import type { Leaving } from '../contract/receiver-history-calls.ts';
import type { NamedReceiver } from '../entities/receiver.ts';

/** The actions that are performed, and reported, one receiver at a time (FLEET-6). */
export type Action = 'copy' | 'delete' | 'restore' | 'move' | 'undo';

/**
 * An action on several receivers. `siteId` is the target site, `siteName` its name; both are null if each
 * receiver stays at its site or returns to its own.
 */
export type TaskPlan = {
  action: Action;
  receivers: readonly NamedReceiver[];
  siteId: number | null;
  siteName?: string | null | undefined;
};

/** A task on several receivers with the results so far. */
export type Task = TaskPlan & {
  results: readonly TaskResult[];
  /** The operation ids of steps that are retried, by receiver. */
  operations: Readonly<Record<number, string>>;
  /** The changes that an undo reverts, by receiver. */
  undoes: Readonly<Record<number, AsOf>>;
};

/**
 * One step of a task: an action on one receiver, which is now at site `from`; copies and moves go to
 * `siteId`. `operation` is the id of an earlier, unanswered request (null: none); `undoes` is the change to
 * revert.
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
 * The result for one receiver. `reason` is null on success. `unanswered` is the operation id of a request
 * without an answer: a retry with that id tells whether it took effect (FLEET-9). `made` is the change it
 * made, null if none; `remark` is the host's note on an unexpected success; `leaving` says how a deleted
 * receiver left the fleet.
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

/** Returns the change that an answer reports; null if nothing changed. */
export function madeBy({ epoch, revision, items }: AsOf & { items: readonly unknown[] }): AsOf | null {
  return items.length === 0 ? null : { epoch, revision };
}

/** Returns a new task without results. */
export function taskOf(plan: Omit<TaskPlan, 'siteId'> & Partial<TaskPlan>): Task {
  const { action, receivers, siteId = null, siteName = null } = plan;
  return { action, receivers, siteId, siteName, results: [], operations: {}, undoes: {} };
}

export function withResult(task: Task, result: TaskResult): Task {
  return { ...task, results: [...task.results, result] };
}

/**
 * Returns a task that retries the unanswered steps under their operation ids (FLEET-9); steps that never
 * began are dropped.
 */
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

/** A receiver whose change can be undone. */
export type Undoable = { rxId: number; alias: string; made: AsOf };

/** Returns the changes of a task that can be undone. */
export function undoableOf(task: Task | null): readonly Undoable[] {
  if (task === null || task.action === 'undo') return [];
  return task.results.flatMap(({ rxId, alias, made }) => (made === null ? [] : [{ rxId, alias, made }]));
}

/** Returns the task that undoes these changes, the newest first. */
export function undoingOf(undoable: readonly Undoable[]): Task {
  const newestFirst = undoable.toSorted((one, other) => other.made.revision - one.made.revision);
  return {
    ...taskOf({ action: 'undo', receivers: newestFirst.map(({ rxId, alias }) => ({ rxId, alias, siteId: null })) }),
    undoes: Object.fromEntries(undoable.map(({ rxId, made }) => [rxId, made])),
  };
}

/** Returns the steps without a result. A copy gets the site of its original unless the task names one. */
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

/** Returns the notice for a task that ended or was stopped; it covers the receivers with a result. */
export function taskNotice(task: Task) {
  const { results } = task;
  const failed = results.filter(({ reason }) => reason !== null).length;
  return failed === 0
    ? ({ message: withRemarks(task, doneText(task)), variant: 'success' } as const)
    : ({ message: withRemarks(task, wrongText(task)), variant: 'error' } as const);
}

/** Returns true if a step of the task was refused or got no answer. */
export function isWrong({ results }: Pick<Task, 'results'>): boolean {
  return results.some(({ reason }) => reason !== null);
}

/**
 * Returns the notice for a task that went on after the person left its page. `latest` are the results of this
 * attempt, which had `asked` steps; there are fewer if the session ended first.
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
 * Returns text such as 'Moved 3 receivers to North ridge', 'Retired 2 receivers' or, for a stopped task,
 * 'Undone for 10 of 100 receivers'.
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

/**
 * Returns text such as '2 of 5 receivers could not be deleted' or 'The host did not answer for 1 of 5
 * receivers, which may or may not be deleted'.
 */
export function wrongText({ action, results }: Pick<Task, 'action' | 'results'>): string {
  const all = results.length;
  const unanswered = results.filter(({ unanswered: operation }) => operation !== null).length;
  const failed = results.filter(({ reason }) => reason !== null).length - unanswered;
  const refused = failed === 0 ? [] : [failedText(action, failed, all)];
  return [...refused, ...(unanswered === 0 ? [] : [unansweredText(action, unanswered, all)])].join('. ');
}

/** Returns text such as '2 of 5 receivers could not be deleted'. */
export function failedText(action: Action, failed: number, all: number): string {
  if (all === 1) return `The receiver could not be ${pasts[action]}`;
  return `${failed} of ${all} receivers could not be ${pasts[action]}`;
}

function unansweredText(action: Action, unanswered: number, all: number): string {
  if (all === 1) return `The host did not answer. The receiver may or may not be ${pasts[action]}`;
  return `The host did not answer for ${unanswered} of ${all} receivers, which may or may not be ${pasts[action]}`;
}
