import { link, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isMissing } from './binaries.ts';
import { readJsonFile } from './json-file.ts';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

const pollMs = 25;

/**
 * Runs `work` while no other process runs its own under the same lock file. A lock left by a killed process, or torn by
 * a power cut, is taken over. Should the lock ever fail, PostgreSQL's own postmaster.pid still keeps two servers off one data directory.
 * @throws Error when another live process holds the lock for longer than `patienceMs`.
 */
export async function withLaunchLock<T>(file: string, work: () => Promise<T>, patienceMs = 120_000): Promise<T> {
  await acquire(file, patienceMs);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (await create(file)) return;
    const holder = await readHolder(file);
    if (await isDead(holder)) await evict(file);
    else if (Date.now() > deadline) {
      const name = typeof holder === 'object' ? holder.pid : 'unknown';
      throw new Error(`Process ${name} has been starting the database for ${patienceMs / 1000} s: stop it, or delete ${file}.`);
    } else await wait(pollMs);
  }
}

/** The file appears with its content in it, so that a kill leaves no lock without a name. */
async function create(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(await identify(process.pid)), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

type Holder = ProcessIdentity | 'missing' | 'torn' | 'unnamed';

async function readHolder(file: string): Promise<Holder> {
  const found = await readJsonFile(file);
  if (typeof found === 'string') return found;
  return parseIdentity(found.value) ?? 'unnamed';
}

async function isDead(holder: Holder): Promise<boolean> {
  return typeof holder === 'string' ? holder === 'torn' : !(await isRunning(holder));
}

/** Renamed first and looked at after: another process may have evicted the same holder and locked in the meantime. */
async function evict(file: string): Promise<void> {
  const aside = `${file}.evicted.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if (await isDead(await readHolder(aside))) await rm(aside, { force: true });
  else await rename(aside, file);
}

/** @returns undefined for anything that is not a process identity. */
export function parseIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('born' in value)) return undefined;
  const { pid, born } = value;
  return typeof pid === 'number' && typeof born === 'string' ? { pid, born } : undefined;
}
