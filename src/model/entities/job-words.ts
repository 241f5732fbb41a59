import type { Job, JobProgress, JobState } from './job.ts';

/** The titles of the list's sections (JOB-14), in order. */
export const jobStateTitles: Readonly<Record<JobState, string>> = {
  running: 'Running',
  failed: 'Failed',
  waiting: 'Waiting',
  over: 'Done in the past 7 days',
};

const count = (value: number): string => value.toLocaleString('en-US');

/** Returns '340 of 1,200 contacts', or '340 contacts' if the total is unknown. */
export function progressText({ done, total, what }: JobProgress): string {
  return total === null ? `${count(done)} ${what}` : `${count(done)} of ${count(total)} ${what}`;
}

/** Returns one line about when a job was requested, tried and ended; `stamp` formats a time. */
export function jobTimesText(job: Job, stamp: (ts: number) => string): string {
  const { state, attempt, askedAt, endedAt, nextAt } = job;
  const tries = attempt > 1 ? `, try ${count(attempt)}` : '';
  switch (state) {
    case 'running':
      return `Asked for ${stamp(askedAt)}${tries}`;
    case 'waiting':
      if (attempt > 0 && nextAt !== null) return `Tried again ${stamp(nextAt)}, after ${triesText(attempt)}`;
      return nextAt === null ? `Asked for ${stamp(askedAt)}` : `Begins ${stamp(nextAt)}`;
    case 'failed':
      return `${stamp(endedAt ?? askedAt)}, after ${triesText(attempt)}`;
    case 'over':
      return `${stamp(endedAt ?? askedAt)}${tries}`;
  }
}

function triesText(tries: number): string {
  return tries === 1 ? '1 try' : `${count(tries)} tries`;
}

/** Returns the owner of a job: a system or the whole host; '' if it is the system `shown`. */
export function jobOwnerText({ mitasId }: Pick<Job, 'mitasId'>, shown: string): string {
  if (mitasId === shown) return '';
  return mitasId === null ? 'The whole host' : `System ${mitasId}`;
}
