import { type Space, spaceOf } from '../../platform/store/storage-watch.ts';

/** Tells whether the disk of the data files has room. It assumes so until a file does not fit (CALL-16). */
export type DiskRoom = {
  /** Records that a file did not fit at this size, because of the disk or its quota. */
  noteFull(bytes: number, by: 'disk' | 'quota'): void;
  /** Records that a file was written. */
  noteWritten(): void;
  hasRoom(): Promise<boolean>;
};

/**
 * How many bytes must be free beyond the size of the failed file. The failed file frees its own bytes when it
 * is removed.
 */
const spareBytes = 1_048_576;
/** How long (ms) a failure because of a quota counts: the free space of the disk does not show the quota. */
const quotaMs = 3_600_000;

export function diskRoom(
  folder: string,
  { look = spaceOf, now = Date.now }: { look?: (folder: string) => Promise<Space>; now?: () => number } = {},
): DiskRoom {
  let lacking: { bytes: number; by: 'disk' | 'quota'; at: number } | undefined;

  async function isOver({ bytes, by, at }: NonNullable<typeof lacking>): Promise<boolean> {
    if (by === 'quota') return now() - at >= quotaMs;
    // A folder that cannot be read, for example because it could not be created, has no room.
    const space = await look(folder).catch(() => null);
    return space !== null && space.free >= bytes + spareBytes;
  }

  return {
    noteFull: (bytes, by) => void (lacking = { bytes: bytes * 1.1, by, at: now() }),
    noteWritten: () => void (lacking = undefined),
    async hasRoom() {
      const asked = lacking;
      if (asked === undefined) return true;
      // Another file may have failed or been written during the check.
      if ((await isOver(asked)) && lacking === asked) lacking = undefined;
      return lacking === undefined;
    },
  };
}
