import type { AsOf } from '../../model/changes/change.ts';
import type { Failure } from '../../model/contract/failure.ts';
import type { RecordsOf } from '../../model/receivers/records.ts';
import type { Task, TaskPlan, TaskResult, Undoable } from '../../model/receivers/tasks.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** What is filled in of a receiver that is to be. */
export type DescribedReceiver = { alias: string; model: -1 | 0 | 1; ipAddress: string; portNumber: number; siteId: number };

/** A creation as it was asked of the host, to be asked for once more as it was. */
export type AskedCreation = { wanted: DescribedReceiver; color: string; operation: string };

/**
 * What became of a creation: the receiver's name and the change that made it, or, where no answer came, what
 * was asked (FLEET-9).
 */
export type Creation = { alias: string; made: AsOf | null } | { unanswered: AskedCreation };

export type CreationInput = { mitasId: string; wanted: DescribedReceiver; unanswered: AskedCreation | null };
export type TaskInput = { mitasId: string; task: Task };

/** A task that the page finds as it opens: one that is under way, or what went wrong of the last one. */
export type RecalledTask = { task: Task; isUnderWay: boolean };

export type PlaceInput = { mitasId: string; located: NamedReceiver | null } & PlaceChange;
/** A place in degrees; null clears it. `reason`: whether the unit was moved, or its place was wrong. */
export type PlaceChange = { place: { latitude: number; longitude: number } | null; reason: 'moved' | 'corrected' };

export type TaskReport =
  /** One receiver of a task is done, or was refused. */
  | { type: 'task.settled'; result: TaskResult }
  /** No more of it will come. */
  | { type: 'task.ended' };

export type ReceiversEvent =
  | SearchChanged
  /** What time it is, ms since the epoch by the host's clock. */
  | { type: 'time.noted'; now: number }
  /** A dialog is wanted: of a new receiver at a site, of one receiver's place, of what is done to several. */
  | { type: 'receiver.new'; siteId: number | null }
  | { type: 'receiver.locate'; receiver: NamedReceiver }
  | { type: 'site.remove'; siteId: number }
  | ({ type: 'task.open' } & Omit<TaskPlan, 'siteId'>)
  /** What was asked already is to be done at once. */
  | ({ type: 'task.begin' } & TaskPlan)
  | { type: 'dialog.close' }
  | { type: 'receiver.create'; wanted: DescribedReceiver }
  | ({ type: 'receiver.place' } & PlaceChange)
  /** What the dialog asks is to be done; copies go to a site, or each to the site of its original. */
  | { type: 'task.confirm'; siteId: number | null }
  /** No more of it is begun; what is under way is waited for. */
  | { type: 'task.stop' }
  /** What was not answered is asked for again, under the same operations (FLEET-9). */
  | { type: 'task.again' }
  /** What a task did is taken back, receiver by receiver. */
  | { type: 'task.undo'; undoable: readonly Undoable[] }
  /** What an earlier visit of the page has begun. */
  | ({ type: 'task.recalled' } & RecalledTask)
  /** What the page says of a task that went wrong was read. */
  | { type: 'results.dismiss' }
  | TaskReport;

/** Its actors, by their ids. */
export type ReceiversChildren = {
  dialogs: 'dialogs';
  records: 'records';
  commandHistory: 'commandHistory';
  taskUndo: 'taskUndo';
  createReceiver: 'createReceiver';
  placeReceiver: 'placeReceiver';
  runTask: 'runTask';
};

/** What the screen knows between its events. */
export type ReceiversContext = {
  mitasId: string;
  /** The search part of the address with which the screen opened: in it stands what is edited. */
  search: string;
  /** The receiver whose own page is open, or the retired ones; null for the list. */
  records: RecordsOf | null;
  /** The time that relative times are counted from, ms since the epoch; 0 before it is read. */
  now: number;
  /** The site at which a new receiver is to stand; null where the person chooses. */
  newAt: number | null;
  /** The receiver whose place is open. */
  located: NamedReceiver | null;
  /** The site that is to go. */
  removedSite: number | null;
  task: Task | null;
  /** Of the last task what went wrong: said on the page until it is dismissed. */
  wentWrong: Task | null;
  /** Why a receiver was not created. */
  failure: Failure | null;
  /** The creation that the host did not answer. */
  unanswered: AskedCreation | null;
};
