import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { inTransaction, lockFor, type Database, type Db } from '../store/database.ts';
import { announce } from './announce.ts';

/** Of several hosts that start at once, one compares and begins the epochs. */
const originLock = 7_310_444;

/** Where a database lies; null is what this role may not look at. */
export type DatabaseOrigin = {
  cluster: string | null;
  timeline: number | null;
  database_oid: number;
  table_oid: number;
  files_since: string | null;
};

/** Pools of which the log says already that their role may not look. */
const warnedOf = new WeakSet<object>();

/**
 * Begins another epoch in every system where the database is a restored backup (CHG-8). PostgreSQL shows
 * that by the cluster's identity (a dump, another server), its timeline (an archive, a standby that took
 * over), the numbers of database and table (a dump put into the same server), and since when its files lie
 * there (files copied back). A snapshot of a disk shows by none of these: the operator says so
 * (`beginEpochs`). Where no host has looked before it begins them as well, as what was put in place may be
 * older than this.
 */
export async function noticeRestore(database: Pick<Database, 'db' | 'pool'>, log: Logger): Promise<void> {
  const { systemIds, isFirst } = await inTransaction(database, async (transaction) => {
    await lockFor(transaction, originLock);
    const now = await originOf(transaction);
    const noted = await notedIn(transaction);
    const isMoved = noted === undefined || !isSamePlace(noted, now);
    if (isMoved) await note(transaction, now);
    else if (keys.some((key) => noted[key] === null && now[key] !== null)) await note(transaction, joined(noted, now));
    if (now.cluster === null || now.timeline === null) warnOnce(database, log);
    return { systemIds: isMoved ? await raiseEpochs(transaction) : [], isFirst: noted === undefined };
  });
  for (const systemId of systemIds) announce(database, systemId);
  if (systemIds.length === 0) return;
  if (isFirst)
    log.info({ systems: systemIds.length }, 'the location of the database is now recorded; consoles reload everything');
  else log.warn({ systems: systemIds.length }, 'the database was restored from a backup, or moved: consoles reload everything');
}

/** Begins another epoch in every system, and announces it. Returns their ids. */
export async function beginEpochs(database: Pick<Database, 'db' | 'pool'>): Promise<string[]> {
  const systemIds = await inTransaction(database, raiseEpochs);
  for (const systemId of systemIds) announce(database, systemId);
  return systemIds;
}

/**
 * Begins another epoch in a system whose revisions went back, unless somebody else has begun one since
 * `epoch`.
 */
export async function beginEpochAfter({ db }: Db, systemId: string, epoch: string): Promise<void> {
  await db
    .updateTable('system_revisions')
    .set({ epoch: anotherEpoch })
    .where('system_id', '=', systemId)
    .where('epoch', '=', epoch)
    .execute();
}

const anotherEpoch = sql<string>`gen_random_uuid()::text`;

/** In a transaction. Takes the locks in the order of the ids, as whoever changes several systems does. */
async function raiseEpochs({ db }: Db): Promise<string[]> {
  await db.selectFrom('system_revisions').select('system_id').orderBy('system_id').forUpdate().execute();
  const rows = await db.updateTable('system_revisions').set({ epoch: anotherEpoch }).returning('system_id').execute();
  return rows.map(({ system_id }) => system_id);
}

function warnOnce({ pool }: Pick<Database, 'pool'>, log: Logger): void {
  if (warnedOf.has(pool)) return;
  warnedOf.add(pool);
  log.warn(
    "the role of DATABASE_URL may not read the location of the database: after restoring a backup, run 'npm run admin -- systems restored'",
  );
}

/**
 * Each is asked for only where the role may: a refusal would end the transaction, and PostgreSQL refuses also
 * a function that a query does not reach.
 */
export async function originOf({ db }: Db): Promise<DatabaseOrigin> {
  const { rows } = await sql<Pick<DatabaseOrigin, 'database_oid' | 'table_oid'> & Record<'cluster' | 'wal' | 'files', boolean>>`
    select (select oid from pg_database where datname = current_database())::bigint as database_oid,
      'system_revisions'::regclass::oid::bigint as table_oid,
      has_function_privilege('pg_control_system()', 'execute') as cluster,
      has_function_privilege('pg_walfile_name(pg_lsn)', 'execute')
        and has_function_privilege('pg_current_wal_lsn()', 'execute') as wal,
      has_function_privilege('pg_stat_file(text)', 'execute') as files`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The database does not report its location');
  const ask = async <T>(isAllowed: boolean, query: RawBuilder<{ value: T | null }>): Promise<T | null> =>
    isAllowed ? ((await query.execute(db)).rows[0]?.value ?? null) : null;
  return {
    cluster: await ask(found.cluster, clusterQuery),
    timeline: await ask(found.wal, timelineQuery),
    database_oid: found.database_oid,
    table_oid: found.table_oid,
    files_since: await ask(found.files, filesQuery),
  };
}

const clusterQuery = sql<{ value: string | null }>`select system_identifier::text as value from pg_control_system()`;

const timelineQuery = sql<{ value: number | null }>`
  select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint as value`;

/**
 * PG_VERSION is written once, when the data directory is made, and the time of its last change of status
 * (of its making, on Windows) cannot be set: what copies it back makes it another one. So does another owner
 * or mode, which costs consoles a load. In seconds: a time's own text depends on the session's DateStyle.
 */
const filesQuery = sql<{ value: string | null }>`
  select extract(epoch from coalesce(change, creation))::text as value from pg_stat_file('PG_VERSION')`;

/** What a role could not look at is stored as '' and 0. */
async function notedIn({ db }: Db): Promise<DatabaseOrigin | undefined> {
  const row = await db.selectFrom('database_origin').selectAll().executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...row, cluster: row.cluster === '' ? null : row.cluster, timeline: row.timeline === 0 ? null : row.timeline };
}

async function note({ db }: Db, { cluster, timeline, database_oid, table_oid, files_since }: DatabaseOrigin): Promise<void> {
  const origin = { cluster: cluster ?? '', timeline: timeline ?? 0, database_oid, table_oid, files_since };
  await db
    .insertInto('database_origin')
    .values(origin)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(origin))
    .execute();
}

const keys = ['cluster', 'timeline', 'database_oid', 'table_oid', 'files_since'] as const;

/** Whether that may be the same database: what one of the two could not look at says nothing. */
export function isSamePlace(before: DatabaseOrigin, now: DatabaseOrigin): boolean {
  return keys.every((key) => before[key] === null || now[key] === null || before[key] === now[key]);
}

/** Of the same place, all that any role has seen. */
function joined(before: DatabaseOrigin, now: DatabaseOrigin): DatabaseOrigin {
  return {
    ...now,
    cluster: now.cluster ?? before.cluster,
    timeline: now.timeline ?? before.timeline,
    files_since: now.files_since ?? before.files_since,
  };
}
