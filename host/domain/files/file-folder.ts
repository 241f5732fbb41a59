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

/** The names that this product writes below FILES_DIR. It leaves all other files alone. */
const fileName = /^([0-9a-f]{32}\.gz)(?:\.[0-9a-f]{8}\.part)?$/;
/** How many files one query looks up. */
const askedAtOnce = 1_000;

/** Returns a new, unique place below FILES_DIR for a file of a system. */
export function newPlace(systemId: string): string {
  return `${systemId}/${randomBytes(16).toString('hex')}.gz`;
}

/** The folder of data files on this host (FILE-9). */
export type FileFolder = {
  pathOf(place: string): string;
  /**
   * Returns a new path for an unfinished file, in its final folder. Removes unfinished files of earlier
   * tries.
   */
  beginPart(place: string): Promise<string>;
  /** Returns true if this host has the complete file. */
  has(place: string, bytes: number | null): Promise<boolean>;
  /** Deletes a file and its unfinished parts at once. */
  remove(place: string): Promise<void>;
  /** Tells whether its disk has room. */
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

/**
 * How long (ms) after its last change a complete file without a row is kept: another database may know the
 * file.
 */
const keptMs = 86_400_000;
/** How long (ms) this process must have known of such a file before it removes the file. */
const sightMs = 1_800_000;

/** When an unexpected file was first seen (ms since the epoch), by its path. */
export type Sights = Map<string, number>;

/** The scope of a sweep, and what earlier sweeps saw; `now` in ms since the epoch. */
export type Sweep = { sights?: Sights; systemId?: string | undefined; signal?: AbortSignal; now?: number };

/**
 * Removes files below `root`, or in one system's folder, that no ready or unfinished data file uses: remains
 * of killed hosts, and files deleted through another host. A complete file that is unknown to the database,
 * or has another size there, is removed only if it is a day old and an earlier sweep saw it (`sights`).
 * Returns the number of removed files.
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
      // Queried after listing the names, because a row is always stored before its file exists.
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

/** The file in FILES_DIR that identifies the database of the data files. */
const markerName = '.database';

/**
 * Returns true if the files below `root` belong to this database. The first host records its origin there. A
 * restored or different database does not know all the files.
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
    // The marker is cut short or was edited, so the owner is unknown.
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}

/** How often (ms) this host sweeps, in addition to the sweeps after changes of files. */
const sweepMs = 3_600_000;

/**
 * Removes left-over files from this host's folder: at the start, every hour, and after changes of files. Each
 * host has its own disk, unless FILES_DIR is shared. Removes nothing if the folder belongs to another
 * database.
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
  /** The systems whose folders must be swept; undefined means all. */
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
