import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { inTransaction, lockFor, type Database, type Db } from '../store/database.ts';
import { announce } from './announce.ts';

/**
 * The advisory lock under which hosts that start together compare the origin, so that only one of them begins
 * new epochs.
 */
const originLock = 7_310_444;

/** Identifies where a database is stored; a part that this role may not read is null. */
export type DatabaseOrigin = {
  cluster: string | null;
  timeline: number | null;
  database_oid: number;
  table_oid: number;
  files_since: string | null;
};

/** Pools for which the log already says that the role may not read the origin. */
const warnedOf = new WeakSet<object>();

/**
 * Begins a new epoch in every system if the database is a restored backup (CHG-8). A restore changes the
 * cluster's id (a dump, another server), its timeline (an archive, a promoted standby), the oids of database
 * and table (a dump restored on the same server), or the age of its files (files copied back). A restored
 * disk snapshot changes none of these; in that case the operator calls `beginEpochs`. If no origin is
 * recorded, it also begins new epochs, because the backup may be older than that record.
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

/** Begins a new epoch in every system and announces it. Returns the systems' ids. */
export async function beginEpochs(database: Pick<Database, 'db' | 'pool'>): Promise<string[]> {
  const systemIds = await inTransaction(database, raiseEpochs);
  for (const systemId of systemIds) announce(database, systemId);
  return systemIds;
}

/**
 * Begins a new epoch in a system whose revisions went back, unless another host has already replaced `epoch`
 * with a new one.
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

/**
 * Begins a new epoch in every system; runs in a transaction. It locks the systems in the order of their ids,
 * like every change of several systems.
 */
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
 * Reads the origin. Each part needs a privilege, which is checked first: a refusal would end the transaction,
 * and PostgreSQL refuses even a function that the query would not reach.
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
 * The query for the time when PG_VERSION was created. The file is written once, with the data directory. The
 * time of its last status change (on Windows, of its creation) cannot be set, so a copy has another. A change
 * of owner or mode also changes it; consoles then load again without need. In seconds, because a timestamp's
 * text depends on the session's DateStyle.
 */
const filesQuery = sql<{ value: string | null }>`
  select extract(epoch from coalesce(change, creation))::text as value from pg_stat_file('PG_VERSION')`;

/**
 * Reads the recorded origin. For parts that the role could not read, '' and 0 are stored; they are returned
 * as null.
 */
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

/** Returns whether both may be the same database. A part that is unknown on either side counts as equal. */
export function isSamePlace(before: DatabaseOrigin, now: DatabaseOrigin): boolean {
  return keys.every((key) => before[key] === null || now[key] === null || before[key] === now[key]);
}

/** Merges two origins of the same database: parts that are unknown now keep the recorded value. */
function joined(before: DatabaseOrigin, now: DatabaseOrigin): DatabaseOrigin {
  return {
    ...now,
    cluster: now.cluster ?? before.cluster,
    timeline: now.timeline ?? before.timeline,
    files_since: now.files_since ?? before.files_since,
  };
}
