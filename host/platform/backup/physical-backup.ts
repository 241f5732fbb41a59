import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { Mistake } from '../mistake.ts';
import { isMissing } from '../store/embedded/binaries.ts';
import { expectRoomFor, type BackupWork } from './backup-folder.ts';
import { copyChecked, writeChecked, type CheckedFiles } from './checked-files.ts';
import { countAtStop } from './quiet-counts.ts';
import { oneRow, withSessions } from './sessions.ts';

/** The running embedded server: the folder of its files, and the url for its superuser. */
export type RunningServer = { root: string; url: string };

const controlFile = 'global/pg_control';

/** Called with the bytes copied so far and the bytes to copy in all. */
export type OnProgress = (done: number, of: number) => void;

/** Folders that PostgreSQL recreates or must find empty. The backup contains them as empty folders. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|current_logfiles|backup_label|tablespace_map)$/;

/**
 * Copies the files of the running embedded server, and the part of its write-ahead log that makes the copy
 * consistent (BAK-1). A temporary replication slot makes the server keep that part until the session ends, up
 * to the limit in its settings.
 */
export function physicalBackup({ root, url }: RunningServer, onProgress: OnProgress): BackupWork {
  return (draft, files) =>
    withSessions(url, 3, async (session, holder, counter) => {
      if (session === undefined || holder === undefined || counter === undefined) throw new Error('Three sessions are needed');
      const { level, version } = await oneRow<{ level: string; version: number }>(
        session,
        `select current_setting('wal_level') as level, current_setting('server_version_num')::int as version`,
      );
      if (level === 'minimal')
        throw new Mistake(
          'The database was started by a version that cannot be backed up while it runs. Restart the host, then try again.',
        );
      const { migration } = await oneRow<{ migration: string }>(session, `select max(name) as migration from kysely_migration`);
      const copying = startCopying(path.join(root, 'data'), path.join(draft, 'data'), files, onProgress);
      const found = await copying.look();
      await expectRoomFor(found.bytes, draft);
      // The slot is temporary: it disappears with the session, even if this process is killed.
      await session.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
      const { first } = await oneRow<{ first: string }>(session, `select pg_walfile_name(pg_backup_start($1, true)) as first`, [
        `console ${new Date().toISOString()}`,
      ]);
      await copying.copyAll();
      const { stopped, rows, rowsAreExact } = await countAtStop({ holder, counter }, () => stopBackup(session));
      await copying.copyLog(first, stopped.last);
      await writeChecked(draft, 'data/backup_label', stopped.label, files);
      const password = await copyChecked(path.join(root, 'password'), path.join(draft, 'password'), () => undefined);
      files.sums.set('password', password.sum);
      files.bytes += password.bytes;
      return { kind: 'physical', postgres: version, migration, rows, rowsAreExact };
    });
}

type Stopped = { label: string; last: string };

async function stopBackup(session: Client): Promise<Stopped> {
  const { label, spaces, last } = await oneRow<{ label: string; spaces: string; last: string }>(
    session,
    // If the backup ends exactly between two log files, the earlier one is the last needed.
    `select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn - 1) as last from pg_backup_stop(false)`,
  );
  if (spaces.trim() !== '')
    throw new Mistake('The database has tablespaces elsewhere, which a physical backup does not include. Use --portable.');
  return { label, last };
}

function startCopying(source: string, target: string, files: CheckedFiles, onProgress: OnProgress) {
  let [done, of] = [0, 0];
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress(done, Math.max(of, done));
  };
  const copyOne = async (from: string, name: string) => {
    const copied = await copyChecked(from, path.join(target, name), onBytes);
    files.sums.set(`data/${name}`, copied.sum);
    files.bytes += copied.bytes;
  };
  return {
    /** Returns the number of bytes to copy. */
    look: async () => {
      for await (const { name, isFolder } of entriesOf(source)) {
        if (!isFolder) of += await sizeOf(path.join(source, name));
      }
      return { bytes: of };
    },
    copyAll: async () => {
      await mkdir(target, { mode: 0o700 });
      for await (const { name, isFolder } of entriesOf(source)) {
        if (isFolder) await mkdir(path.join(target, name), { mode: 0o700 });
        else if (name === controlFile) await writeChecked(path.dirname(target), `data/${name}`, await readControl(source), files);
        else await copyOne(path.join(source, name), name).catch(unlessMissing);
      }
    },
    copyLog: async (first: string, last: string) => {
      const folder = await realpath(path.join(source, 'pg_wal'));
      const wanted = (await readdir(folder))
        .filter((name) => /^[\dA-F]{24}$/.test(name) && name >= first && name <= last)
        .toSorted();
      if (wanted[0] !== first || wanted.at(-1) !== last)
        throw new Error(
          "during the backup more was written than the server's log can hold. Try again at a quieter time, or use --portable",
        );
      for (const name of wanted) await copyOne(path.join(folder, name), `pg_wal/${name}`);
    },
  };
}

type Entry = { name: string; isFolder: boolean };

/** Lists the files and folders that a copy of a data folder must contain, each folder before its contents. */
async function* entriesOf(root: string, under = ''): AsyncGenerator<Entry> {
  for (const entry of await readdir(path.join(root, under), { withFileTypes: true }).catch(noneWhereMissing)) {
    const name = under === '' ? entry.name : `${under}/${entry.name}`;
    if (emptied.has(name)) yield* emptyFolder(name);
    else if (leftOut.test(entry.name)) continue;
    else if (entry.isDirectory()) {
      yield { name, isFolder: true };
      yield* entriesOf(root, name);
    } else if (entry.isFile()) yield { name, isFolder: false };
    else throw new Mistake(`${path.join(root, name)} is a link, which a physical backup does not include. Use --portable.`);
  }
}

function* emptyFolder(name: string): Generator<Entry> {
  yield { name, isFolder: true };
  if (name !== 'pg_wal') return;
  for (const inner of ['archive_status', 'summaries']) yield { name: `${name}/${inner}`, isFolder: true };
}

/** Reads the control file until two reads agree, because the server may overwrite it during a read. */
async function readControl(source: string): Promise<Buffer> {
  let before = Buffer.alloc(0);
  for (;;) {
    const now = await readFile(path.join(source, controlFile));
    if (now.equals(before)) return now;
    before = now;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    unlessMissing(error);
    return 0;
  }
}

/**
 * Ignores a missing file: its table was dropped during the backup, and the write-ahead log drops it in the
 * copy as well.
 */
function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function noneWhereMissing(error: unknown): [] {
  unlessMissing(error);
  return [];
}
