import type { JobDeed } from '../../model/entities/job.ts';

/** What concerns the jobs that are shown and was not asked for here. */
export type JobUpdate =
  /** Whether the person may see jobs: when the screen opens, and when it becomes otherwise. */
  | { type: 'right.known'; may: boolean }
  /** Some came, went or went on, or may have while there was no line. */
  | { type: 'jobs.changed' };

/** What a person does with jobs, and what comes over the line. */
export type JobsEvent =
  | { type: 'jobs.retry' }
  | { type: 'job.handle'; id: string; deed: JobDeed }
  /** That was done, or could not be. */
  | { type: 'jobs.handled' }
  | JobUpdate;
