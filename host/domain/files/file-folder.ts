import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { isSystemName } from '#model/entities/system.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { keptPlaces } from '../../platform/store/files/data-files.ts';
import { errorText } from '../../platform/store/error-text.ts';

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
};

export function fileFolder(root: string): FileFolder {
  const pathOf = (place: string) => path.join(root, place);
  const removeParts = async (place: string): Promise<void> => {
    const folder = path.dirname(pathOf(place));
    for (const name of await namesIn(folder))
      if (name.startsWith(`${path.basename(place)}.`) && fileName.test(name)) await rm(path.join(folder, name), { force: true });
  };
  return {
    pathOf,
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
 * Removes what lies below `root` and belongs to no file that is ready or being made: what a killed host left,
 * and what was deleted by way of another one. Answers how many.
 */
export async function sweepFiles(database: Db, root: string, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const folder of await namesIn(root)) {
    if (!isSystemName(folder)) continue;
    const names = (await namesIn(path.join(root, folder))).filter((name) => fileName.test(name));
    for (let at = 0; at < names.length; at += askedAtOnce) {
      signal?.throwIfAborted();
      const some = names
        .slice(at, at + askedAtOnce)
        .map((name) => ({ name, place: `${folder}/${fileName.exec(name)?.[1] ?? ''}` }));
      // Looked at after the names: a row is there before its file.
      const kept = await keptPlaces(
        database,
        some.map(({ place }) => place),
      );
      for (const { name, place } of some) {
        const state = kept.get(place);
        if (state === 'made' || (state === 'ready' && !name.endsWith('.part'))) continue;
        await rm(path.join(root, folder, name), { force: true });
        removed += 1;
      }
    }
  }
  return removed;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => []);
}

/** How often this host looks for what is left over, beside when files changed (ms). */
const sweepMs = 3_600_000;

/**
 * Keeps this host's folder free of what is left over, from its start on: each host has a disk of its own,
 * unless FILES_DIR is shared.
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
  let sweeping: Promise<void> | undefined;
  let isAsked = false;

  const sweep = (): void => {
    isAsked = true;
    sweeping ??= (async () => {
      try {
        while (isAsked && !stop.signal.aborted) {
          isAsked = false;
          const removed = await sweepFiles(database, root, stop.signal);
          if (removed > 0) log.info({ removed }, 'data files that nobody keeps any more were removed');
        }
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ reason: errorText(error) }, 'left-over data files could not be looked for');
      } finally {
        sweeping = undefined;
      }
    })();
  };
  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'message' && event.message.type === 'invalidate' && event.message.payload.includes('dumpFiles')) sweep();
  });
  const timer = setInterval(sweep, sweepMs);
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
