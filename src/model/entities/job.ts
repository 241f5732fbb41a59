import * as v from 'valibot';

/** How far a try has come: `total` null where nobody knows how much there is. */
export const jobProgressSchema = v.object({
  done: v.number(),
  total: v.nullable(v.number()),
  /** What is counted, in the plural: 'contacts', 'mails'. */
  what: v.string(),
});
export type JobProgress = v.InferOutput<typeof jobProgressSchema>;

export const jobStates = ['running', 'failed', 'waiting', 'over'] as const;
export type JobState = (typeof jobStates)[number];

/** How many jobs of each state a list has at the most (JOB-11). */
export const mostJobsPerState = 50;

/** A job as people see it (JOB-11): never what it was told. Times in ms since the epoch. */
export const jobSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Null for a job of the whole host. */
  mitasId: v.nullable(v.string()),
  state: v.picklist(jobStates),
  isCancelled: v.boolean(),
  /** Of the try that is under way. */
  progress: v.nullable(jobProgressSchema),
  /** Which try is under way or was the last, the first being 1; 0 before it. */
  attempt: v.number(),
  /** Why the last try failed. */
  reason: v.nullable(v.string()),
  askedAt: v.number(),
  /** When it was over, or the next try is made. */
  endedAt: v.nullable(v.number()),
  nextAt: v.nullable(v.number()),
});
export type Job = v.InferOutput<typeof jobSchema>;

/** Jobs by state, newest first; `more` names the states of which not all are told. */
export const jobListSchema = v.object({ jobs: v.array(jobSchema), more: v.array(v.picklist(jobStates)) });
export type JobList = v.InferOutput<typeof jobListSchema>;

/** What a person does with a job. */
export type JobAction = 'retry' | 'cancel';
