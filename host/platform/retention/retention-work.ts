import type { Logger } from 'pino';
import { doing, type JobWork } from '../jobs/job-kind.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../store/database.ts';
import { deleteDue, lookAtRetention, retentionDeletion, retentionLook } from './retention.ts';

/** What a host does for retention in the background; `now` in ms since the epoch. */
export function retentionWork({
  database,
  runner,
  log,
  now = Date.now,
}: {
  database: Pick<Database, 'db' | 'pool'>;
  runner: Promise<Pick<Jobs, 'enqueue'>>;
  log: Pick<Logger, 'info'>;
  now?: () => number;
}): JobWork[] {
  return [
    doing(retentionLook, async (_, attempt) => {
      const due = await lookAtRetention(database, attempt, now());
      if (due.length > 0) await (await runner).enqueue(retentionDeletion, due);
    }),
    doing(retentionDeletion, (systemId, attempt) => deleteDue(database, systemId, attempt, { log, now })),
  ];
}
