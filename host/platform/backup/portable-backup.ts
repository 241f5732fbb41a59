import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { escapeIdentifier, type Client } from 'pg';
import { syncFolder } from '../sync-folder.ts';
import type { BackupWork } from './backup-folder.ts';
import { writeChecked, type CheckedFiles } from './checked-files.ts';
import { copyOut } from '../store/copy-rows.ts';
import type { RowCounts } from './manifest.ts';
import type { OnProgress } from './physical-backup.ts';
import { partsName, type PortableParts } from './portable-parts.ts';
import { countRows, tableNames } from './quiet-counts.ts';
import { oneRow, withSessions } from './sessions.ts';

/** Backs up the rows of every table as text, all read from one snapshot (BAK-8). */
export function portableBackup(url: string, onProgress: OnProgress): BackupWork {
  return (draft, files) =>
    withSessions(url, 1, async (session) => {
      if (session === undefined) throw new Error('A session is needed');
      const names = await tableNames(session);
      await session.query('begin isolation level repeatable read read only');
      await session.query(`lock table ${names.join(', ')} in access share mode`);
      const { version, migration, bytes } = await oneRow<{ version: number; migration: string; bytes: string }>(
        session,
        `select current_setting('server_version_num')::int as version, pg_database_size(current_database()) as bytes,
          (select max(name) from kysely_migration) as migration`,
      );
      const parts = await partsOf(session, names);
      const rows: RowCounts = await countRows(session, names);
      await mkdir(path.join(draft, 'tables'), { mode: 0o700 });
      let done = 0;
      const onBytes = (more: number) => onProgress((done += more), Math.max(done, Number(bytes)));
      for (const { name, file, columns } of parts.tables) {
        const copied = copyOut(session, `copy (select ${columns.join(', ')} from ${name}) to stdout with (format text, header)`);
        await pourChecked(copied, draft, file, files, onBytes);
      }
      await syncFolder(path.join(draft, 'tables'));
      await writeChecked(draft, partsName, `${JSON.stringify(parts, null, 2)}\n`, files);
      await session.query('commit');
      return { kind: 'portable', postgres: version, migration, rows, rowsAreExact: true };
    });
}

async function pourChecked(
  chunks: AsyncIterable<Buffer>,
  draft: string,
  file: string,
  files: CheckedFiles,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const to = await open(path.join(draft, file), 'wx', 0o600);
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let size = 0;
  const write = async () => {
    const part = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    hash.update(part);
    await to.writeFile(part);
    files.bytes += part.length;
    onBytes(part.length);
  };
  try {
    // Each chunk is one row. Gather rows, because writing each row alone would take most of the time.
    for await (const chunk of chunks) {
      waiting.push(chunk);
      size += chunk.length;
      if (size >= writtenAtOnce) await write();
    }
    await write();
    await to.sync();
  } finally {
    await to.close();
  }
  files.sums.set(file, hash.digest('hex'));
}

const writtenAtOnce = 262_144;

async function partsOf(session: Client, names: readonly string[]): Promise<PortableParts> {
  const tables: PortableParts['tables'] = [];
  for (const name of names) {
    const { rows } = await session.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    );
    const file = `tables/${name.replaceAll('"', '')}.copy`;
    tables.push({ name, file, columns: rows.map((column) => escapeIdentifier(column.name)) });
  }
  const partitions = await session.query<PortableParts['partitions'][number]>(
    `select format('"%s"."%s"', nsp.nspname, part.relname) as name, format('"%s"."%s"', above.nspname, parent.relname) as parent,
        pg_get_expr(part.relpartbound, part.oid) as bound
      from pg_inherits join pg_class part on part.oid = inhrelid join pg_namespace nsp on nsp.oid = part.relnamespace
        join pg_class parent on parent.oid = inhparent join pg_namespace above on above.oid = parent.relnamespace
      where part.relispartition and part.relkind = 'r' order by 1`,
  );
  const sequences = await session.query<PortableParts['sequences'][number]>(
    `select format('"%s"."%s"', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as last,
      last_value is not null as "isCalled" from pg_sequences where schemaname !~ '^pg_' order by 1`,
  );
  return { tables, partitions: partitions.rows, sequences: sequences.rows };
}
