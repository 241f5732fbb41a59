import { sql } from 'kysely';
import { hourlySweep } from '../jobs/hourly-sweep.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Database } from '../store/database.ts';

/** How long a repeat of an operation is known as one (CHG-5). */
const operationDays = 7;

/** Forgets operations past their time; changes go as a system's retention says (RET-1). */
export async function sweepOperations({ db }: Pick<Database, 'db'>): Promise<void> {
  await db
    .deleteFrom('operations')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${operationDays})`)
    .execute();
}

/** Comes every hour, on one host of the database. */
export const changeSweep: JobKind<null> = {
  ...hourlySweep(40),
  name: 'changes-sweep',
  title: 'Clearing away what is known of repeated requests',
};
