import { type Space, spaceOf } from '../../platform/store/storage-watch.ts';

/** Whether the disk of the data files has room, as far as a file that found none has shown (CALL-16). */
export type DiskRoom = {
  /** A file that takes so many bytes by now found no room, on the disk or in what its quota leaves. */
  noteFull(bytes: number, by: 'disk' | 'quota'): void;
  /** A file was written. */
  noteWritten(): void;
  hasRoom(): Promise<boolean>;
};

/** So much more (bytes) than the file took is to be free: what it took is free as soon as it is removed. */
const spareBytes = 1_048_576;
/** What a disk has free says nothing of a quota: there a failure counts for so long (ms). */
const quotaMs = 3_600_000;

export function diskRoom(
  folder: string,
  { look = spaceOf, now = Date.now }: { look?: (folder: string) => Promise<Space>; now?: () => number } = {},
): DiskRoom {
  let lacking: { bytes: number; by: 'disk' | 'quota'; at: number } | undefined;

  async function isOver({ bytes, by, at }: NonNullable<typeof lacking>): Promise<boolean> {
    if (by === 'quota') return now() - at >= quotaMs;
    // A folder that cannot be looked at, such as one for which there was no room, has none.
    const space = await look(folder).catch(() => null);
    return space !== null && space.free >= bytes + spareBytes;
  }

  return {
    noteFull: (bytes, by) => void (lacking = { bytes: bytes * 1.1, by, at: now() }),
    noteWritten: () => void (lacking = undefined),
    async hasRoom() {
      const asked = lacking;
      if (asked === undefined) return true;
      // Another file may have failed or been written since.
      if ((await isOver(asked)) && lacking === asked) lacking = undefined;
      return lacking === undefined;
    },
  };
}
