import type { AsOf } from '../../model/changes/change.ts';
import { type Failure, failureText, isUnanswered } from '../../model/contract/failure.ts';
import type { Notice, NoticeAct } from '../../model/entities/notice.ts';
import {
  type Task,
  type TaskResult,
  failedText,
  leftNotice,
  taskNotice,
  taskOf,
  undoableOf,
} from '../../model/receivers/tasks.ts';
import { type NamedReceiver } from '../../model/entities/receiver.ts';
import { undoAct, undoOfferMs } from '../operations/undo-offer.ts';
import type { Creation, DescribedReceiver, ReceiversEvent } from './receivers-events.ts';
import { taskUndoId, taskUndoKey } from './task-undo.ts';

/** Returns a success notice with an offer to undo (CHG-19), unless nothing changed. */
function withUndo(message: string, made: AsOf | null): Notice {
  const notice = { message, variant: 'success' } as const;
  return made === null ? notice : { ...notice, timeout: undoOfferMs, act: undoAct(made) };
}

export function createdNotice(creation: Creation): Notice {
  return 'unanswered' in creation
    ? { message: `The host did not answer. ${creation.unanswered.wanted.alias} may or may not be created`, variant: 'error' }
    : withUndo(`${creation.alias} is created`, creation.made);
}

export function notCreatedNotice({ alias }: DescribedReceiver, failure: Failure): Notice {
  const reason = failureText(failure, '');
  return { message: reason === '' ? `${alias} could not be created` : `${alias} is not created: ${reason}`, variant: 'error' };
}

export function placedNotice(located: NamedReceiver | null, made: AsOf | null): Notice {
  return withUndo(`Location of ${nameOf(located)} changed`, made);
}

/**
 * Returns the notice for a location that was not changed. Without an answer, the host may have changed it
 * (FLEET-9).
 */
export function notPlacedNotice(located: NamedReceiver | null, failure: Failure): Notice {
  const message = isUnanswered(failure)
    ? `The host did not answer. The location of ${nameOf(located)} may or may not be changed`
    : failureText(failure, `The location of ${nameOf(located)} could not be changed`);
  return { message, variant: 'error' };
}

/** Returns the notice for a task's end. Changes of several receivers are undone one receiver at a time. */
export function endedNotice(ended: Task | null): Notice {
  const task = ended ?? noTask;
  const notice = taskNotice(task);
  const undoable = undoableOf(task);
  const [first] = undoable;
  if (first === undefined || notice.variant === 'error') return notice;
  const event = { type: 'task.undo', undoable } satisfies ReceiversEvent;
  const all: NoticeAct = { label: 'Undo', name: `Undo for ${undoable.length} receivers`, to: taskUndoId, event };
  return undoable.length === 1
    ? withUndo(notice.message, first.made)
    : { ...notice, timeout: undoOfferMs, key: taskUndoKey, act: all };
}

/**
 * Returns the notice for a task's end for a person who has left the page. Several changes are then undone in
 * Activity, because only the page can undo them step by step. `latest` are the results of the `asked` steps.
 */
export function leftTaskNotice(task: Task, latest: readonly TaskResult[], asked: number): Notice {
  const isWhole = latest.length === asked && undoableOf(task).length < 2;
  return isWhole ? endedNotice(task) : leftNotice(task, latest, asked);
}

/** Returns the notice for a task that failed before its first report. */
export function brokenNotice(task: Task | null): Notice {
  const { action, receivers } = task ?? noTask;
  const { length } = receivers;
  return { message: failedText(action, length, length), variant: 'error' };
}

/** Replaces a missing task, which no state allows. */
export const noTask = taskOf({ action: 'copy', receivers: [] });

function nameOf(located: NamedReceiver | null): string {
  return located?.alias ?? 'the receiver';
}
