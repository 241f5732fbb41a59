import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { StorageState } from '#model/contract/socket-messages.ts';
import { databaseFailure } from './database-failure.ts';
import { errorText } from './error-text.ts';

/** A file system, in bytes: `free` is what this user may still use. */
export type Space = { used: number; free: number };

const mebibyte = 1_048_576;
const lowShare = 0.9;
/**
 * What one contact may cost at the most until the next checkpoint: its row, its index, its rollups and the
 * log of them all, in bytes.
 */
const contactBytes = 1_000;
const lookMs = 2_000;
const refusalMs = 30_000;

/**
 * What is kept free of contacts, in bytes: logins, sessions and states go on in it while the disk is full,
 * and the server finds room for its log, without which it stops altogether.
 */
export function reserveOf({ used, free }: Space): number {
  return Math.min(1_024 * mebibyte, Math.max(64 * mebibyte, (used + free) * 0.05));
}

/**
 * Contacts are not stored because the disk has no room for them. Carries the SQLSTATE by which PostgreSQL
 * says the same.
 */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
  readonly code = '53100';
}

export type StorageWatch = {
  /** As of a moment ago. */
  state: () => StorageState;
  /** Whether there is room now; true where the file system cannot be seen. */
  hasRoom: () => Promise<boolean>;
  /**
   * Runs `store`, which stores so many contacts, where there is room for them. @throws DiskFullError where
   * there is none.
   */
  storing<T>(contacts: number, store: () => Promise<T>): Promise<T>;
  /** `onFull` is called each time that the disk has become full. */
  start(onFull: () => void): void;
  close(): void;
};

export type StorageWatchOptions = {
  /**
   * A folder on the database's file system; null where that is on another machine, and only its refusals
   * (SQLSTATE 53100) show it.
   */
  folder: string | null;
  log: Logger;
  look?: (folder: string) => Promise<Space>;
};

/**
 * Watches the disk of a database and keeps a reserve of it free: the server ends at a disk that is really
 * full, and with it all reading.
 */
export function watchStorage({ folder, log, look = spaceOf }: StorageWatchOptions): StorageWatch {
  let state: StorageState = 'ok';
  /** The server itself has refused to store; until then (ms) that stands, where no success says otherwise. */
  let refusedUntil = 0;
  /** Contacts that are being stored: what they will cost is not seen yet. */
  let underWay = 0;
  /** Once it is full, how much must be free for contacts to be stored again. */
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
    // Some way beyond the mark, so that it does not come and go with every contact.
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

  async function lookNow(): Promise<Space | null> {
    if (folder === null) {
      become(Date.now() < refusedUntil ? 'full' : 'ok', null);
      return null;
    }
    try {
      const space = await look(folder);
      become(judge(space), space);
      return space;
    } catch (error) {
      // A folder that has gone is the server's to notice.
      log.debug({ reason: errorText(error) }, 'the disk of the database could not be checked');
      return null;
    }
  }

  return {
    state: () => state,
    hasRoom: async () => {
      await lookNow();
      return state !== 'full';
    },
    async storing(contacts, store) {
      const space = await lookNow();
      if (space !== null) expectRoom(space, contacts);
      underWay += contacts;
      try {
        const stored = await store();
        refusedUntil = 0;
        return stored;
      } catch (error) {
        if (databaseFailure(error) === 'full') {
          refusedUntil = Date.now() + refusalMs;
          await lookNow();
        }
        throw error;
      } finally {
        underWay -= contacts;
      }
    },
    start: (listener) => {
      onFull = listener;
      timer = setInterval(() => void lookNow(), lookMs).unref();
    },
    close: () => clearInterval(timer),
  };
}

/**
 * How full the file system of a folder is, as `df` counts: what only the system's administrator may use
 * counts neither as used nor as free.
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

/** Makes `watch` the one that is asked before contacts are stored through `pool`. */
export function guardStorage(pool: Pool, watch: StorageWatch): void {
  watches.set(pool, watch);
}

/**
 * Stores contacts where the disk of the pool's database has room for them; a pool that nobody guards has.
 * @throws DiskFullError
 */
export function storingContacts<T>(pool: Pool, contacts: number, store: () => Promise<T>): Promise<T> {
  return watches.get(pool)?.storing(contacts, store) ?? store();
}
