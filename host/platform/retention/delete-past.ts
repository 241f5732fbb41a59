import { sql } from 'kysely';
import type { DataSort, RetentionFields } from '#model/entities/retention.ts';
import type { JobTry } from '../jobs/job-kind.ts';
import { type Database, type Db, inTransaction, waitForLocks } from '../store/database.ts';
import type { Past } from './shelf.ts';
import { shelves } from './shelves.ts';

/**
 * Returns how many things the system's settings allow to be deleted now, as announced; null if nothing may be
 * deleted.
 */
type Allowed = (retention: RetentionFields, within: Db) => Promise<number | null>;

/**
 * Deletes old data of one sort in short steps. Each step records how many things it deleted, so that later
 * tries count none twice. Returns the number deleted by all tries. Returns null, and deletes nothing, if the
 * number of things to delete is not what `allowed` returns.
 */
export async function deletePast(
  database: Pick<Database, 'db'>,
  sort: DataSort,
  past: Past,
  { hold, signal }: Pick<JobTry, 'hold' | 'signal'>,
  allowed: Allowed,
): Promise<number | null> {
  if (!(await inTransaction(database, (within) => begin(within, sort, past, hold, allowed)))) return null;
  let { announced, deleted } = await noted(database, sort, past);
  for await (const step of shelves[sort].steps(database, past)) {
    let more = true;
    while (more) {
      signal.throwIfAborted();
      const done = await inTransaction(database, async (within) => {
        const taken = await step(within, announced - deleted);
        if (taken.deleted > 0)
          await within.db
            .updateTable('data_floors')
            .set({ deleted: sql<number>`deleted + ${taken.deleted}::bigint` })
            .where('system_id', '=', past.systemId)
            .where('sort', '=', sort)
            .execute();
        await hold(within);
        return taken;
      });
      deleted += done.deleted;
      more = done.more;
    }
  }
  ({ deleted } = await noted(database, sort, past));
  return deleted;
}

async function noted({ db }: Db, sort: DataSort, { systemId }: Past): Promise<{ announced: number; deleted: number }> {
  return db
    .selectFrom('data_floors')
    .select(['announced', 'deleted'])
    .where('system_id', '=', systemId)
    .where('sort', '=', sort)
    .executeTakeFirstOrThrow();
}

/**
 * Sets the floor if the data to delete are still those that were announced; returns false otherwise. If the
 * floor is already set, the deletion continues. Setting it waits until writers of contacts have finished, and
 * later writers see the floor. Otherwise a contact could be deleted unannounced (RET-4), or be stored and
 * counted twice (RET-5).
 */
async function begin(within: Db, sort: DataSort, past: Past, hold: JobTry['hold'], allowed: Allowed): Promise<boolean> {
  const { systemId, before } = past;
  // Only beginning a deletion needs the lock on contacts. A later try would wait for it behind writers
  // without need.
  if (!(await isBegun(within, sort, past))) {
    if (sort === 'contacts') {
      await waitForLocks(within, 500);
      await sql`lock table only contacts in share mode`.execute(within.db);
    }
    const system = await within.db
      .selectFrom('systems')
      .select('retention')
      .where('id', '=', systemId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const count = system === undefined ? null : await allowed(system.retention, within);
    if (count === null || (await shelves[sort].count(within, past)) !== count) return false;
    await sql`
      insert into data_floors as floor (system_id, sort, before, announced) values (${systemId}, ${sort}, ${before}, ${count}::bigint)
      on conflict (system_id, sort) do update
        set before = excluded.before, announced = excluded.announced, deleted = 0, finished_at = null
        where floor.finished_at is not null`.execute(within.db);
  }
  await hold(within);
  return true;
}

async function isBegun({ db }: Db, sort: DataSort, { systemId, before }: Past): Promise<boolean> {
  const { rows } = await sql`
    select from data_floors where system_id = ${systemId} and sort = ${sort} and before = ${before} and finished_at is null`.execute(
    db,
  );
  return rows.length > 0;
}
