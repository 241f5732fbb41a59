import { sql } from 'kysely';
import type { AsOf } from '#model/changes/change.ts';
import { anotherOrder, gone, notAuthorized } from '../api-error.ts';
import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { changeColumns, type ChangeRow, type StoredChange, toStoredChange } from '../store/stored-change.ts';

/** The largest answer, in bytes of items. A change that is larger by itself is sent alone. */
const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Reads a system as of one revision, in one repeatable-read transaction, which does not see concurrent
 * changes.
 * @throws ApiError 403 if the system does not exist, the same as for a system the caller does not belong to.
 */
export async function readAsOf<T>(
  { db }: Pick<Database, 'db'>,
  systemId: string,
  read: (db: Database['db'], at: AsOf & { keptAfter: number }) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const at = await snapshot
        .selectFrom('system_revisions')
        .select(['epoch', 'revision', 'kept_after as keptAfter'])
        .where('system_id', '=', systemId)
        .executeTakeFirst();
      if (at === undefined) throw notAuthorized();
      return read(snapshot, at);
    });
}

/**
 * Returns up to `limit` changes of a system after a revision, oldest first; fewer if they are large. Without
 * `epoch`, `after` is taken as a revision of the present one.
 * @throws ApiError 410 for another epoch, for a revision no longer kept, and for one not yet reached.
 */
export async function readChanges(
  database: Pick<Database, 'db'>,
  systemId: string,
  { epoch: asked, after, limit }: { epoch?: string | undefined; after: number; limit: number },
): Promise<AsOf & { changes: StoredChange[] }> {
  return readAsOf(database, systemId, async (db, { epoch, revision, keptAfter }) => {
    if (asked !== undefined && asked !== epoch) throw anotherOrder();
    if (after < keptAfter) throw gone(`Changes up to ${keptAfter} are no longer kept: reload the system`);
    if (after > revision) throw gone(`The system is at change ${revision}: reload it`);
    return { epoch, revision, changes: await changesAfter(db, systemId, { after, limit }) };
  });
}

/**
 * Like `readChanges`, for revisions known to be kept. Returns no changes if `epoch` is given and is no longer
 * the system's. The same statement checks that, because a new epoch could begin between two statements.
 */
export async function changesAfter(
  db: Database['db'],
  systemId: string,
  { epoch, after, limit }: { epoch?: string | undefined; after: number; limit: number },
): Promise<StoredChange[]> {
  const inEpoch =
    epoch === undefined
      ? sql``
      : sql`and exists (select from system_revisions where system_id = ${systemId} and epoch = ${epoch})`;
  const { rows } = await sql<ChangeRow>`${prepared}
    select ${changeColumns()} from (
      select *, sum(bytes) over (order by revision) - bytes as before_it from (
        select * from changes where system_id = ${systemId} and revision > ${after} ${inEpoch} order by revision limit ${limit}
      ) as next
    ) as counted
    where before_it < ${maxAnswerBytes} order by revision`.execute(db);
  return rows.map(toStoredChange);
}
