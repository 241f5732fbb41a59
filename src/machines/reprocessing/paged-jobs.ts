import { fromCallback } from 'xstate';
import { detectionAddress } from '../../model/detection/detection-address.ts';
import { isBeyond, isChanging, type JobFilter, type JobPage } from '../../model/detection/reprocess-jobs.ts';
import { pagedList } from '../paged-list/paged-list.ts';
import type { PagedListMachine, PagedListRef } from '../paged-list/paged-list-machine.ts';
import type { ReprocessingEvent } from './reprocessing-events.ts';

/** The request for a page of the history. */
export type JobsAsked = { mitasId: string; status: JobFilter; page: number };

/** Returns the list of reprocessing jobs (DET-21); a page beyond the last one returns the last. */
export function pagedJobs(ask: (asked: JobsAsked, signal: AbortSignal) => Promise<JobPage>): PagedListMachine {
  return pagedList({
    address: detectionAddress,
    updates: fromCallback(() => {}),
    async load({ mitasId, filters: { status, page }, list, part }, signal) {
      let jobs = await ask({ mitasId, status, page: part === 'newest' && list !== null ? list.page : page }, signal);
      while (isBeyond(jobs)) jobs = await ask({ mitasId, status, page: Math.max(1, jobs.pages) }, signal);
      return jobs;
    },
    first: (page): JobPage => page,
    withNewest: (_, page) => page,
    isChanging,
    report: (list): ReprocessingEvent => ({ type: 'jobs.listed', list }),
  });
}

export type JobsListRef = PagedListRef<JobPage>;
