import { randomUUID } from 'node:crypto';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, accepted, refused } from '#model/result.ts';
import { readJsonFile } from './json-file.ts';
import { identify, isRunning, type ProcessIdentity } from '../../process-identity.ts';

const pollMs = 25;

/**
 * Runs `work` while no other process runs its own with the same lock file. A lock of a killed process, or one
 * torn by a power cut, is taken over. Even if this lock failed, PostgreSQL's postmaster.pid would keep two
 * servers off one data directory.
 * @throws Error if another live process holds the lock for longer than `timeoutMs`.
 */
export async function withLaunchLock<T>(file: string, work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  await acquire(file, Date.now() + timeoutMs, timeoutMs);
  try {
    await sweepDrafts(file);
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, deadline: number, timeoutMs: number): Promise<void> {
  for (;;) {
    if (await create(file)) return;
    const holder = await readHolder(file);
    if (await isDead(holder)) await evict(file, deadline, timeoutMs);
    else if (Date.now() > deadline) {
      const name = holder.ok ? holder.value.pid : 'unknown';
      throw new Error(`Process ${name} has been starting the database for ${timeoutMs / 1000} s: stop it, or delete ${file}.`);
    } else await wait(pollMs);
  }
}

/** Creates the lock with its content in one step, so that a kill leaves no lock without an owner. */
async function create(file: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
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

/** Deletes drafts of processes that were killed before they could do it. */
async function sweepDrafts(file: string): Promise<void> {
  const beginning = `${basename(file)}.`;
  for (const name of await readdir(dirname(file))) {
    const draft = join(dirname(file), name);
    if (!name.startsWith(beginning) || !isUuid.test(name.slice(beginning.length))) continue;
    const holder = await readHolder(draft);
    if (holder.ok && !(await isRunning(holder.value))) await rm(draft, { force: true });
  }
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Holder = Result<ProcessIdentity, 'missing' | 'torn' | 'unnamed'>;

async function readHolder(file: string): Promise<Holder> {
  const found = await readJsonFile(file);
  if (!found.ok) return found;
  const identity = parseIdentity(found.value);
  return identity === undefined ? refused('unnamed') : accepted(identity);
}

async function isDead(holder: Holder): Promise<boolean> {
  return holder.ok ? !(await isRunning(holder.value)) : holder.reason === 'torn';
}

/**
 * Removes a dead process's lock, under a second lock. No other process removes it in that time, so the
 * removed lock is the one that was checked, never a newer one. If a process dies here, the second lock is
 * evicted in the same way.
 */
async function evict(file: string, deadline: number, timeoutMs: number): Promise<void> {
  const evicting = `${file}.evicting`;
  await acquire(evicting, deadline, timeoutMs);
  try {
    if (await isDead(await readHolder(file))) await rm(file, { force: true });
  } finally {
    await rm(evicting, { force: true });
  }
}

/** Returns undefined for anything that is not a process identity. */
export function parseIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('born' in value)) return undefined;
  const { pid, born } = value;
  return typeof pid === 'number' && typeof born === 'string' ? { pid, born } : undefined;
}
