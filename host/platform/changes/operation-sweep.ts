import { sql } from 'kysely';
import { hourlySweep } from '../jobs/hourly-sweep.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Database } from '../store/database.ts';

/** Days for which a repeat of an operation is recognised (CHG-5). */
const operationDays = 7;

/**
 * Deletes operations that are too old for a repeat to be recognised. The changes themselves are deleted by
 * the system's retention (RET-1).
 */
export async function sweepOperations({ db }: Pick<Database, 'db'>): Promise<void> {
  await db
    .deleteFrom('operations')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${operationDays})`)
    .execute();
}

/** Deletes old operations every hour, on one host of the database. */
export const changeSweep: JobKind<null> = {
  ...hourlySweep(40),
  name: 'changes-sweep',
  title: 'Clearing away what is known of repeated requests',
};
