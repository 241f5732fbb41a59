import { sql } from 'kysely';
import { hourlySweep } from '../jobs/hourly-sweep.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Database } from '../store/database.ts';
import { markWriting } from './change.ts';

/** How long changes can be read and taken back, and how long a repeat of an operation is known as one. */
const keptDays = 400;
const operationDays = 7;
/** So that nobody waits long for what a sweep holds. */
const batch = 5_000;

/**
 * Removes changes and operations past their time. Which changes are no longer kept is noted, so that whoever
 * asks for them is answered to load anew.
 */
export async function sweepChanges({ db }: Pick<Database, 'db'>, signal?: AbortSignal): Promise<void> {
  const old = await db
    .selectFrom('changes')
    .select(['system_id', (eb) => eb.fn.max('revision').as('revision')])
    .where('at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .groupBy('system_id')
    .execute();
  for (const { system_id, revision } of old) {
    do signal?.throwIfAborted();
    while (await sweepBatch(db, system_id, revision));
  }
  await db
    .deleteFrom('operations')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${operationDays})`)
    .execute();
}

/**
 * The oldest first; true while there are more. The note is written first: it has the counter's lock, as
 * whoever writes changes has.
 */
async function sweepBatch(db: Database['db'], systemId: string, last: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await markWriting(transaction);
    const { rows } = await sql<{ upTo: number }>`
      update system_revisions set kept_after = greatest(kept_after, least(${last}::bigint, kept_after + ${batch})) where system_id = ${systemId}
      returning kept_after as "upTo"`.execute(transaction);
    const upTo = rows[0]?.upTo ?? last;
    for (const table of ['change_entities', 'changes'] as const)
      await transaction.deleteFrom(table).where('system_id', '=', systemId).where('revision', '<=', upTo).execute();
    return upTo < last;
  });
}

/** Comes every hour, on one host of the database. */
export const changeSweep: JobKind<null> = {
  ...hourlySweep(40),
  name: 'changes-sweep',
  title: 'Clearing away changes that are kept no longer',
};
