import type { DumpExtra, DumpFileType, DumpQuota } from '#model/entities/dump-file.ts';
import { sizeText } from '#model/files/dump-files.ts';
import { LastingFailure } from '../../platform/jobs/job-kind.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { lockFiles, noteFile, quotaOf } from '../../platform/store/files/data-files.ts';

/**
 * What a row takes when it is packed, in bytes: a little more than the 19.1 and 11.2 that were measured with
 * made-up contacts of random codes, frequencies and powers (tests/bench/data-files.bench.ts). Real ones pack
 * better.
 */
const rowBytes: Readonly<Record<DumpFileType, number>> = { CSV: 20, OrionTool: 12 };
/** What optional columns add to a row (FILE-14): both together a little more than 7.8 as measured. */
const extraBytes: Readonly<Record<DumpExtra, number>> = { utc: 5, place: 3 };
const leastBytes = 1_024;

/** What a file of so many contacts will take at most, as far as that can be told before (bytes, packed). */
export function estimatedBytes(type: DumpFileType, rows: number, extras: readonly DumpExtra[] = []): number {
  return leastBytes + rows * extras.reduce((sum, extra) => sum + extraBytes[extra], rowBytes[type]);
}

/** Files of a system that are not deleted: a list of more is of no use, and has to be read. */
export const mostFiles = 1_000;

/** Files of a system that are being made: of those that wait on all hosts (200) one system gets no more. */
export const mostInMaking = 10;

/** Why there is no room for a file of so many bytes; null where there is. */
export function roomFault({ usedBytes, limitBytes }: DumpQuota, bytes: number): string | null {
  if (usedBytes + bytes <= limitBytes) return null;
  return `The file needs about ${sizeText(bytes)}, but ${sizeText(usedBytes)} of ${sizeText(limitBytes)} are used. Delete files, or choose a shorter time range or fewer receivers.`;
}

/** How much more is reserved at a time for a file that has become larger than was expected. */
const step = 64 * 1_024 * 1_024;

/**
 * Reserves more for a file that is being made and takes `bytes` by now; answers how many are reserved.
 * @throws LastingFailure where there is no room for it.
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
