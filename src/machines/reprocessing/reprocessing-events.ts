import type { RangePreset, ReprocessFields } from '../../model/detection/reprocess-form.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** What a person does to have data processed again, and what is heard of the jobs. */
export type ReprocessingEvent =
  /** The address has another search part: the filter and page of the history are in it. */
  | SearchChanged
  | { type: 'form.set'; fields: ReprocessFields }
  /** `now` is the host's time, in ms since the epoch. */
  | { type: 'range.chosen'; preset: RangePreset; now: number }
  | { type: 'estimate.retry' }
  /** A job is to be started: the person is asked first. `now` is the host's time, in ms since the epoch. */
  | { type: 'start.ask'; now: number }
  | { type: 'start.confirm' }
  /** The host has started a job. */
  | { type: 'job.started' }
  /** There is a newer list of jobs. */
  | { type: 'jobs.listed' }
  /** A job that runs is to end. */
  | { type: 'job.cancelled'; job: ReprocessJob }
  /** What is listed is not of now any more. */
  | { type: 'jobs.outdated' }
  | { type: 'jobs.retry' }
  | { type: 'summary.open'; job: ReprocessJob }
  | { type: 'summary.retry' }
  /** The result before a job is to be restored: the person is asked first. */
  | { type: 'restore.ask'; job: ReprocessJob }
  | { type: 'restore.confirm' }
  | { type: 'dialog.close' }
  /** The quick guide is opened or folded. */
  | { type: 'guide.toggle' };
