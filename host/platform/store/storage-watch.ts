import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { StorageState } from '#model/contract/socket-messages.ts';
import { databaseFailure } from './database-failure.ts';
import { errorText } from './error-text.ts';

/** The space of a file system, in bytes; `free` is what this user may still use. */
export type Space = { used: number; free: number };

const mebibyte = 1_048_576;
const lowShare = 0.9;
/**
 * The most bytes that a contact costs until the next checkpoint: its row, index entries and rollups, and
 * their write-ahead log.
 */
const contactBytes = 1_000;
const lookMs = 2_000;
const refusalMs = 30_000;

/**
 * Returns the space that is kept free of contacts, in bytes. When the disk is full, logins, sessions and
 * states still need space, and so does the server's log, without which the server would stop.
 */
export function reserveOf({ used, free }: Space): number {
  return Math.min(1_024 * mebibyte, Math.max(64 * mebibyte, (used + free) * 0.05));
}

/** Thrown instead of storing contacts when the disk is full. Its code is PostgreSQL's SQLSTATE for that. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
  readonly code = '53100';
}

export type StorageWatch = {
  /** Returns the state at the last check, which was just now. */
  state: () => StorageState;
  /** Checks whether there is room. If the file system cannot be read, the last state counts. */
  hasRoom: () => Promise<boolean>;
  /**
   * Runs `store`, which stores this many contacts, if there is room for them. @throws DiskFullError if there
   * is no room.
   */
  storing<T>(contacts: number, store: () => Promise<T>): Promise<T>;
  /** `onFull` is called each time the disk becomes full. */
  start(onFull: () => void): void;
  close(): void;
};

export type StorageWatchOptions = {
  /**
   * A folder on the database's file system. Null if the database is on another machine, where only its errors
   * (SQLSTATE 53100) show that the disk is full.
   */
  folder: string | null;
  log: Logger;
  look?: (folder: string) => Promise<Space>;
};

/**
 * Watches the disk of a database, and keeps a reserve of it free by refusing contacts. On a completely full
 * disk, the server would stop, and nothing could be read either.
 */
export function watchStorage({ folder, log, look = spaceOf }: StorageWatchOptions): StorageWatch {
  let state: StorageState = 'ok';
  /**
   * Until this time (ms), an error of the server counts as a full disk, unless contacts are stored
   * successfully before.
   */
  let refusedUntil = 0;
  /** The number of contacts being stored now; the disk does not show their cost yet. */
  let underWay = 0;
  /** The free bytes needed to store contacts again after the disk was full. */
  let resumesAt = 0;
  let onFull = (): void => {};
  let timer: NodeJS.Timeout | undefined;

  function become(next: StorageState, space: Space | null): void {
    const before = state;
    state = next;
    if (next === before) return;
    if (before === 'full') resumesAt = 0;
    const details = space === null ? {} : { folder, freeMiB: Math.floor(space.free / mebibyte), usedPercent: percent(space) };
    if (next === 'ok') log.info(details, 'the disk of the database has room again');
    else if (next === 'low') log.warn(details, 'the disk of the database is nearly full: make space before contacts are refused');
    else
      log.error(details, 'the disk of the database is full: contacts are refused until there is space; logins and reading go on');
    if (next === 'full') onFull();
  }

  function judge(space: Space): StorageState {
    // Require more than the reserve, so that the state does not change with every contact.
    const needed = state === 'full' ? Math.max(resumesAt, reserveOf(space) * 1.2) : reserveOf(space);
    if (space.free < needed || Date.now() < refusedUntil) return 'full';
    return space.used >= (space.used + space.free) * lowShare ? 'low' : 'ok';
  }

  function expectRoom(space: Space, contacts: number): void {
    const needed = reserveOf(space) + (underWay + contacts) * contactBytes;
    if (state !== 'full' && space.free >= needed) return;
    if (state !== 'full') resumesAt = needed;
    become('full', space);
    throw new DiskFullError(fullText(folder, space));
  }

  async function measure(): Promise<Space | null> {
    if (folder === null) {
      become(Date.now() < refusedUntil ? 'full' : 'ok', null);
      return null;
    }
    try {
      const space = await look(folder);
      become(judge(space), space);
      return space;
    } catch (error) {
      // If the folder is gone, the server itself fails.
      log.debug({ reason: errorText(error) }, 'the disk of the database could not be checked');
      return null;
    }
  }

  return {
    state: () => state,
    hasRoom: async () => {
      await measure();
      return state !== 'full';
    },
    async storing(contacts, store) {
      const space = await measure();
      if (space !== null) expectRoom(space, contacts);
      underWay += contacts;
      try {
        const stored = await store();
        refusedUntil = 0;
        return stored;
      } catch (error) {
        if (databaseFailure(error) === 'full') {
          refusedUntil = Date.now() + refusalMs;
          await measure();
        }
        throw error;
      } finally {
        underWay -= contacts;
      }
    },
    start: (listener) => {
      onFull = listener;
      timer = setInterval(() => void measure(), lookMs).unref();
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Returns how full a folder's file system is, as `df` shows it: space reserved for the administrator counts
 * as neither used nor free.
 */
export async function spaceOf(folder: string): Promise<Space> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return { used: (blocks - bfree) * bsize, free: bavail * bsize };
}

function fullText(folder: string | null, space: Space): string {
  const [free, reserve] = [space.free, reserveOf(space)].map((bytes) => Math.floor(bytes / mebibyte));
  return `the disk of ${folder} is full: ${free} MiB are free, of which ${reserve} MiB are kept for logins and reading. Make space, then try again.`;
}

function percent({ used, free }: Space): number {
  return Math.round((100 * used) / (used + free));
}

const watches = new WeakMap<Pool, StorageWatch>();

/** Makes `storingContacts` check `watch` before contacts are stored through `pool`. */
export function guardStorage(pool: Pool, watch: StorageWatch): void {
  watches.set(pool, watch);
}

/**
 * Stores contacts if the disk of the pool's database has room for them. A pool without `guardStorage` is not
 * checked.
 * @throws DiskFullError
 */
export function storingContacts<T>(pool: Pool, contacts: number, store: () => Promise<T>): Promise<T> {
  return watches.get(pool)?.storing(contacts, store) ?? store();
}
