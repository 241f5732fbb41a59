import type { ReprocessJob } from '../entities/detection-config.ts';
import { countText, unknownText } from '../live/contact-text.ts';

/** How many jobs a page of the history has. */
export const jobPageSize = 10;

/** How often a job that runs is asked for, and a list that has one, in ms. */
export const jobPollMs = 3_000;

export type JobStatus = ReprocessJob['status'];

/** Which jobs the history shows. */
export const jobFilters = ['all', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobFilter = (typeof jobFilters)[number];

export const jobFilterWords: Readonly<Record<JobFilter, string>> = {
  all: 'All',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** A page of the history, and the jobs that a restart interrupted. `page` counts from 1. */
export type JobPage = {
  jobs: readonly ReprocessJob[];
  orphaned: readonly ReprocessJob[];
  page: number;
  pages: number;
  total: number;
  hasRunning: boolean;
};

/** The job of a page that a host is at; undefined where it has none. */
export function runningJob({ jobs, orphaned }: Pick<JobPage, 'jobs' | 'orphaned'>): ReprocessJob | undefined {
  return jobs.find(({ jobId, status }) => status === 'running' && !isAmong(orphaned, jobId));
}

/** True where what the list says may change by itself. */
export function isChanging({ jobs, orphaned, hasRunning }: JobPage): boolean {
  return hasRunning || orphaned.length > 0 || jobs.some(({ status }) => status === 'running');
}

/** How a job is shown: 'interrupted' while no host is at it. */
export type ShownStatus = JobStatus | 'interrupted';

/**
 * A listed job as it is known: by what is followed of it where that is newer than the list, and cancelled as
 * soon as a person cancels it.
 */
export function knownJob(
  listed: ReprocessJob,
  { followed, orphaned }: { followed: FollowedJob | null; orphaned: readonly ReprocessJob[] },
): { job: ReprocessJob; status: ShownStatus } {
  if (listed.status !== 'running') return { job: listed, status: listed.status };
  if (followed?.jobId === listed.jobId) {
    const job = followed.job ?? listed;
    return { job, status: followed.isCancelled ? 'cancelled' : job.status };
  }
  return { job: listed, status: isAmong(orphaned, listed.jobId) ? 'interrupted' : 'running' };
}

/** What is known of the job that is followed. */
export type FollowedJob = { jobId: string; job: ReprocessJob | null; isCancelled: boolean };

function isAmong(jobs: readonly ReprocessJob[], jobId: string): boolean {
  return jobs.some((job) => job.jobId === jobId);
}

/** '12 of 28 blocks' */
export function blocksText({ blocksProcessed, totalBlocks }: Pick<ReprocessJob, 'blocksProcessed' | 'totalBlocks'>): string {
  return `${countText(blocksProcessed)} of ${countText(totalBlocks)} ${totalBlocks === 1 ? 'block' : 'blocks'}`;
}

/** '45 s', '3 min 12 s', '2 h 5 min' */
export function elapsedText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${countText(hours)} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** '12 added, 3 removed, 40 kept'; null before that is known. */
export function outcomeText({ added, removed, kept }: Pick<ReprocessJob, 'added' | 'removed' | 'kept'>): string | null {
  if (added === null && removed === null && kept === null) return null;
  const [more, less, same] = [added, removed, kept].map((count) => (count === null ? unknownText : countText(count)));
  return `${more} added, ${less} removed, ${same} kept`;
}
