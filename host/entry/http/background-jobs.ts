import type { Logger } from 'pino';
import { hasRole, superuser } from '#model/entities/role.ts';
import type { Caller } from '../../domain/accounts/authority.ts';
import { inTheWay, notFound } from '../../platform/api-error.ts';
import { findJob, type FoundJob, type JobScope, listJobs } from '../../platform/jobs/job-records.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers, SystemInPath } from './call-handlers.ts';

/** The actions people may take on jobs. */
export type JobControls = Pick<Jobs, 'retry' | 'cancel'>;

/**
 * Returns the handlers for background jobs: those of one system, and all jobs for the host's operator
 * (JOB-11).
 */
export function backgroundJobs(database: Pick<Database, 'db' | 'reads'>, controls: JobControls, log: Logger) {
  const found = async (system: SystemInPath, id: string) => {
    const job = await findJob(database, scopeOf(system), id);
    if (job === undefined) throw notFound('There is no such job.');
    return job;
  };
  return {
    listJobs: ({ caller, system, exchange }) =>
      database.reads.read(caller.userId, exchange.gone(), (read) => listJobs(read, scopeOf(system))),

    async retryJob({ caller, system, params }) {
      const job = await found(system, params.jobId);
      if (!job.isFailed) throw inTheWay('It has not failed, or is tried again already.');
      await controls.retry(job, params.jobId);
      log.info(actionOf(caller, job, params.jobId), 'a job is tried again, as a person wanted');
      return {};
    },

    async cancelJob({ caller, system, params }) {
      const job = await found(system, params.jobId);
      if (job.isOver) throw inTheWay('It is over already.');
      await controls.cancel(job, params.jobId);
      log.info(actionOf(caller, job, params.jobId), 'a job was cancelled by a person');
      return {};
    },
  } satisfies Partial<Handlers>;
}

/** Returns the log fields that say who acted on which job (JOB-12). */
function actionOf({ userId }: Caller, { name, mitasId }: FoundJob, id: string): object {
  return { by: userId, job: name, id, mitasId };
}

function scopeOf({ role, mitasId }: SystemInPath): JobScope {
  return { mitasId: hasRole(role, superuser) ? null : mitasId };
}
