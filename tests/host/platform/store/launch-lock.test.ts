import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withLaunchLock } from '../../../../host/platform/store/embedded/launch-lock.ts';
import { identify } from '../../../../host/platform/process-identity.ts';

describe('the lock of a start', () => {
  let folder: string;
  let file: string;
  const dead = JSON.stringify({ pid: 4_194_305, born: '1' });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'launch lock '));
    file = path.join(folder, 'launch.lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('names its process while work is done under it, and is gone after work that failed as well', async () => {
    const ran: string[] = [];
    const work = (name: string, fails: boolean) => async () => {
      ran.push(`${name} starts`);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(await identify(process.pid));
      ran.push(`${name} ends`);
      if (fails) throw new Error(`${name} failed`);
      return name;
    };
    await expect(withLaunchLock(file, work('first', true))).rejects.toThrow('first failed');
    expect(await readdir(folder)).toEqual([]);
    expect(await withLaunchLock(file, work('second', false))).toBe('second');
    expect(ran).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that a living process keeps is waited for no longer than so; the process is named, and the lock stays its own', async () => {
    await withLaunchLock(file, async () => {
      const held = await readFile(file, 'utf8');
      await expect(withLaunchLock(file, () => Promise.reject(new Error('ran')), 50)).rejects.toThrow(
        `Process ${process.pid} has been starting the database for 0.05 s: stop it, or delete ${file}.`,
      );
      expect(await readFile(file, 'utf8')).toBe(held);
      expect(await readdir(folder)).toEqual(['launch.lock']);
    });
  });

  test('that names no process is nobody’s to take away', async () => {
    await writeFile(file, '{}');
    await expect(withLaunchLock(file, () => Promise.resolve(), 50)).rejects.toThrow('Process unknown has been starting');
    expect(await readFile(file, 'utf8')).toBe('{}');
  });

  test.each(['', '{"pid":12', '\0\0\0'])('that a power cut left as %j is taken over', async (left) => {
    await writeFile(file, left);
    expect(await withLaunchLock(file, () => Promise.resolve('ran'), 10_000)).toBe('ran');
    expect(await readdir(folder)).toEqual([]);
  });

  test('of a process that is dead is taken over', async () => {
    await writeFile(file, dead);
    expect(await withLaunchLock(file, () => Promise.resolve('ran'), 10_000)).toBe('ran');
    expect(await readdir(folder)).toEqual([]);
  });

  test('leaves no draft of a process that was killed while it wrote one, and those of the living alone', async () => {
    const draft = (id: string) => path.join(folder, `launch.lock.${id}`);
    const [left, living] = ['0b7f3c52-6d7e-4a0e-9a55-0d9b6f5f2a11', '1c8e4d63-7e8f-4b1f-8b66-1eac7a6a3b22'];
    await writeFile(draft(left), dead);
    await writeFile(draft(living), JSON.stringify(await identify(process.pid)));
    await writeFile(draft('mine'), dead);
    await withLaunchLock(file, () => Promise.resolve(), 10_000);
    expect((await readdir(folder)).toSorted()).toEqual([`launch.lock.${living}`, 'launch.lock.mine']);
  });

  test('of a process that is dead is taken over by one of many that find it at once', async () => {
    const look = async (times: number) => {
      for (let looks = 0; looks < times; looks++) await stat(folder);
    };
    // A race between two of them shows in about one round of nine.
    for (let round = 0; round < 35; round++) {
      await writeFile(file, dead);
      let [inside, most] = [0, 0];
      const starts = Array.from({ length: 8 }, async (_, starter) => {
        // The starts are staggered differently in each round.
        await look(starter * (round % 7));
        await withLaunchLock(
          file,
          async () => {
            inside++;
            most = Math.max(most, inside);
            await look(6);
            inside--;
          },
          60_000,
        );
      });
      await Promise.all(starts);
      expect([round, most, await readdir(folder)]).toEqual([round, 1, []]);
    }
  }, 120_000);

  test('is taken over also where the process that was evicting it is dead', async () => {
    await writeFile(file, dead);
    await writeFile(`${file}.evicting`, dead);
    expect(await withLaunchLock(file, () => Promise.resolve('ran'), 10_000)).toBe('ran');
    expect(await readdir(folder)).toEqual([]);
  });
});
