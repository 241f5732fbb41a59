import type { Logger } from 'pino';
import { doing, type JobWork } from '../jobs/job-kind.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../store/database.ts';
import type { DatabaseClock } from '../store/database-clock.ts';
import { deleteDue, lookAtRetention, retentionDeletion, retentionLook } from './retention.ts';

/** Returns a host's background work for retention. `clock` overrides the database's clock. */
export function retentionWork({
  database,
  jobs,
  log,
  clock,
}: {
  database: Pick<Database, 'db' | 'pool'>;
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
  log: Pick<Logger, 'info'>;
  clock?: DatabaseClock;
}): JobWork[] {
  return [
    doing(retentionLook, async (_, attempt) => {
      const due = await lookAtRetention(database, attempt, clock);
      if (due.length > 0) await (await jobs()).enqueue(retentionDeletion, due);
    }),
    doing(retentionDeletion, (systemId, attempt) => deleteDue(database, systemId, attempt, { log, ...(clock && { clock }) })),
  ];
}
