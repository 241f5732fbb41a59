import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { databaseFailure } from '../../../../host/platform/store/database-failure.ts';
import { reserveOf, type Space, type StorageWatch, watchStorage } from '../../../../host/platform/store/storage-watch.ts';

const mebibyte = 1_048_576;
const lines: { level: number; msg: string }[] = [];
const log = pino(
  { level: 'info' },
  { write: (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string }) },
);

/** A disk of 10 GiB with this much free space in MiB. */
const disk = (freeMiB: number): Space => ({ used: (10_240 - freeMiB) * mebibyte, free: freeMiB * mebibyte });

let space: Space;
let watch: StorageWatch;
const store = (contacts = 1) => watch.storing(contacts, () => Promise.resolve('stored'));
const refused = async (contacts = 1) => databaseFailure(await store(contacts).catch((error: unknown) => error));
const diskFull = () => Promise.reject(Object.assign(new Error('No space left on device'), { code: '53100' }));

beforeEach(() => {
  space = disk(5_000);
  lines.length = 0;
  watch = watchStorage({ folder: '/data', log, look: () => Promise.resolve(space) });
});

describe('the watch over a disk (STO-6)', () => {
  test('keeps a twentieth free of contacts, but never less than 64 MiB nor more than 1 GiB', () => {
    const gib = (size: number): Space => ({ used: (size / 2) * 1_024 * mebibyte, free: (size / 2) * 1_024 * mebibyte });
    expect([gib(0.3), gib(10), gib(1_000)].map((of) => Math.round(reserveOf(of) / mebibyte))).toEqual([64, 512, 1_024]);
  });

  test('warns once when nine tenths are used, tells once that it is full, and that there is room again', async () => {
    for (const free of [5_000, 1_024, 1_000, 500, 400, 700, 5_000, 4_000]) {
      space = disk(free);
      await watch.hasRoom();
    }
    expect(lines.map(({ level, msg }) => [level, msg.replace(/:.*/, '')])).toEqual([
      [40, 'the disk of the database is nearly full'],
      [50, 'the disk of the database is full'],
      [40, 'the disk of the database is nearly full'],
      [30, 'the disk of the database has room again'],
    ]);
    expect(watch.state()).toBe('ok');
  });

  test('refuses contacts while it is full, and lets them in again some way beyond the mark', async () => {
    expect(await store()).toBe('stored');
    space = disk(511);
    expect([await refused(), watch.state()]).toEqual(['full', 'full']);
    space = disk(600);
    expect([await refused(), watch.state()]).toEqual(['full', 'full']);
    space = disk(620);
    expect([await store(), watch.state()]).toEqual(['stored', 'low']);
  });

  test('counts what is being stored already, and says that it is full when it refuses for that', async () => {
    space = disk(522);
    const held = Promise.withResolvers<string>();
    const first = watch.storing(6_000, () => held.promise);
    expect(await refused(6_000)).toBe('full');
    expect(watch.state()).toBe('full');
    held.resolve('stored');
    expect(await first).toBe('stored');
  });

  test('believes a server that refuses for want of space, until one batch is stored', async () => {
    watch = watchStorage({ folder: null, log });
    await expect(watch.storing(1, diskFull)).rejects.toThrow('No space left');
    expect([watch.state(), await watch.hasRoom()]).toEqual(['full', false]);
    expect(await store(), 'its disk cannot be seen, so that only trying tells').toBe('stored');
    expect([await watch.hasRoom(), watch.state()]).toEqual([true, 'ok']);
  });

  test('any other failure to store says nothing of the disk', async () => {
    await expect(watch.storing(1, () => Promise.reject(new Error('duplicate key')))).rejects.toThrow('duplicate key');
    expect(watch.state()).toBe('ok');
  });

  test('a folder that cannot be looked at is no full disk', async () => {
    watch = watchStorage({ folder: '/data', log, look: () => Promise.reject(new Error('ENOENT')) });
    expect([await store(), await watch.hasRoom()]).toEqual(['stored', true]);
  });
});

test('a large batch that was refused is waited for with as much room as it takes; the next time the mark is the usual one again', async () => {
  space = disk(650);
  expect([await watch.hasRoom(), watch.state()]).toEqual([true, 'low']);
  // 191 MiB beyond the reserve of 512.
  expect([await refused(200_000), watch.state()]).toEqual(['full', 'full']);
  expect([await watch.hasRoom(), watch.state()]).toEqual([false, 'full']);
  space = disk(705);
  expect([await watch.hasRoom(), await store(), watch.state()]).toEqual([true, 'stored', 'low']);
  space = disk(511);
  expect(await watch.hasRoom()).toBe(false);
  space = disk(620);
  expect(await watch.hasRoom()).toBe(true);
});
