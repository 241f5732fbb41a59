import { sql } from 'kysely';
import type { AsOf } from '#model/changes/change.ts';
import { anotherOrder, gone, notAuthorized } from '../api-error.ts';
import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { changeColumns, type ChangeRow, type StoredChange, toStoredChange } from '../store/stored-change.ts';

/** How much one answer holds at the most, in bytes of items; a single change is always sent. */
const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Reads as the system stood at one revision, whatever is changed meanwhile (one repeatable-read transaction).
 * @throws ApiError 403 for a system that is not there, as for one that somebody does not belong
 * to.
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
 * The changes of a system after a revision, oldest first, `limit` or fewer: the answer is bounded in bytes as
 * well. Without `epoch` the present one is meant.
 * @throws ApiError 410 for another epoch, a revision no longer kept, and one that the system has not reached.
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
 * As `readChanges`, of what is known to be kept. With `epoch`: none where the system counts in another one
 * now; asked in the same statement, as another may begin between two.
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
