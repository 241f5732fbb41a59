import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { isSystemName } from '#model/entities/system.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { isSamePlace, type DatabaseOrigin, originOf } from '../../platform/changes/epochs.ts';
import { codeOf } from '../../platform/store/database-failure.ts';
import { knownPlaces } from '../../platform/store/files/data-files.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { type DiskRoom, diskRoom } from './disk-room.ts';

/** What this product writes below FILES_DIR, and nothing else: all other names there are left alone. */
const fileName = /^([0-9a-f]{32}\.gz)(?:\.[0-9a-f]{8}\.part)?$/;
/** Places that the database is asked about at once. */
const askedAtOnce = 1_000;

/** Where a new file of a system will lie below FILES_DIR: a name that no other row ever had. */
export function newPlace(systemId: string): string {
  return `${systemId}/${randomBytes(16).toString('hex')}.gz`;
}

/** Where data files lie on this host (FILE-9). */
export type FileFolder = {
  pathOf(place: string): string;
  /** A new path of an unfinished part of that file, in its folder. Those of earlier tries are removed. */
  beginPart(place: string): Promise<string>;
  /** Whether this host has the file, whole. */
  has(place: string, bytes: number | null): Promise<boolean>;
  /** Gives the bytes back at once, also those of an unfinished part. */
  remove(place: string): Promise<void>;
  /** Whether its disk has room. */
  room: DiskRoom;
};

export function fileFolder(root: string, room: DiskRoom = diskRoom(root)): FileFolder {
  const pathOf = (place: string) => path.join(root, place);
  const removeParts = async (place: string): Promise<void> => {
    const folder = path.dirname(pathOf(place));
    for (const name of await namesIn(folder))
      if (name.startsWith(`${path.basename(place)}.`) && fileName.test(name)) await rm(path.join(folder, name), { force: true });
  };
  return {
    pathOf,
    room,
    async beginPart(place) {
      await mkdir(path.dirname(pathOf(place)), { recursive: true, mode: 0o700 });
      await removeParts(place);
      return `${pathOf(place)}.${randomBytes(4).toString('hex')}.part`;
    },
    async has(place, bytes) {
      const found = await stat(pathOf(place)).catch(() => null);
      return found?.isFile() === true && found.size === bytes;
    },
    async remove(place) {
      await rm(pathOf(place), { force: true });
      await removeParts(place);
    },
  };
}

/** What is whole and in no row is kept for so long (ms), by its own time: another database may know it. */
const keptMs = 86_400_000;
/** So long before it is removed such a file was seen first (ms), by this process. */
const sightMs = 1_800_000;

/** When a file that should not be there was seen first (ms since the epoch), by its path. */
export type Sights = Map<string, number>;

/** What a sweep looks at, and what it knows of the ones before; `now` in ms since the epoch. */
export type Sweep = { sights?: Sights; systemId?: string | undefined; signal?: AbortSignal; now?: number };

/**
 * Removes what lies below `root`, or in one system's folder, and belongs to no file that is ready or being
 * made: what a killed host left, and what was deleted by way of another one. A whole file of which the
 * database says nothing, or another size, goes only when it is a day old and was seen before: `sights` keeps
 * that from one sweep to the next. Answers how many.
 */
export async function sweepFiles(database: Db, root: string, sweep: Sweep = {}): Promise<number> {
  const { sights = new Map<string, number>(), systemId, signal, now = Date.now() } = sweep;
  let removed = 0;
  for (const folder of systemId === undefined ? await namesIn(root) : [systemId]) {
    if (!isSystemName(folder)) continue;
    const names = (await namesIn(path.join(root, folder))).filter((name) => fileName.test(name));
    const doubted = new Set<string>();
    for (let at = 0; at < names.length; at += askedAtOnce) {
      signal?.throwIfAborted();
      const some = names
        .slice(at, at + askedAtOnce)
        .map((name) => ({ name, place: `${folder}/${fileName.exec(name)?.[1] ?? ''}` }));
      // Looked at after the names: a row is there before its file.
      const known = await knownPlaces(
        database,
        some.map(({ place }) => place),
      );
      for (const { name, place } of some) {
        const file = path.join(root, folder, name);
        const { state, bytes } = known.get(place) ?? { state: 'unknown', bytes: null };
        if (state === 'made') continue;
        if (!name.endsWith('.part') && state !== 'gone') {
          const found = await stat(file).catch(() => null);
          if (found === null || (state === 'ready' && found.size === bytes)) continue;
          doubted.add(file);
          const seen = sights.get(file) ?? now;
          sights.set(file, seen);
          if (now - Math.max(found.mtimeMs, found.ctimeMs) < keptMs || now - seen < sightMs) continue;
        }
        await rm(file, { force: true });
        removed += 1;
      }
    }
    for (const file of sights.keys())
      if (path.dirname(file) === path.join(root, folder) && !doubted.has(file)) sights.delete(file);
  }
  return removed;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => []);
}

/** Says in FILES_DIR to which database its files belong. */
const markerName = '.database';

/**
 * Whether the files below `root` belong to this database: the first that looks notes where it lies. One that
 * was put back from a backup, or another one, knows not all of them.
 */
async function isFolderOf(database: Db, root: string): Promise<boolean> {
  const marker = path.join(root, markerName);
  const now = await originOf(database);
  try {
    await writeFile(marker, `${JSON.stringify(now)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  try {
    return isSamePlace(JSON.parse(await readFile(marker, 'utf8')) as DatabaseOrigin, now);
  } catch (error) {
    // Cut short, or by somebody's hand: nobody knows whose they are.
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}

/** How often this host looks for what is left over, beside when files changed (ms). */
const sweepMs = 3_600_000;

/**
 * Keeps this host's folder free of what is left over, from its start on: each host has a disk of its own,
 * unless FILES_DIR is shared. Where the folder belongs to another database nothing is removed.
 */
export function watchLeftOvers({
  database,
  bus,
  root,
  log,
}: {
  database: Db;
  bus: Bus;
  root: string;
  log: Pick<Logger, 'info' | 'warn'>;
}): { close(): Promise<void> } {
  const stop = new AbortController();
  const sights: Sights = new Map();
  /** Systems whose folders are to be looked at; undefined is all of them. */
  const asked = new Set<string | undefined>();
  let sweeping: Promise<void> | undefined;
  let hasWarned = false;

  const mayRemove = async (): Promise<boolean> => {
    if ((await namesIn(root)).length === 0) return false;
    if (await isFolderOf(database, root)) return true;
    if (!hasWarned)
      log.warn(
        { filesDir: root },
        `the data files in FILES_DIR belong to another database, or to this one before it was restored or moved: none is removed. Set FILES_DIR to a folder of this database's own, or, if the files may be cleared by what this database knows, delete ${path.join(root, markerName)}`,
      );
    hasWarned = true;
    return false;
  };
  const sweep = (systemId?: string): void => {
    asked.add(systemId);
    sweeping ??= (async () => {
      try {
        while (asked.size > 0 && !stop.signal.aborted) {
          const some = asked.has(undefined) ? [undefined] : [...asked];
          asked.clear();
          if (!(await mayRemove())) continue;
          let removed = 0;
          for (const each of some) removed += await sweepFiles(database, root, { sights, systemId: each, signal: stop.signal });
          if (removed > 0) log.info({ removed }, 'data files that are no longer kept were removed');
        }
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ reason: errorText(error) }, 'leftover data files could not be searched for');
      } finally {
        sweeping = undefined;
      }
    })();
  };
  const unsubscribe = bus.subscribe((event) => {
    if (event.kind !== 'message' || event.message.type !== 'invalidate') return;
    if (event.message.payload.includes('dumpFiles')) sweep(event.mitasId);
  });
  const timer = setInterval(() => sweep(), sweepMs);
  timer.unref();
  sweep();
  return {
    async close() {
      stop.abort();
      unsubscribe();
      clearInterval(timer);
      await sweeping;
    },
  };
}
