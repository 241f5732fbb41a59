import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withLaunchLock } from '../../../../host/platform/store/embedded/launch-lock.ts';
import { identify } from '../../../../host/platform/store/embedded/process-identity.ts';

describe('the lock of a start', () => {
  let folder: string;
  let file: string;
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
    await writeFile(file, JSON.stringify({ pid: 4_194_305, born: '1' }));
    expect(await withLaunchLock(file, () => Promise.resolve('ran'), 10_000)).toBe('ran');
    expect(await readdir(folder)).toEqual([]);
  });
});
