import type { Job, JobProgress, JobState } from './job.ts';

/** What the parts of the list are called (JOB-14), in their order. */
export const jobStateTitles: Readonly<Record<JobState, string>> = {
  running: 'Running',
  failed: 'Failed',
  waiting: 'Waiting',
  over: 'Done in the past 7 days',
};

const count = (value: number): string => value.toLocaleString('en-US');

/** '340 of 1,200 contacts'; '340 contacts' where nobody knows of how many. */
export function progressText({ done, total, what }: JobProgress): string {
  return total === null ? `${count(done)} ${what}` : `${count(done)} of ${count(total)} ${what}`;
}

/** When a job was asked for, tried or over, in one line; `stamp` writes a time. */
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

/** Whose a job is, where it is not of the system that is shown: '' for that one. */
export function jobOwnerText({ mitasId }: Pick<Job, 'mitasId'>, shown: string): string {
  if (mitasId === shown) return '';
  return mitasId === null ? 'The whole host' : `System ${mitasId}`;
}
