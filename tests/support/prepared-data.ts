import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { findBinaries } from '../../host/platform/store/embedded/binaries.ts';
import { embeddedUser } from '../../host/platform/store/embedded/data-directory.ts';
import { startEmbeddedServer } from '../../host/platform/store/embedded/embedded-server.ts';
import { chooseLauncher, commandLine } from '../../host/platform/store/embedded/privileges.ts';
import { makePassword, prepareFiles, readPassword, type ServerFiles } from '../../host/platform/store/embedded/server-files.ts';
import { migrate } from '../../host/platform/store/migrate.ts';
import { openSingle } from '../../host/platform/store/pools.ts';
import { importsOf } from '../../scripts/mutants/related-tests.ts';
import { keptFolder } from './kept-folder.ts';
import { startSystemPostgres, systemBinaries, type TestServer } from './system-postgres.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/prepared-data');
const log = pino({ level: 'warn' }, pino.destination(2));

/** Settings for a server whose data may be lost in a crash. */
export const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let prepared: Promise<string> | undefined;

/**
 * Makes a data folder in which the embedded database has its tables and nothing else, as after the first
 * start of a host. It is a copy of a folder that is made once and kept, with its own password, so that a host
 * that looks for its server at a port never accepts another's.
 */
export async function putPreparedData(dataDir: string): Promise<void> {
  const data = await (prepared ??= preparedData());
  const files = await prepareFiles(dataDir);
  await copyFolder(data, files.data);
  await makePassword(files);
  await setPassword(files);
}

/** Makes the data of a server of the system's PostgreSQL in `dir`, with the tables in its first database. */
export async function putPreparedSystemData(dir: string): Promise<void> {
  const bin = await systemBinaries();
  const from = await madeFrom(path.join(bin, 'postgres'), {});
  const make = async (folder: string) => {
    await withTables(await startSystemPostgres(folder));
    await rm(path.join(folder, 'server.log'));
  };
  await copyFolder(await keptFolder({ cache, kind: 'system', from, make }), dir);
}

async function preparedData(): Promise<string> {
  const { postgres, env } = await findBinaries(path.join(cache, '../postgres'));
  const make = async (folder: string) => {
    const dataDir = `${folder}.made`;
    const { port, password, stop } = await startEmbeddedServer({ dataDir, log, settings: hasty });
    await withTables({ url: `postgres://${embeddedUser}:${password}@127.0.0.1:${port}/postgres`, stop });
    await rename(path.join(dataDir, 'postgres/data'), folder);
    await rm(dataDir, { recursive: true });
  };
  return keptFolder({ cache, kind: 'embedded', from: await madeFrom(postgres, env), make });
}

async function withTables({ url, stop }: TestServer): Promise<void> {
  const { db, pool } = openSingle(url, log);
  try {
    await migrate(db, log);
  } finally {
    await pool.end();
    await stop();
  }
}

/**
 * Returns everything that decides how the data look: this file and all its imports, what else is beside that
 * code, the packages, the server, the user and the place. Also the day, because a migration may write the
 * time.
 */
async function madeFrom(postgres: string, libraries: Readonly<Record<string, string>>): Promise<string[]> {
  const { platform, arch, env } = process;
  const { stdout: version } = await run(postgres, ['--version'], { env: { ...env, ...libraries } });
  const { size, mtimeMs } = await stat(postgres);
  const place = [platform, arch, process.getuid?.(), env['TZ'], postgres, version, size, mtimeMs].map(String);
  const texts = sourcesOfPreparedData().map((file) => `${file} ${hash('sha256', readFileSync(path.join(root, file)))}`);
  return [...place, new Date().toISOString().slice(0, 10), ...texts];
}

/** Returns the files whose text decides how prepared data look, relative to the root. */
export function sourcesOfPreparedData(): string[] {
  const sources = new Set([path.relative(root, import.meta.filename)]);
  // The loop also reaches what is added during it.
  for (const file of sources)
    for (const needed of importsOf(file, readFileSync(path.join(root, file), 'utf8'))) sources.add(needed);
  const beside = readdirSync(path.join(root, 'host'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
  return [...sources, ...beside, 'package.json', 'package-lock.json'].toSorted();
}

/** Copies owners and modes too; if the file system can, the copies share their blocks. */
async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}

/** Sets the password with a server that accepts no connections and needs no password. */
async function setPassword(files: ServerFiles): Promise<void> {
  const { postgres, env } = await findBinaries(files.root);
  const { short } = await chooseLauncher(files.root);
  const alone = commandLine(short, postgres, ['--single', '-D', files.data, '-c', 'fsync=off', 'postgres']);
  const running = run(...alone, { env: { ...process.env, ...env } });
  running.child.stdin?.end(`alter role ${embeddedUser} password '${await readPassword(files)}'\n`);
  const { stderr } = await running;
  if (/ERROR|FATAL/.test(stderr)) throw new Error(`The password of ${files.root} could not be set:\n${stderr}`);
}
