import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as v from 'valibot';
import { DumpLines } from '#model/files/dump-csv.ts';
import { ReceiverPlaces } from '#model/files/receiver-places.ts';
import { OrionLines, orionSites } from '#model/files/orion-text.ts';
import type { LineWriter } from '#model/files/stored-contact.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type JobKind, type JobTry, LastingFailure } from '../../platform/jobs/job-kind.ts';
import { failureOf } from '../../platform/jobs/job-failure.ts';
import type { Mistake } from '../../platform/mistake.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import { codeOf } from '../../platform/store/database-failure.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import {
  findFile,
  noteFile,
  placesInTime,
  settleFile,
  type StoredFile,
  writtenReceivers,
} from '../../platform/store/files/data-files.ts';
import { storedRows } from '../../platform/store/files/stored-rows.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import { zonedTime } from '../../platform/timezone.ts';
import type { FileFolder } from './file-folder.ts';
import { reserveMore } from './file-room.ts';

const hourSeconds = 3_600;

/** FILE-6: makes the files of one system one after the other, on any host. */
export const dataFileJob: JobKind<{ systemId: string; fileId: number }> = {
  name: 'data-file',
  title: 'Making a data file',
  input: v.object({ systemId: v.string(), fileId: v.number() }),
  key: ({ systemId }) => systemId,
  system: ({ systemId }) => systemId,
  sameKey: 'waits',
  deadlineSeconds: 12 * hourSeconds,
  retries: 3,
  longestPauseSeconds: 30,
  mostWaiting: 200,
  atOnce: 1,
  hands: 2,
};

export type FileMaking = { database: Pick<Database, 'db' | 'pool' | 'ingest'>; folder: FileFolder; bus: Pick<Bus, 'publish'> };

/** Makes all consoles of the system reload its files. */
export function announceFiles(bus: Pick<Bus, 'publish'>, mitasId: string): void {
  bus.publish({ kind: 'message', mitasId, message: { type: 'invalidate', payload: ['dumpFiles'] } });
}

/** A fast level: gzip keeps up with the lines, and files are only a tenth larger than at the default. */
const packing = { level: 4, chunkSize: 64 * 1_024 };
/** How many rows one piece of text has. The host can do other work between two pieces. */
const rowsAtOnce = 2_000;

/**
 * Makes one file from the beginning, regardless of what an earlier try left (FILE-6). Writes it under a
 * temporary name and renames it on disk in the transaction that marks it as ready. If the file cannot be
 * made, stores the reason.
 */
export async function makeFile(
  making: FileMaking,
  { systemId, fileId }: { systemId: string; fileId: number },
  attempt: Pick<JobTry, 'number' | 'signal' | 'progress' | 'hold'>,
): Promise<void> {
  const { database, folder, bus } = making;
  const file = await findFile(database, systemId, fileId);
  if (file === undefined || file.completed !== null || file.deleted_at !== null) return;
  let part: string | undefined;
  try {
    part = await folder.beginPart(file.place);
    const made = await writePart(making, file, part, attempt);
    await inTransaction(database, async (within) => {
      await attempt.hold(within);
      const isWanted = await settleFile(within, fileId, { ...made, completed: 1, progress: 100 });
      if (!isWanted) throw new LastingFailure('It was deleted while it was being made.');
      // Only the try that holds the job gets here. If the commit fails, the next try overwrites the file.
      await rename(part as string, folder.pathOf(file.place));
      await syncFolder(path.dirname(folder.pathOf(file.place)));
    });
    folder.room.noteWritten();
    announceFiles(bus, systemId);
  } catch (error) {
    const lacked = roomLackedBy(error);
    if (lacked !== undefined) folder.room.noteFull(Math.max(file.reserved_bytes, await sizeOf(part)), lacked);
    if (part !== undefined) await rm(part, { force: true }).catch(() => undefined);
    // The canceller, or the stop of the host, decides what happens to the file.
    if (attempt.signal.aborted) throw error;
    const failure = diskFailure(error) ?? error;
    if (failure instanceof LastingFailure || attempt.number > dataFileJob.retries) {
      const text = failureOf(failure).plain ?? unknownReason;
      if (await settleFile(database, fileId, { completed: 0, error: text })) announceFiles(bus, systemId);
    }
    throw failure;
  }
}

const unknownReason = 'Something went wrong on the host. See its log.';

/** Returns whether the disk or a quota was full, if that is why a file failed; else undefined. */
function roomLackedBy(error: unknown): 'disk' | 'quota' | undefined {
  const code = error instanceof Error && 'syscall' in error ? codeOf(error) : undefined;
  return code === 'ENOSPC' ? 'disk' : code === 'EDQUOT' ? 'quota' : undefined;
}

async function sizeOf(part: string | undefined): Promise<number> {
  return part === undefined ? 0 : ((await stat(part).catch(() => null))?.size ?? 0);
}

/** Returns the message for a failure that no retry can fix; undefined for others. */
function diskFailure(error: unknown): Mistake | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  if (roomLackedBy(error) !== undefined) return new LastingFailure("The host's disk is full. Its operator must make space.");
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new LastingFailure('The host cannot write to its folder for data files. Its operator must check FILES_DIR.');
    default:
      return undefined;
  }
}

type Made = { rows: number; bytes: number; sha256: string };

/** Reads, compresses and writes; resolves when everything is on disk. */
async function writePart(
  { database }: FileMaking,
  file: StoredFile,
  part: string,
  { signal, progress }: Pick<JobTry, 'signal' | 'progress'>,
): Promise<Made> {
  const { id, system_id: systemId, from_ms: from, to_ms: to, rx_ids: wanted, expected_rows: expected } = file;
  const system = await findSystem(database, systemId);
  if (system === undefined) throw new LastingFailure('The system was removed.');
  const all = await writtenReceivers(database, systemId, null);
  const rxIds = [...all.keys()].filter((rxId) => wanted === null || wanted.includes(rxId));
  const offsetMinutes = Math.round(zonedTime(Math.min(to, Date.now()), system.timezone).offsetNanoseconds / 60e9);
  const places = file.columns.includes('place') ? new ReceiverPlaces(await placesInTime(database, systemId)) : null;
  const writer = writerOf(file, offsetMinutes, { names: all, places });
  const made = { rows: 0, bytes: 0 };
  const hash = createHash('sha256');
  let [reserved, noted] = [file.reserved_bytes, 0];

  const note = async (): Promise<void> => {
    progress({ done: made.rows, total: Math.max(expected, made.rows), what: 'contacts' });
    const percent = Math.min(99, Math.floor((100 * made.rows) / Math.max(1, expected)));
    if (percent <= noted) return;
    noted = percent;
    await noteFile(database, id, { progress: percent });
  };
  async function* text(): AsyncGenerator<string> {
    yield writer.header();
    let lines = '';
    let waiting = 0;
    for await (const rows of storedRows(database.ingest, id, systemId, { from, to, rxIds }, signal)) {
      for (const row of rows) lines += writer.line(row);
      made.rows += rows.length;
      waiting += rows.length;
      if (waiting < rowsAtOnce) continue;
      yield lines;
      await note();
      [lines, waiting] = ['', 0];
    }
    if (lines !== '') yield lines;
  }
  async function* counted(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of packed) {
      made.bytes += chunk.length;
      hash.update(chunk);
      if (made.bytes > reserved) reserved = await reserveMore(database, { systemId, id }, made.bytes);
      yield chunk;
    }
  }
  await pipeline(text(), createGzip(packing), counted, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), {
    signal,
  });
  return { ...made, sha256: hash.digest('hex') };
}

type Known = { names: ReadonlyMap<number, string>; places: ReceiverPlaces | null };

function writerOf({ file_type: type, columns }: StoredFile, offsetMinutes: number, { names, places }: Known): LineWriter {
  if (type === 'OrionTool') return new OrionLines(orionSites(names));
  return new DumpLines(offsetMinutes, (rxId) => names.get(rxId) ?? '', { utc: columns.includes('utc'), places });
}
