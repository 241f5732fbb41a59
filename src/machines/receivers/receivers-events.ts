import type { AsOf } from '../../model/changes/change.ts';
import type { Failure } from '../../model/contract/failure.ts';
import type { RecordsOf } from '../../model/receivers/records.ts';
import type { Task, TaskPlan, TaskResult, Undoable } from '../../model/receivers/tasks.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** The form of a new receiver. */
export type DescribedReceiver = { alias: string; model: -1 | 0 | 1; ipAddress: string; portNumber: number; siteId: number };

/** A request to create a receiver, complete enough to repeat it unchanged. */
export type AskedCreation = { wanted: DescribedReceiver; color: string; operation: string };

/**
 * The result: the receiver's name and the change that created it or, without an answer, the request
 * (FLEET-9).
 */
export type Creation = { alias: string; made: AsOf | null } | { unanswered: AskedCreation };

export type CreationInput = { mitasId: string; wanted: DescribedReceiver; unanswered: AskedCreation | null };
export type TaskInput = { mitasId: string; task: Task };

/** The task that a reopened page finds: the running one, or the last one if something failed. */
export type RecalledTask = { task: Task; isUnderWay: boolean };

export type PlaceInput = { mitasId: string; located: NamedReceiver | null } & PlaceChange;
/** A location in degrees; null clears it. `reason`: the receiver was moved, or its location was wrong. */
export type PlaceChange = { place: { latitude: number; longitude: number } | null; reason: 'moved' | 'corrected' };

export type TaskReport =
  /** One receiver of a task succeeded or was refused. */
  | { type: 'task.settled'; result: TaskResult }
  /** The task has no more results. */
  | { type: 'task.ended' };

export type ReceiversEvent =
  | SearchChanged
  /** The host's time, ms since the epoch. */
  | { type: 'time.noted'; now: number }
  /** Opens a dialog: for a new receiver at a site, a receiver's location, deleting a site, or a task. */
  | { type: 'receiver.new'; siteId: number | null }
  | { type: 'receiver.locate'; receiver: NamedReceiver }
  | { type: 'site.remove'; siteId: number }
  | ({ type: 'task.open' } & Omit<TaskPlan, 'siteId'>)
  /** Starts a task that needs no dialog. */
  | ({ type: 'task.begin' } & TaskPlan)
  | { type: 'dialog.close' }
  | { type: 'receiver.create'; wanted: DescribedReceiver }
  | ({ type: 'receiver.place' } & PlaceChange)
  /** Confirms the dialog's task; copies go to the site, or each to its original's site for null. */
  | { type: 'task.confirm'; siteId: number | null }
  /** Starts no further steps, but waits for those in progress. */
  | { type: 'task.stop' }
  /** Repeats unanswered steps under their operation ids (FLEET-9). */
  | { type: 'task.again' }
  /** Undoes the task's changes, receiver by receiver. */
  | { type: 'task.undo'; undoable: readonly Undoable[] }
  /** A task from an earlier visit of the page. */
  | ({ type: 'task.recalled' } & RecalledTask)
  /** Dismisses the page's message about failed steps. */
  | { type: 'results.dismiss' }
  | TaskReport;

/** The screen's actors, by id. */
export type ReceiversChildren = {
  dialogs: 'dialogs';
  records: 'records';
  commandHistory: 'commandHistory';
  taskUndo: 'taskUndo';
  createReceiver: 'createReceiver';
  placeReceiver: 'placeReceiver';
  runTask: 'runTask';
};

/** The context of the screen. */
export type ReceiversContext = {
  mitasId: string;
  /** The search part of the address when the screen opened; it holds what is edited. */
  search: string;
  /** The receiver whose page is open, or the retired ones; null for the list. */
  records: RecordsOf | null;
  /**
   * The present time that relative times such as '5 minutes ago' refer to, ms since the epoch; 0 until read.
   */
  now: number;
  /** The site of the new receiver; null if the person chooses. */
  newAt: number | null;
  /** The receiver whose location is edited. */
  located: NamedReceiver | null;
  /** The site to delete. */
  removedSite: number | null;
  task: Task | null;
  /** The last task if something failed; shown until dismissed. */
  wentWrong: Task | null;
  /** Why a receiver was not created. */
  failure: Failure | null;
  /** The request to create a receiver that the host did not answer. */
  unanswered: AskedCreation | null;
};
