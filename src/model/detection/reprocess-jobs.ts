import type { ReprocessJob } from '../entities/detection-config.ts';
import { countText, unknownText } from '../text/number-text.ts';

/** How many jobs a page of the history has. */
export const jobPageSize = 10;

/** How often a running job, and a list that has one, are reloaded, in ms. */
export const jobPollMs = 3_000;

/** The filters of the history. */
export const jobFilters = ['all', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobFilter = (typeof jobFilters)[number];

export const jobFilterWords: Readonly<Record<JobFilter, string>> = {
  all: 'All',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/**
 * A page of the history, and the jobs that a restart interrupted. `page` counts from 1. `running` has the job
 * that runs if the page does not have it.
 */
export type JobPage = {
  jobs: readonly ReprocessJob[];
  running: readonly ReprocessJob[];
  orphaned: readonly ReprocessJob[];
  page: number;
  pages: number;
  total: number;
  hasRunning: boolean;
};

/** Returns the job that a host is running, on any page; undefined if there is none. */
export function runningJob({ jobs, running, orphaned }: JobPage): ReprocessJob | undefined {
  return [...jobs, ...running].find(({ jobId, status }) => status === 'running' && !isAmong(orphaned, jobId));
}

/** Returns whether a page is beyond the last, as in an old address. */
export function isBeyond({ page, pages }: JobPage): boolean {
  return page > Math.max(1, pages);
}

/** Returns whether the list may change by itself. */
export function isChanging({ jobs, orphaned, hasRunning }: JobPage): boolean {
  return hasRunning || orphaned.length > 0 || jobs.some(({ status }) => status === 'running');
}

/** The status that is shown: 'interrupted' while no host works on the job. */
export type ShownStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

/**
 * Returns what is known of a listed job: the followed job's state if it is newer than the list, and cancelled
 * as soon as a person cancels it.
 */
export function knownJob(
  listed: ReprocessJob,
  { followed, orphaned }: { followed: FollowedJob | null; orphaned: readonly ReprocessJob[] },
): { job: ReprocessJob; status: ShownStatus } {
  if (listed.status !== 'running') return { job: listed, status: listed.status };
  if (followed?.jobId === listed.jobId) {
    const job = followed.job ?? listed;
    return { job, status: followedStatus({ ...followed, job }) };
  }
  return { job: listed, status: isAmong(orphaned, listed.jobId) ? 'interrupted' : 'running' };
}

/** The job that the console follows; `isLost` if the host does not know it. */
export type FollowedJob = { jobId: string; job: ReprocessJob | null; isCancelled: boolean; isLost: boolean };

/** Returns the status that is shown of the followed job: running until more is known. */
export function followedStatus({ job, isCancelled, isLost }: Omit<FollowedJob, 'jobId'>): ShownStatus {
  if (isCancelled) return 'cancelled';
  return isLost ? 'failed' : (job?.status ?? 'running');
}

/** Returns the interrupted jobs, except one that a person has just cancelled. */
export function jobsInterrupted(orphaned: readonly ReprocessJob[], followed: FollowedJob | null): readonly ReprocessJob[] {
  return orphaned.filter(({ jobId }) => !(followed?.isCancelled === true && followed.jobId === jobId));
}

function isAmong(jobs: readonly ReprocessJob[], jobId: string): boolean {
  return jobs.some((job) => job.jobId === jobId);
}

/** Returns whether a job is the newest completed one and its previous result was restored. */
export function isRestoredLast({ jobs, page }: Pick<JobPage, 'jobs' | 'page'>, { jobId }: Pick<ReprocessJob, 'jobId'>): boolean {
  const newest = jobs.find(({ status }) => status === 'completed');
  return page === 1 && newest?.jobId === jobId && newest.restoredAt !== null;
}

/**
 * Returns which settings are in force after the result before a job was restored (DET-28). `from` is when the
 * current version will count, by the system's clock; null if it counts already. Null for unknown settings.
 */
export function restoredText(current: { version: number; from: string | null } | null): string {
  const hours = 'The hours of this job have the settings again that they had before it.';
  if (current === null) return hours;
  const { version, from } = current;
  return `${hours} Version ${version} ${from === null ? 'is in force for new hours' : `will be in force from ${from}`}.`;
}

/** Returns '12 of 28 chunks'. */
export function chunksText({ blocksProcessed, totalBlocks }: Pick<ReprocessJob, 'blocksProcessed' | 'totalBlocks'>): string {
  return `${countText(blocksProcessed)} of ${countText(totalBlocks)} ${totalBlocks === 1 ? 'chunk' : 'chunks'}`;
}

/** Returns '45 s', '3 min 12 s' or '2 h 5 min'. */
export function elapsedText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${countText(hours)} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** Returns '12 added, 3 removed, 40 kept'; null before that is known. */
export function outcomeText({ added, removed, kept }: Pick<ReprocessJob, 'added' | 'removed' | 'kept'>): string | null {
  if (added === null && removed === null && kept === null) return null;
  const [more, less, same] = [added, removed, kept].map((count) => (count === null ? unknownText : countText(count)));
  return `${more} added, ${less} removed, ${same} kept`;
}
