import * as v from 'valibot';

/** The progress of a try; `total` is null if unknown. */
export const jobProgressSchema = v.object({
  done: v.number(),
  total: v.nullable(v.number()),
  /** The plural name of what is counted: 'contacts', 'mails'. */
  what: v.string(),
});
export type JobProgress = v.InferOutput<typeof jobProgressSchema>;

export const jobStates = ['running', 'failed', 'waiting', 'over'] as const;
export type JobState = (typeof jobStates)[number];

/** The maximum number of jobs of each state in a list (JOB-11). */
export const mostJobsPerState = 50;

/** A job as people see it (JOB-11), without its parameters. Times in ms since 1970. */
export const jobSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Null for a job of the host itself. */
  mitasId: v.nullable(v.string()),
  state: v.picklist(jobStates),
  isCancelled: v.boolean(),
  /** The progress of the current try. */
  progress: v.nullable(jobProgressSchema),
  /** The number of the current or last try, from 1; 0 before the first. */
  attempt: v.number(),
  /** Why the last try failed. */
  reason: v.nullable(v.string()),
  askedAt: v.number(),
  /** When it ended, and when it is tried next. */
  endedAt: v.nullable(v.number()),
  nextAt: v.nullable(v.number()),
});
export type Job = v.InferOutput<typeof jobSchema>;

/** Jobs by state, newest first. `more` lists the states that have further jobs. */
export const jobListSchema = v.object({ jobs: v.array(jobSchema), more: v.array(v.picklist(jobStates)) });
export type JobList = v.InferOutput<typeof jobListSchema>;

/** What a person can do with a job. */
export type JobAction = 'retry' | 'cancel';
