import { watch } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withServer } from '../../host/platform/backup/with-server.ts';
import { backupCommand, restoreCommand, startCommand, type CommandEnd } from '../support/command-line.ts';
import { contactsIn, embeddedUrl, rowsOf } from '../support/database-attacks.ts';
import { flipByte } from '../support/flip-byte.ts';
import { loadHost, makeKey } from '../support/host-load.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';
import { startProduct, type Product } from '../support/product.ts';
import { mayMount, mountSmallDisk } from '../support/small-disk.ts';
import { tableDigests } from '../support/table-digests.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { thoroughTest } from '../support/thorough-test.ts';
import { variants } from '../support/thorough.ts';

const patience = { timeout: 60_000, interval: 20 };
const mebibyte = 1_048_576;
const log = pino({ level: 'silent' });

let root: string;
let source: string;
let first: string;

const backUp = (dataDir: string, folder: string, words: string[] = [], prefix: string[] = []) =>
  startCommand(backupCommand, [folder, ...words], { DATA_DIR: dataDir }, prefix);
const restore = (backup: string, dataDir: string, prefix: string[] = []) =>
  startCommand(restoreCommand, [backup], { DATA_DIR: dataDir }, prefix);
const newFolder = () => mkdtemp(path.join(root, 'a folder '));
const wholeIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('backup-')).toSorted();
const unfinishedIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('unfinished.'));

async function onlyBackup(end: Promise<CommandEnd>, folder: string): Promise<string> {
  const { code, said } = await end;
  expect([code, said]).toEqual([0, expect.stringContaining('Backup: ')]);
  const [name = ''] = await wholeIn(folder);
  return path.join(folder, name);
}

/** Returns the contents of all tables of a data folder that no host runs on. */
const tablesOf = (dataDir: string) => withServer({ dataDir, log, existing: true }, tableDigests);

/** Resolves once a file whose path contains `part` is written in a draft under `folder`. */
async function copying(folder: string, part: string): Promise<void> {
  const seen = Promise.withResolvers<void>();
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (name !== null && name.startsWith('unfinished.') && name.includes(part)) seen.resolve();
  });
  watcher.on('error', seen.reject);
  await seen.promise.finally(() => watcher.close());
}

const mounts = await mayMount();

describe('a backup of the embedded database (BAK-1, BAK-2)', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'backups '));
    source = path.join(root, 'source');
    const folder = path.join(root, 'first');
    const product = await startProduct({ dataDir: source, env: { SIMULATOR: 'off' } });
    await product.stop();
    first = await onlyBackup(backUp(source, folder).ended, folder);
  }, 240_000);
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('brings every row of every table back, and notes that it did (BAK-4, BAK-6)', async () => {
    const target = path.join(root, 'all of it');
    // The file that a killed host left there does no harm (HOST-19).
    await mkdir(target);
    await writeFile(path.join(target, 'running.1.8080'), '');
    const { code, said } = await restore(first, target).ended;
    expect([code, said]).toEqual([0, expect.stringContaining('Each table has as many rows as the backup.')]);
    const { backup_notes: made, ...before } = await tablesOf(source);
    const { backup_notes: restored, ...after } = await tablesOf(target);
    expect(after).toEqual(before);
    expect(Object.keys(after).length).toBeGreaterThan(60);
    expect([made, restored]).toEqual([expect.stringMatching(/^1 /), expect.stringMatching(/^1 /)]);
    expect((await readdir(target)).toSorted()).toEqual(['postgres', 'running.1.8080']);
  });

  test('is readable for its owner alone (BAK-5)', async () => {
    const modes = await Promise.all(['', 'password', 'manifest.json', 'data'].map((name) => stat(path.join(first, name))));
    expect(modes.map(({ mode }) => mode & 0o077)).toEqual([0, 0, 0, 0]);
  });

  describe('while receivers send and people log in', () => {
    let product: Product;
    beforeAll(async () => {
      product = await startProduct({ env: { SIMULATOR: 'off' } });
    }, 240_000);
    afterAll(() => product.stop());

    test('holds what was acknowledged before it ended, as one moment; a host goes on from it', async () => {
      const key = await makeKey(product.dataDir, 'demo', 'RCB-1 Upstream');
      const token = await new TestBrowser(product.url).logIn('demo', 'demo-password');
      const load = await loadHost(product, key, token);
      await expect.poll(() => load.acknowledged(), patience).toBeGreaterThan(2_000);
      const folder = await newFolder();
      const atLeast = load.acknowledged();
      const backup = await onlyBackup(backUp(product.dataDir, folder).ended, folder);
      const atMost = load.acknowledged() + 4 * 200;
      await load.stop();
      expect(load.faults).toEqual([]);
      expect(atMost).toBeGreaterThan(atLeast + 4 * 200);
      const slots = await rowsOf(await embeddedUrl(product.dataDir), 'select slot_name from pg_replication_slots');
      expect(slots).toEqual([]);

      const target = path.join(await newFolder(), 'data');
      expect(await restore(backup, target).ended).toMatchObject({
        code: 0,
        said: expect.stringContaining('as many rows as the backup'),
      });
      const restored = await startProduct({ dataDir: target, env: { SIMULATOR: 'off' } });
      try {
        const url = await embeddedUrl(target);
        const contacts = await contactsIn(url);
        expect(contacts).toBeGreaterThanOrEqual(atLeast);
        expect(contacts).toBeLessThanOrEqual(atMost);
        const [hours] = await rowsOf<{ count: number }>(url, 'select sum(count)::integer as count from contacts_hourly');
        expect(hours?.count).toBe(contacts);
        const rows = `select found::text as row from contacts as found`;
        const sent = new Set((await rowsOf<{ row: string }>(await embeddedUrl(product.dataDir), rows)).map(({ row }) => row));
        expect((await rowsOf<{ row: string }>(url, rows)).filter(({ row }) => !sent.has(row))).toEqual([]);
        expect(restored.output()).toContain('the database was restored from a backup');
        await new TestBrowser(restored.url).logIn('demo', 'demo-password');
      } finally {
        await restored.stop();
      }
    });

    test('that is killed is taken for none, and the next one removes it; the host goes on (BAK-3)', async () => {
      const folder = await newFolder();
      const killed = backUp(product.dataDir, folder);
      await copying(folder, 'base');
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect([await wholeIn(folder), await unfinishedIn(folder)]).toEqual([[], [expect.any(String)]]);
      const [left = ''] = await unfinishedIn(folder);
      expect(await restore(path.join(folder, left), path.join(folder, 'x')).ended).toMatchObject({
        code: 2,
        said: expect.stringContaining('is an unfinished backup'),
      });
      const { code, said } = await backUp(product.dataDir, folder).ended;
      expect([code, said]).toEqual([0, expect.stringContaining(`Removed an unfinished backup: ${left}`)]);
      expect([(await wholeIn(folder)).length, await unfinishedIn(folder)]).toEqual([1, []]);
      expect((await fetch(`${product.url}/api/health`)).ok).toBe(true);
    });
  });

  test('a restore that is killed leaves nothing that a host starts on; the next one removes it (BAK-4)', async () => {
    const target = await newFolder();
    const killed = restore(first, target);
    await copying(target, 'base');
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await unfinishedIn(target)).toHaveLength(1);
    await expect(startProduct({ dataDir: target })).rejects.toThrow('was not finished');
    expect(await unfinishedIn(target)).toEqual(await readdir(target));
    const { code, said } = await restore(first, target).ended;
    expect([code, said]).toEqual([0, expect.stringContaining('Removed an unfinished restore')]);
    expect(await readdir(target)).toEqual(['postgres']);
  });

  const files = ['data/base/1/1259', 'data/global/pg_control', 'password', 'manifest.json', 'SHA256SUMS'];
  test.each(variants(files, files.slice(0, 1)))(
    'one flipped byte in %s is found, and nothing stays in the target (BAK-4)',
    async (name) => {
      const target = path.join(await newFolder(), 'data');
      await mkdir(target);
      await flipByte(path.join(first, name));
      try {
        const { code, said } = await restore(first, target).ended;
        expect([code, said]).toEqual([1, expect.stringContaining('The backup is damaged')]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await flipByte(path.join(first, name));
      }
    },
  );

  test('what is in the way or cannot be is refused, and nothing is changed (BAK-4, BAK-7)', async () => {
    const target = await newFolder();
    await writeFile(path.join(target, 'a note'), '');
    const empty = await newFolder();
    const ends = await Promise.all([
      restore(first, target).ended,
      restore(first, source).ended,
      restore(path.dirname(first), empty).ended,
      restore(path.join(root, 'none'), empty).ended,
      backUp(source, path.join(source, 'inside')).ended,
      backUp(empty, path.join(root, 'never')).ended,
    ]);
    expect(ends.map(({ code, said }) => [code, said.trim()])).toEqual([
      [2, expect.stringContaining('is not empty (a note)')],
      [2, expect.stringContaining('is not empty (postgres')],
      [2, expect.stringContaining(`Choose one, as in npm run restore -- ${first}`)],
      [2, expect.stringContaining('No folder')],
      [2, expect.stringContaining('is inside the data folder')],
      [2, expect.stringContaining('No database in')],
    ]);
    expect([await readdir(target), await readdir(empty)]).toEqual([['a note'], []]);
  });

  test('data of another major version of PostgreSQL are left as they are, and it is said how they are carried over (BAK-9)', async () => {
    const target = await newFolder();
    const data = path.join(target, 'postgres/data');
    await mkdir(data, { recursive: true });
    await writeFile(path.join(data, 'PG_VERSION'), '15\n');
    await expect(startProduct({ dataDir: target })).rejects.toThrow(
      /belong to PostgreSQL 15, .* comes with PostgreSQL 18[^]*npm run backup -- FOLDER --portable/,
    );
    expect([await readdir(data), await readFile(path.join(data, 'PG_VERSION'), 'utf8')]).toEqual([['PG_VERSION'], '15\n']);
  });

  thoroughTest('--keep 2 keeps the last two whole ones (BAK-3)', async () => {
    const folder = await newFolder();
    const kept: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      expect(await backUp(source, folder, ['--keep', '2']).ended).toMatchObject({ code: 0 });
      kept.push((await wholeIn(folder)).at(-1) ?? '');
    }
    expect(await readdir(folder)).toEqual(kept.slice(1));
  });

  thoroughTest('an ordinary user makes and restores one', async () => {
    const folder = await newFolder();
    const [data, backups, target] = ['data', 'backups', 'target'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    expect(await restore(first, data).ended).toMatchObject({ code: 0 });
    const user = await ordinaryUser(root);
    const backup = await onlyBackup(backUp(data, backups, [], user).ended, backups);
    expect(await restore(backup, target, user).ended).toMatchObject({ code: 0 });
    if (process.getuid?.() === 0) expect((await stat(path.join(target, 'postgres/data'))).uid).not.toBe(0);
  });

  test('a folder that may not be written, as the root of a disk just mounted, is said as such (BAK-13)', async () => {
    const user = await ordinaryUser(root);
    const folder = await newFolder();
    await chmod(folder, 0o555);
    const { code, said } = await backUp(source, folder, [], user).ended;
    expect([code, said.trim()]).toEqual([
      2,
      expect.stringMatching(/^Backups cannot be kept in .*Choose a folder that this user can write to/),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  describe.runIf(mounts)('on a disk that is full [needs a mount]', () => {
    test.each([
      ['before it begins', 0.5, 'has no room'],
      ['in its middle', 1.2, 'is full'],
    ])('%s it says so and leaves nothing there (BAK-3)', async (_, share, words) => {
      const { bytes } = JSON.parse(await readFile(path.join(first, 'manifest.json'), 'utf8')) as { bytes: number };
      const segments = (await readdir(path.join(first, 'data/pg_wal'))).filter((name) => name.length === 24).length;
      const disk = await mountSmallDisk(Math.floor(((bytes - segments * 16 * mebibyte) * share) / mebibyte));
      try {
        const { code, said } = await backUp(source, path.join(disk.folder, 'backups')).ended;
        expect([code, said]).toEqual([1, expect.stringContaining(words)]);
        expect(await readdir(path.join(disk.folder, 'backups'))).toEqual([]);
        const target = path.join(disk.folder, 'target');
        const restored = await restore(first, target).ended;
        expect([restored.code, restored.said]).toEqual([1, expect.stringContaining('has no room')]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await disk.remove();
      }
    });

    test('once the files are there and the server goes on from them, it says so and leaves nothing there (BAK-11)', async () => {
      const { bytes } = JSON.parse(await readFile(path.join(first, 'manifest.json'), 'utf8')) as { bytes: number };
      // Less room than the next segment of the server's log needs.
      const disk = await mountSmallDisk(Math.ceil(bytes / mebibyte) + 8);
      try {
        const target = path.join(disk.folder, 'target');
        const { code, said } = await restore(first, target).ended;
        expect([code, said]).toEqual([1, expect.stringContaining(`the disk of ${target} is full`)]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await disk.remove();
      }
    });
  });
});
