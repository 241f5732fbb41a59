import { type Insertable, sql, type Updateable } from 'kysely';
import type { DumpQuota } from '#model/entities/dump-file.ts';
import type { ReceiverPlace } from '#model/files/receiver-places.ts';
import type { Db } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { addressedReceivers } from '../fleet/receivers.ts';

/** The most bytes, compressed, that the files of a system may have together (FILE-7). */
export const dumpLimitBytes = 2 * 1_024 ** 3;

/** Maximum number of deleted files in a list. */
const mostDeleted = 500;

const lockSpace = 7_310_073;

/** SQL for the name of a person, as in Activity; 'Unknown' for a deleted person. */
const personName = (alias: 'maker' | 'remover') =>
  sql<string>`coalesce(nullif(btrim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), ''),
    ${sql.ref(`${alias}.username`)}, 'Unknown')`;

function selectFiles({ db }: Db, systemId: string) {
  return db
    .selectFrom('data_files')
    .leftJoin('users as maker', 'maker.id', 'data_files.created_by')
    .leftJoin('users as remover', 'remover.id', 'data_files.deleted_by')
    .selectAll('data_files')
    .select([personName('maker').as('maker_name'), personName('remover').as('remover_name')])
    .where('data_files.system_id', '=', systemId);
}

/** A file's row, with the names of the people who made and deleted the file. */
export type StoredFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** Returns a file of a system; undefined if there is none. */
export function findFile(database: Db, systemId: string, id: number) {
  return selectFiles(database, systemId).where('data_files.id', '=', id).executeTakeFirst();
}

/** Returns the files of a system, newest first, including the most recently deleted ones. */
export async function filesOf(database: Db, systemId: string): Promise<StoredFile[]> {
  const files = selectFiles(database, systemId).orderBy('data_files.id', 'desc');
  const there = await files.where('data_files.deleted_at', 'is', null).execute();
  const deleted = await files.where('data_files.deleted_at', 'is not', null).limit(mostDeleted).execute();
  return [...there, ...deleted].sort((one, other) => other.id - one.id);
}

/** Returns the ready files of a system, by id. */
export function readyFiles({ db }: Db, systemId: string) {
  return db
    .selectFrom('data_files')
    .select(['id', 'name', 'place', 'bytes', 'created_at'])
    .where('system_id', '=', systemId)
    .where('deleted_at', 'is', null)
    .where('completed', '=', 1)
    .orderBy('id')
    .execute();
}

/**
 * Locks the files of a system until the transaction ends, so that no other transaction can add or delete any.
 */
export async function lockFiles({ db }: Db, systemId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockSpace}, hashtext(${systemId}))`.execute(db);
}

/**
 * Returns the total bytes and the number of a system's files, and how many are still being made; those count
 * with their reserved size (FILE-7).
 */
export async function quotaOf({ db }: Db, systemId: string): Promise<DumpQuota & { files: number; making: number }> {
  const { rows } = await sql<{ used: number; files: number; making: number }>`
    select coalesce(sum(case when completed is null then reserved_bytes else coalesce(bytes, 0) end), 0)::bigint as used,
      count(*) as files, count(*) filter (where completed is null) as making
    from data_files where system_id = ${systemId} and deleted_at is null`.execute(db);
  return { usedBytes: rows[0]?.used ?? 0, limitBytes: dumpLimitBytes, files: rows[0]?.files ?? 0, making: rows[0]?.making ?? 0 };
}

/** Returns whether an undeleted file has that name; upper and lower case count as equal. */
export async function hasFileNamed({ db }: Db, systemId: string, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('data_files')
    .select('id')
    .where('system_id', '=', systemId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Adds the row of a file that is to be made, and returns its id. */
export async function addFile({ db }: Db, file: Insertable<DatabaseSchema['data_files']>): Promise<number> {
  const { id } = await db.insertInto('data_files').values(file).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a file's row. */
export async function noteFile({ db }: Db, id: number, note: Updateable<DatabaseSchema['data_files']>): Promise<void> {
  await db.updateTable('data_files').set(note).where('id', '=', id).execute();
}

/** Stores the outcome of making a file. Returns false if the file was no longer being made. */
export async function settleFile({ db }: Db, id: number, outcome: Updateable<DatabaseSchema['data_files']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_files')
    .set(outcome)
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeFile({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('data_files').where('id', '=', id).execute();
}

/**
 * The state of the file at a place: `ready`, still being `made`, or `gone` (deleted or failed). `bytes` is
 * null unless it is ready.
 */
export type KnownPlace = { state: 'ready' | 'made' | 'gone'; bytes: number | null };

/** Returns the state of each place that has a row. */
export async function knownPlaces({ db }: Db, places: readonly string[]): Promise<Map<string, KnownPlace>> {
  const rows = await db
    .selectFrom('data_files')
    .select(['place', 'completed', 'deleted_at', 'bytes'])
    .where('place', '=', sql<string>`any(${places}::text[])`)
    .execute();
  return new Map(
    rows.map(({ place, completed, deleted_at: deletedAt, bytes }) => {
      const isGone = deletedAt !== null || completed === 0;
      return [place, { state: isGone ? 'gone' : completed === 1 ? 'ready' : 'made', bytes }];
    }),
  );
}

/** Adds a pass for a file and deletes expired passes. */
export async function addPass({ db }: Db, pass: Insertable<DatabaseSchema['data_file_passes']>): Promise<void> {
  await db
    .deleteFrom('data_file_passes')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db.insertInto('data_file_passes').values(pass).execute();
}

/**
 * Returns the person and session of a valid pass for this file of this system; undefined if there is none or
 * the session has ended.
 */
export function findPass({ db }: Db, hash: Buffer, { systemId, id }: { systemId: string; id: string }) {
  return db
    .selectFrom('data_file_passes as pass')
    .innerJoin('data_files as file', 'file.id', 'pass.file_id')
    .innerJoin('sessions as session', 'session.id', 'pass.session_id')
    .select(['pass.user_id', 'pass.session_id', 'pass.expires_at'])
    .where('pass.token_hash', '=', hash)
    .where('file.system_id', '=', systemId)
    .where(sql<string>`file.id::text`, '=', id)
    .where('pass.expires_at', '>', sql<Date>`now()`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Selects contacts of some receivers with from ≤ ts ≤ to (ms since the epoch). */
export type WantedContacts = { from: number; to: number; rxIds: readonly number[] };

/**
 * Returns the id and name of each receiver whose contacts a file may contain: an import must find the same
 * receiver by that name. A retired receiver is left out if its name belongs to a receiver in the fleet or to
 * one retired later (RX-37).
 */
export async function writtenReceivers(
  database: Db,
  systemId: string,
  wanted: readonly number[] | null,
): Promise<Map<number, string>> {
  const byName = new Map((await addressedReceivers(database, [systemId])).map(({ id, alias }) => [alias, id]));
  const asked = wanted === null ? null : new Set(wanted);
  return new Map([...byName].filter(([, id]) => asked?.has(id) !== false).map(([alias, id]) => [id, alias]));
}

/** Returns where the receivers of a system were, in time order. A deleted site has its last name. */
export async function placesInTime({ db }: Db, systemId: string): Promise<Map<number, ReceiverPlace[]>> {
  const rows = await db
    .selectFrom('receiver_locations as location')
    .leftJoin('sites', 'sites.id', 'location.site_id')
    .select(['location.rx_id', 'location.since', 'location.until', 'location.latitude', 'location.longitude'])
    .select((eb) => eb.fn.coalesce('sites.alias', 'location.site_alias').as('site'))
    .where('location.system_id', '=', systemId)
    .orderBy('location.rx_id')
    .orderBy(sql`location.until asc nulls last`)
    .execute();
  const places = rows.map(({ since, until, ...place }) => {
    return { since: since?.getTime() ?? null, until: until?.getTime() ?? null, ...place };
  });
  return Map.groupBy(places, ({ rx_id: rxId }) => rxId);
}

/**
 * Estimates the number of contacts from the hourly rollup. For a part of an hour, it assumes that the hour's
 * contacts are evenly spread.
 */
export async function estimateRows({ db }: Db, systemId: string, { from, to, rxIds }: WantedContacts): Promise<number> {
  const [first, last] = [new Date(from), new Date(to + 1)];
  const { rows } = await sql<{ count: number }>`
    select coalesce(ceil(sum(count * extract(epoch from least(hour + interval '1 hour', ${last}) - greatest(hour, ${first})) / 3600)), 0)::bigint
      as count
    from contacts_hourly
    where system_id = ${systemId} and rx_id = any(${rxIds}::integer[])
      and hour > ${first}::timestamptz - interval '1 hour' and hour < ${last}
      and hour >= coalesce((select before from data_floors where system_id = ${systemId} and sort = 'contacts'), '-infinity')`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
