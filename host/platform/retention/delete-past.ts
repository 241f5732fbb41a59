import { sql } from 'kysely';
import type { DataSort, RetentionFields } from '#model/retention/retention.ts';
import type { JobTry } from '../jobs/job-kind.ts';
import { type Database, type Db, inTransaction } from '../store/database.ts';
import type { Past } from './shelf.ts';
import { shelves } from './shelves.ts';

/**
 * Deletes the past of one sort in short steps, each of which is noted with what it deleted: whoever goes on
 * after it counts each thing once. Answers how many went from the first step on; null, with nothing deleted,
 * where it is `stillWanted` no more by what stands in the system when it begins.
 */
export async function deletePast(
  database: Pick<Database, 'db'>,
  sort: DataSort,
  past: Past,
  { hold, signal }: Pick<JobTry, 'hold' | 'signal'>,
  stillWanted: (retention: RetentionFields) => boolean,
): Promise<number | null> {
  if (!(await inTransaction(database, (within) => begin(within, sort, past, hold, stillWanted)))) return null;
  for await (const step of shelves[sort].steps(database, past)) {
    let more = true;
    while (more) {
      signal.throwIfAborted();
      more = await inTransaction(database, async (within) => {
        const done = await step(within);
        if (done.deleted > 0)
          await within.db
            .updateTable('data_floors')
            .set({ deleted: sql<number>`deleted + ${done.deleted}::bigint` })
            .where('system_id', '=', past.systemId)
            .where('sort', '=', sort)
            .execute();
        await hold(within);
        return done.more;
      });
    }
  }
  const row = await database.db
    .selectFrom('data_floors')
    .select('deleted')
    .where('system_id', '=', past.systemId)
    .where('sort', '=', sort)
    .executeTakeFirstOrThrow();
  return row.deleted;
}

/**
 * Sets the floor. Whoever is storing contacts ends first, and whoever comes after sees it: else one that is
 * deleted could be stored, and counted, a second time (RET-5).
 */
async function begin(
  within: Db,
  sort: DataSort,
  { systemId, before }: Past,
  hold: JobTry['hold'],
  stillWanted: (retention: RetentionFields) => boolean,
): Promise<boolean> {
  if (sort === 'contacts') {
    await sql`set local lock_timeout = '2s'`.execute(within.db);
    await sql`lock table only contacts in share mode`.execute(within.db);
  }
  const system = await within.db
    .selectFrom('systems')
    .select('retention')
    .where('id', '=', systemId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (system === undefined || !stillWanted(system.retention)) return false;
  await sql`
    insert into data_floors as floor (system_id, sort, before) values (${systemId}, ${sort}, ${before})
    on conflict (system_id, sort) do update set before = excluded.before, deleted = 0, finished_at = null
      where floor.finished_at is not null`.execute(within.db);
  await hold(within);
  return true;
}
