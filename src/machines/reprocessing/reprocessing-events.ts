import type { RangePreset, ReprocessFields } from '../../model/detection/reprocess-form.ts';
import type { JobPage } from '../../model/detection/reprocess-jobs.ts';
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
  /** The list of jobs has come, or a newer one. */
  | { type: 'jobs.listed'; list: JobPage }
  /** The host has started a job. */
  | { type: 'job.started'; jobId: string }
  /** A running job is to end. */
  | { type: 'job.cancelled'; job: ReprocessJob }
  /** The listed jobs may have changed. */
  | { type: 'jobs.outdated' }
  /** The list broke by a defect: it is started again. */
  | { type: 'jobs.retry' }
  | { type: 'summary.open'; job: ReprocessJob }
  | { type: 'summary.close' }
  /** The result before a job is to be restored: the person is asked first. */
  | { type: 'restore.ask'; job: ReprocessJob }
  /** The quick guide is opened or folded. */
  | { type: 'guide.toggle' };
