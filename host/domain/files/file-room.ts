import type { DumpExtra, DumpFileType, DumpQuota } from '#model/entities/dump-file.ts';
import { sizeText } from '#model/files/dump-files.ts';
import { LastingFailure } from '../../platform/jobs/job-kind.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { lockFiles, noteFile, quotaOf } from '../../platform/store/files/data-files.ts';

/**
 * The bytes of a compressed row: a little more than the 19.1 and 11.2 measured with made-up contacts of
 * random codes, frequencies and powers (tests/bench/data-files.bench.ts). Real contacts compress better.
 */
const rowBytes: Readonly<Record<DumpFileType, number>> = { CSV: 20, OrionTool: 12 };
/** The bytes that optional columns add to a row (FILE-14), together a little more than the measured 7.8. */
const extraBytes: Readonly<Record<DumpExtra, number>> = { utc: 5, place: 3 };
const leastBytes = 1_024;

/** Returns a generous estimate of a file's size (bytes, compressed). */
export function estimatedBytes(type: DumpFileType, rows: number, extras: readonly DumpExtra[] = []): number {
  return leastBytes + rows * extras.reduce((sum, extra) => sum + extraBytes[extra], rowBytes[type]);
}

/**
 * The most files of a system that are not deleted. A longer list would not help people, but would have to be
 * read.
 */
export const mostFiles = 1_000;

/** The most unfinished files of a system, out of 200 that may wait on all hosts. */
export const mostInMaking = 10;

/** Returns why there is no room for a file of this size, or null. */
export function roomFault({ usedBytes, limitBytes }: DumpQuota, bytes: number): string | null {
  if (usedBytes + bytes <= limitBytes) return null;
  return `The file needs about ${sizeText(bytes)}, but ${sizeText(usedBytes)} of ${sizeText(limitBytes)} are used. Delete files, or choose a shorter time range or fewer receivers.`;
}

/** The bytes reserved at a time for a file that grows beyond its estimate. */
const step = 64 * 1_024 * 1_024;

/**
 * Reserves more for an unfinished file that takes `bytes` now. Returns the reserved bytes.
 * @throws LastingFailure if there is no room.
 */
export function reserveMore(database: Db, { systemId, id }: { systemId: string; id: number }, bytes: number): Promise<number> {
  return inTransaction(database, async (within) => {
    await lockFiles(within, systemId);
    await noteFile(within, id, { reserved_bytes: bytes });
    const { usedBytes, limitBytes } = await quotaOf(within, systemId);
    const room = limitBytes - usedBytes;
    if (room < 0)
      throw new LastingFailure(
        `The file grew larger than expected: the system's files would take more than ${sizeText(limitBytes)}. Delete files, or choose less.`,
      );
    const reserved = bytes + Math.min(step, room);
    await noteFile(within, id, { reserved_bytes: reserved });
    return reserved;
  });
}
