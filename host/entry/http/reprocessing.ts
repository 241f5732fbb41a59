import { isoInstant } from '#model/time/iso-instant.ts';
import {
  cancelReprocess,
  estimateReprocess,
  orphanedReprocess,
  reprocessOf,
  type ReprocessRequest,
  restoreReprocess,
  settleLost,
  startReprocess,
} from '../../domain/detection/reprocess-requests.ts';
import { inTheWay } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/store/database.ts';
import { listReprocess, summaryOf } from '../../platform/store/detection/reprocess-jobs.ts';
import type { Handlers } from './call-handlers.ts';

/** The number of jobs on a page if the call does not set it. */
const usualPage = 10;

type RangeAsked = { startDate: string; endDate: string; chunkSize: number; throttle: number };

function requestOf({ startDate, endDate, chunkSize, throttle }: RangeAsked): ReprocessRequest {
  return { start: isoInstant(startDate), end: isoInstant(endDate), chunkHours: chunkSize, throttleSeconds: throttle };
}

/**
 * Returns the handlers that reprocess past detections with the latest settings (CALL-3, DET-17 to DET-19).
 */
export function reprocessingCalls(parts: { database: Database; bus: Bus; jobs: Pick<Jobs, 'enqueue' | 'cancel'> }) {
  const { database } = parts;
  return {
    estimateReprocess: ({ system, caller, body, exchange }) =>
      database.reads.read(caller.userId, exchange.gone(), (read) => estimateReprocess(read, system.mitasId, requestOf(body))),

    async startReprocess({ system, caller, body }) {
      const jobId = await startReprocess(parts, system.mitasId, { ...requestOf(body), createdBy: caller.userId });
      return { job: { jobId } };
    },

    async listOrphanedJobs({ system }) {
      return { jobs: await orphanedReprocess(database, system.mitasId) };
    },

    async listReprocessJobs({ system, query: { page = 1, limit = usualPage, status } }) {
      await settleLost(database, system.mitasId);
      const { jobs, total, hasRunning } = await listReprocess(database, system.mitasId, { page, limit, status });
      const pagination = {
        currentPage: page,
        totalPages: Math.ceil(total / limit),
        totalJobs: total,
        jobsPerPage: limit,
        hasRunningJobs: hasRunning,
      };
      return { jobs, pagination };
    },

    async getReprocessJob({ system, params }) {
      await settleLost(database, system.mitasId);
      return { job: (await reprocessOf(database, system.mitasId, params.jobId)).job };
    },

    async cancelReprocess({ system, params }) {
      await cancelReprocess(parts, system.mitasId, params.jobId);
      return {};
    },

    async getReprocessSummary({ system, params }) {
      const { job } = await reprocessOf(database, system.mitasId, params.jobId);
      if (job.status !== 'completed') throw inTheWay('The job is not completed: it has no summary');
      return summaryOf(database, system.mitasId, job.jobId);
    },

    async restoreReprocess({ system, params }) {
      await restoreReprocess(parts, system.mitasId, params.jobId);
      return {};
    },
  } satisfies Partial<Handlers>;
}
