import { hasRole, superuser } from '#model/entities/role.ts';
import { inTheWay, notFound } from '../../platform/api-error.ts';
import { findJob, type JobScope, listJobs } from '../../platform/jobs/job-records.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers, SystemInPath } from './call-handlers.ts';

/** What people may do with jobs. */
export type JobControls = Pick<Jobs, 'retry' | 'cancel'>;

/** The work in the background: of a system its own, and for who operates the host all of it (JOB-11). */
export function backgroundJobs(database: Pick<Database, 'db' | 'reads'>, controls: JobControls): Handlers {
  const found = async (system: SystemInPath, id: string) => {
    const job = await findJob(database, scopeOf(system), id);
    if (job === undefined) throw notFound('There is no such job (any more).');
    return job;
  };
  return {
    listJobs: ({ caller, system, exchange }) =>
      database.reads.read(caller.userId, exchange.gone(), (read) => listJobs(read, scopeOf(system))),

    async retryJob({ system, params }) {
      const job = await found(system, params.jobId);
      if (!job.isFailed) throw inTheWay('It has not failed, or is tried again already.');
      await controls.retry(job, params.jobId);
      return {};
    },

    async cancelJob({ system, params }) {
      const job = await found(system, params.jobId);
      if (job.isOver) throw inTheWay('It is over already.');
      await controls.cancel(job, params.jobId);
      return {};
    },
  };
}

function scopeOf({ role, mitasId }: SystemInPath): JobScope {
  return { mitasId: hasRole(role, superuser) ? null : mitasId };
}
