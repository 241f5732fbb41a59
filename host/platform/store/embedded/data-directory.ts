import { execFile } from 'node:child_process';
import { access, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { Mistake } from '../../mistake.ts';
import { errorText } from '../error-text.ts';
import { embeddedMajor, isMissing, type Binaries } from './binaries.ts';
import { chooseLauncher, commandLine, type Launcher, type LauncherOptions } from './privileges.ts';
import { makePassword, type ServerFiles } from './server-files.ts';
import { shellWord } from '../../shell-word.ts';

const run = promisify(execFile);

/**
 * The superuser of the embedded server, who also owns its tables. This is acceptable because the server
 * serves only this product.
 */
export const embeddedUser = 'console';

/**
 * Checks that the data folder has a database. @throws Mistake if no host was ever started on it, for example
 * because its name is mistyped (STO-18).
 */
export async function expectDatabase(dataDir: string): Promise<void> {
  try {
    await access(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'));
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new Mistake(
      `No database in ${dataDir}. Set DATA_DIR to the data folder of the host, or start the host once with npm start.`,
    );
  }
}

/**
 * Creates the data directory if it does not exist. Returns the launcher with which to run a server on it.
 * @throws Error with initdb's message.
 */
export async function prepareData(
  files: ServerFiles,
  binaries: Binaries,
  options: LauncherOptions & { log: Logger },
): Promise<Launcher> {
  const entries = await readdir(files.root);
  const isFirst = !entries.includes('data');
  if (!isFirst) await expectSameMajor(files);
  // Write the password before choosing the launcher, because that gives the folder to the user who runs
  // initdb.
  if (isFirst) await makePassword(files);
  const launcher = await chooseLauncher(files.root, options);
  if (!isFirst) return launcher;
  for (const draft of entries.filter((name) => name.startsWith('data.new'))) {
    await rm(path.join(files.root, draft), { recursive: true });
  }
  options.log.info({ launcher: launcher.describe }, 'first start: making the database');
  await initialise(files, binaries, launcher);
  return launcher;
}

/**
 * Checks the version of the data. @throws Error if they are of another major version of PostgreSQL; they are
 * left unchanged (BAK-9).
 */
async function expectSameMajor(files: ServerFiles): Promise<void> {
  const found = (await readFile(path.join(files.data, 'PG_VERSION'), 'utf8')).trim();
  const major = embeddedMajor();
  if (found === String(major)) return;
  const dataDir = path.dirname(files.root);
  throw new Error(
    [
      `The data in ${dataDir} belong to PostgreSQL ${found}, and this version comes with PostgreSQL ${major}. Nothing was changed. To migrate the data:`,
      `  with the previous version:  DATA_DIR=${shellWord(dataDir)} npm run backup -- FOLDER --portable`,
      '  with this version:          DATA_DIR=ANOTHER npm run restore -- FOLDER/backup-…',
      '  then start this version with that DATA_DIR.',
    ].join('\n'),
    { cause: new Error(`PG_VERSION is ${found}`) },
  );
}

/**
 * Creates the directory under another name and then renames it, so that a killed process leaves nothing
 * unfinished under the final name.
 */
async function initialise(files: ServerFiles, binaries: Binaries, launcher: Launcher): Promise<void> {
  const draft = path.join(files.root, `data.new.${process.pid}`);
  const account = ['-U', embeddedUser, `--pwfile=${files.password}`, '-A', 'scram-sha-256'];
  // The built-in Unicode locale sorts text and folds case in the same way on every platform.
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', draft, ...account, ...locale, '--no-instructions'];
  try {
    await run(...commandLine(launcher.short, binaries.initdb, args), { env: { ...process.env, ...binaries.env } });
  } catch (cause) {
    throw new Error(`The database could not be made in ${files.root}: ${outputOf(cause)}`, { cause });
  }
  await rename(draft, files.data);
}

function outputOf(cause: unknown): string {
  const words = cause instanceof Error && 'stderr' in cause && typeof cause.stderr === 'string' ? cause.stderr.trim() : '';
  return words === '' ? errorText(cause) : words;
}
