import { beforeEach, describe, expect, test } from 'vitest';
import { type DiskRoom, diskRoom } from '../../../../host/domain/files/disk-room.ts';

const mebibyte = 1_048_576;

describe('the disk of the data files (CALL-16)', () => {
  let free: number;
  let now: number;
  let room: DiskRoom;
  beforeEach(() => {
    [free, now] = [5 * mebibyte, 0];
    room = diskRoom('/files', { look: () => Promise.resolve({ used: 0, free }), now: () => now });
  });

  test('has room where no file failed for want of it, however little is free', async () => {
    free = 0;
    expect(await room.hasRoom()).toBe(true);
  });

  test('has none after a file found none, until so much is free that it would find it', async () => {
    room.noteFull(10 * mebibyte, 'disk');
    expect(await room.hasRoom()).toBe(false);
    free = 10 * mebibyte;
    expect(await room.hasRoom(), 'what the file gave back itself').toBe(false);
    free = 13 * mebibyte;
    expect(await room.hasRoom()).toBe(true);
    free = 0;
    expect(await room.hasRoom(), 'it is over').toBe(true);
  });

  test.each(['disk', 'quota'] as const)('has room again when a file is written (%s)', async (by) => {
    room.noteFull(10 * mebibyte, by);
    expect(await room.hasRoom()).toBe(false);
    room.noteWritten();
    expect(await room.hasRoom()).toBe(true);
  });

  test('has none for an hour where a quota left none, whatever is free', async () => {
    free = 1_000 * mebibyte;
    room.noteFull(mebibyte, 'quota');
    now = 3_599_999;
    expect(await room.hasRoom()).toBe(false);
    now = 3_600_000;
    expect(await room.hasRoom()).toBe(true);
  });

  test('has none while it cannot be looked at', async () => {
    const away = diskRoom('/files', { look: () => Promise.reject(new Error('ENOENT')) });
    away.noteFull(1, 'disk');
    expect(await away.hasRoom()).toBe(false);
  });

  test('of a file that fails while it is looked at, another one that failed before is over alone', async () => {
    const looked = Promise.withResolvers<{ used: number; free: number }>();
    const slow = diskRoom('/files', { look: () => looked.promise });
    slow.noteFull(1, 'disk');
    const first = slow.hasRoom();
    slow.noteFull(1_000 * mebibyte, 'disk');
    looked.resolve({ used: 0, free: 5 * mebibyte });
    expect([await first, await slow.hasRoom()]).toEqual([false, false]);
  });
});
