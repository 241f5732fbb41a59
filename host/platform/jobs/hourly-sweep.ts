import * as v from 'valibot';
import type { JobKind } from './job-kind.ts';

/**
 * Returns the settings of a job that deletes old rows at this minute of every hour. Only one runs at a time;
 * a request while one waits or runs joins it.
 */
export function hourlySweep(minute: number): Omit<JobKind<null>, 'name' | 'title'> {
  return {
    input: v.null(),
    deadlineSeconds: 3_000,
    retries: 5,
    longestPauseSeconds: 300,
    mostWaiting: 10,
    atOnce: 1,
    sameKey: 'joins',
    schedule: { cron: `${minute} * * * *`, timezone: 'UTC', input: null },
  };
}
