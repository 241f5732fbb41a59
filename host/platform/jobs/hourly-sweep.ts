import * as v from 'valibot';
import type { JobKind } from './job-kind.ts';

/** What clears old rows away, each hour at that minute: one of them at a time, whoever asks for it when. */
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
