import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { Mistake } from '../mistake.ts';
import { halfRestored, migrateTo } from '../store/migrate.ts';
import { openSingle } from '../store/pools.ts';
import { noteAction } from './backup-notes.ts';
import { DamagedBackupError, expectSum } from './checked-files.ts';
import { copyIn } from '../store/copy-rows.ts';
import type { RowCounts } from './manifest.ts';
import type { OpenedBackup } from './opened-backup.ts';
import type { OnProgress } from './physical-backup.ts';
import { isQuotedName, parseParts, partsName, type PortableParts } from './portable-parts.ts';
import { countRows, tableNames } from './quiet-counts.ts';
import { oneRow, withSessions } from './sessions.ts';

/**
 * Restores a portable backup into an empty database (BAK-8). Creates the tables as of the backup's version,
 * loads all rows in one transaction, and commits only after comparing the row counts. Returns the number of
 * rows by table.
 * @throws Mistake if the database is not empty. If the restore fails, no rows remain, and hosts refuse to
 * start on the database.
 */
export async function restoreRows(
  backup: OpenedBackup,
  url: string,
  { log, onProgress, judge }: { log: Logger; onProgress: OnProgress; judge: (rows: RowCounts) => void },
): Promise<RowCounts> {
  const parts = parseParts(await readChecked(backup, partsName));
  const unknown = [...parts.tables, ...parts.partitions, ...parts.sequences].find(({ name }) => !isQuotedName(name));
  if (unknown !== undefined) throw new DamagedBackupError(`The backup is damaged: ${partsName} names ${unknown.name}.`);
  return withSessions(url, 1, async (session) => {
    if (session === undefined) throw new Error('A session is needed');
    await expectEmpty(session);
    await session.query(`create table if not exists public.${halfRestored} ()`);
    const lane = openSingle(url, log);
    try {
      await migrateTo(lane.db, backup.manifest.migration);
    } finally {
      await lane.pool.end();
    }
    await session.query('begin');
    const keys = await dropConstraints(session, parts);
    await makePartitions(session, parts);
    let done = 0;
    for (const { name, file, columns } of parts.tables) {
      const copy = `copy ${name} (${columns.join(', ')}) from stdin with (format text, header match)`;
      const chunks = checkedChunks(backup, file, (bytes) => onProgress((done += bytes), backup.manifest.bytes));
      try {
        await copyIn(session, copy, chunks);
      } catch (error) {
        // The database may reject an altered byte before the file's checksum was compared, so compare the
        // checksum now.
        await expectIntact(backup, file);
        throw error;
      }
    }
    for (const { name, last, isCalled } of parts.sequences)
      await session.query('select setval($1, $2, $3)', [name, last, isCalled]);
    await restoreConstraints(session, parts, keys);
    await session.query(`drop table public.${halfRestored}`);
    const rows = await countRows(session, await tableNames(session));
    judge(rows);
    await noteAction(session, 'restored', backup.name, backup.manifest.startedAt);
    await session.query('commit');
    await session.query('analyze');
    return rows;
  });
}

/**
 * Accepts an empty database, or one that an unfinished restore left behind.
 * @throws Mistake if the database has other tables.
 */
async function expectEmpty(session: Client): Promise<void> {
  const { half } = await oneRow<{ half: string | null }>(session, `select to_regclass('public.${halfRestored}')::text as half`);
  if (half !== null) return;
  const names = await tableNames(session);
  if (names.length > 0)
    throw new Mistake(
      `The database of DATABASE_URL is not empty (${names.length} tables). Restore a backup into an empty one, as made by 'create database'.`,
    );
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Drops foreign keys and disables triggers, which would fail while rows are still missing. Deletes the rows
 * that migrations inserted. Returns the dropped foreign keys.
 */
async function dropConstraints(session: Client, { tables }: PortableParts): Promise<ForeignKey[]> {
  const { rows: keys } = await session.query<ForeignKey>(
    `select format('"%s"."%s"', nspname, relname) as table, quote_ident(conname) as name, pg_get_constraintdef(con.oid) as definition
      from pg_constraint con join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
      where contype = 'f' and conparentid = 0 and not relispartition and nspname !~ '^pg_'`,
  );
  for (const { table, name } of keys) await session.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await session.query(`alter table ${name} disable trigger user`);
  await session.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  return keys;
}

async function restoreConstraints(session: Client, { tables }: PortableParts, keys: readonly ForeignKey[]): Promise<void> {
  for (const { name } of tables) await session.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of keys)
    await session.query(`alter table ${table} add constraint ${name} ${definition}`);
}

async function makePartitions(session: Client, { partitions }: PortableParts): Promise<void> {
  for (const { name, parent, bound } of partitions) {
    if (!isQuotedName(parent)) throw new DamagedBackupError(`The backup is damaged: ${partsName} names ${parent}.`);
    const { there } = await oneRow<{ there: string | null }>(session, 'select to_regclass($1)::text as there', [name]);
    if (there !== null) continue;
    await session.query(`create table ${name} (like ${parent} including all)`);
    await session.query(`alter table ${parent} attach partition ${name} ${bound}`);
  }
}

async function* checkedChunks(
  { folder, sums }: OpenedBackup,
  name: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path.join(folder, name), { highWaterMark: 262_144 });
  for await (const chunk of chunks) {
    hash.update(chunk);
    onBytes(chunk.length);
    yield chunk;
  }
  // Compare the checksum before the copy ends, so that altered content never becomes rows.
  expectSum(name, sums.get(name), hash.digest('hex'));
}

async function expectIntact({ folder, sums }: OpenedBackup, name: string): Promise<void> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path.join(folder, name));
  for await (const chunk of chunks) hash.update(chunk);
  expectSum(name, sums.get(name), hash.digest('hex'));
}

async function readChecked({ folder, sums }: OpenedBackup, name: string): Promise<string> {
  const bytes = await readFile(path.join(folder, name));
  expectSum(name, sums.get(name), createHash('sha256').update(bytes).digest('hex'));
  return bytes.toString();
}
