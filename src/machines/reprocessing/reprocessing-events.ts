import type { RangePreset, ReprocessFields } from '../../model/detection/reprocess-form.ts';
import type { JobPage } from '../../model/detection/reprocess-jobs.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** A person's actions on the reprocessing tab, and reports about the jobs. */
export type ReprocessingEvent =
  /** The search part of the address changed; it holds the filter and the page of the history. */
  | SearchChanged
  | { type: 'form.set'; fields: ReprocessFields }
  /** `now` is the host's time, in ms since the epoch. */
  | { type: 'range.chosen'; preset: RangePreset; now: number }
  | { type: 'estimate.retry' }
  /** Asks the person to confirm starting a job. `now` is the host's time, in ms since the epoch. */
  | { type: 'start.ask'; now: number }
  /** The list of jobs was loaded, for the first time or again. */
  | { type: 'jobs.listed'; list: JobPage }
  /** The host has started a job. */
  | { type: 'job.started'; jobId: string }
  /** Cancels a running job. */
  | { type: 'job.cancelled'; job: ReprocessJob }
  /** The list of jobs may be outdated. */
  | { type: 'jobs.outdated' }
  /** Starts the list again after a defect. */
  | { type: 'jobs.retry' }
  | { type: 'summary.open'; job: ReprocessJob }
  | { type: 'summary.close' }
  /** Asks the person to confirm restoring the result from before a job. */
  | { type: 'restore.ask'; job: ReprocessJob }
  /** Opens or closes the quick guide. */
  | { type: 'guide.toggle' };
