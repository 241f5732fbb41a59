import { randomUUID } from 'node:crypto';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, accepted, refused } from '#model/result.ts';
import { readJsonFile } from './json-file.ts';
import { identify, isRunning, type ProcessIdentity } from '../../process-identity.ts';

const pollMs = 25;

/**
 * Runs `work` while no other process runs its own with the same lock file. A lock left by a killed process,
 * or torn by a power cut, is replaced. Even if this lock failed, PostgreSQL's postmaster.pid would prevent
 * two servers on one data directory.
 * @throws Error if another running process holds the lock for longer than `timeoutMs`.
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

/**
 * Creates the lock together with its content, so that a killed process never leaves a lock without an owner.
 * Returns false if the lock exists.
 */
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

/** Deletes drafts that killed processes could not delete themselves. */
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
 * Removes the lock of a process that has ended, under a second lock. No other process removes it at that
 * time, so the lock that is removed is the one that was checked, never a newer one. If a process ends here,
 * its second lock is removed in the same way.
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

/** Returns the process identity in a parsed JSON value; undefined if it is not one. */
export function parseIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('born' in value)) return undefined;
  const { pid, born } = value;
  return typeof pid === 'number' && typeof born === 'string' ? { pid, born } : undefined;
}
