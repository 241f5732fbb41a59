import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { partsName } from '../../host/platform/backup/portable-parts.ts';
import { withServer } from '../../host/platform/backup/with-server.ts';
import { backupCommand, restoreCommand, startCommand } from '../support/command-line.ts';
import { rowsOf } from '../support/database-attacks.ts';
import { flipByte } from '../support/flip-byte.ts';
import { migratedBefore } from '../support/migrated-before.ts';
import { startProduct } from '../support/product.ts';
import { mayMount, mountSmallDisk } from '../support/small-disk.ts';
import { tableDigests } from '../support/table-digests.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { engines, withEmptyDatabase } from '../support/test-database.ts';
import { thoroughTest } from '../support/thorough-test.ts';
import { variants } from '../support/thorough.ts';

const log = pino({ level: 'silent' });
const patience = { timeout: 60_000, interval: 5 };
const mebibyte = 1_048_576;
const contactsFile = 'tables/public.contacts.copy';
const mounts = await mayMount();

describe('a portable backup (BAK-8)', { timeout: 240_000 }, () => {
  let root: string;
  let source: string;
  let backup: string;
  let before: Record<string, string>;
  const drops: (() => Promise<unknown>)[] = [];

  const backUp = async (env: Record<string, string>, folder: string) => {
    const { code, said } = await startCommand(backupCommand, [folder, '--portable'], env).ended;
    expect([code, said]).toEqual([0, expect.stringContaining('Backup: ')]);
    return path.join(folder, (await readdir(folder)).at(-1) ?? '');
  };
  const restore = (env: Record<string, string>) => startCommand(restoreCommand, [backup], env);
  /** Leaves out the notes about backups. */
  const lasting = (tables: Record<string, string>) =>
    Object.fromEntries(Object.entries(tables).filter(([name]) => name !== 'backup_notes'));
  const emptyDatabase = async (engine: 'embedded' | 'system') => {
    const { url, drop } = await withEmptyDatabase(engine);
    drops.push(drop);
    return url;
  };

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'portable '));
    source = path.join(root, 'source');
    const product = await startProduct({ dataDir: source });
    await product.stop();
    backup = await backUp({ DATA_DIR: source }, path.join(root, 'backups'));
    before = lasting(await withServer({ dataDir: source, log, existing: true }, tableDigests));
    expect(before.contacts).toMatch(/^[1-9]/);
  }, 240_000);
  afterEach(async () => {
    for (const drop of drops.splice(0).toReversed()) await drop();
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('comes back into an empty data folder, and a host goes on from it', async () => {
    const target = path.join(root, 'target');
    const { code, said } = await restore({ DATA_DIR: target }).ended;
    expect([code, said]).toEqual([0, expect.stringContaining('Each table has as many rows as the backup.')]);
    expect(lasting(await withServer({ dataDir: target, log, existing: true }, tableDigests))).toEqual(before);
    const host = await startProduct({ dataDir: target });
    try {
      await new TestBrowser(host.url).logIn('demo', 'demo-password');
      expect(host.output()).toContain('the database was restored from a backup');
    } finally {
      await host.stop();
    }
  });

  test.each(variants(engines, ['system']))(
    'comes back into an empty database of the %s server, and from there into another',
    async (engine) => {
      const url = await emptyDatabase(engine);
      expect(await restore({ DATABASE_URL: url }).ended).toMatchObject({
        code: 0,
        said: expect.stringContaining('Each table has'),
      });
      expect(lasting(await tableDigests(url))).toEqual(before);
      expect(await restore({ DATABASE_URL: url }).ended).toMatchObject({
        code: 2,
        said: expect.stringContaining('is not empty'),
      });
      const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
      const were = await withServer({ dataDir: source, log, existing: true }, (from) => rowsOf(from, sequences));
      expect(await rowsOf(url, sequences)).toEqual(were);
      const bonds = `select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conparentid = 0 order by 1, 2`;
      expect(await rowsOf(url, bonds)).toEqual(
        await withServer({ dataDir: source, log, existing: true }, (from) => rowsOf(from, bonds)),
      );
      expect(await rowsOf(url, `select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([]);

      const again = await backUp({ DATABASE_URL: url }, path.join(root, `again ${engine}`));
      const other = await emptyDatabase(engine);
      expect(await startCommand(restoreCommand, [again], { DATABASE_URL: other }).ended).toMatchObject({ code: 0 });
      expect(lasting(await tableDigests(other))).toEqual(before);
    },
  );

  test('that is killed is taken for none, and the next one removes it (BAK-3)', async () => {
    const folder = path.join(root, 'killed');
    const make = () => startCommand(backupCommand, [folder, '--portable'], { DATA_DIR: source });
    const killed = make();
    const written = async () => (await readdir(folder, { recursive: true }).catch(() => [])).join(' ');
    await expect.poll(written, patience).toContain('/tables/');
    killed.child.kill('SIGKILL');
    await killed.ended;
    const [left = ''] = await readdir(folder);
    const draft = startCommand(restoreCommand, [path.join(folder, left)], { DATA_DIR: path.join(root, 'nothing') });
    expect(await draft.ended).toMatchObject({ code: 2, said: expect.stringContaining('is an unfinished backup') });
    expect(await make().ended).toMatchObject({
      code: 0,
      said: expect.stringContaining(`Removed an unfinished backup: ${left}`),
    });
    expect(await readdir(folder)).toEqual([expect.not.stringContaining(left)]);
  });

  test('a restore that is killed leaves a database on which no host starts; the next one fills it', async () => {
    const url = await emptyDatabase('system');
    const killed = restore({ DATABASE_URL: url });
    const tables = () => rowsOf(url, `select from pg_class where relname = 'backup_notes'`);
    await expect.poll(async () => (await tables()).length, patience).toBe(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await expect(startProduct({ env: { DATABASE_URL: url } })).rejects.toThrow('was not finished');
    expect(await restore({ DATABASE_URL: url }).ended).toMatchObject({ code: 0 });
    expect(lasting(await tableDigests(url))).toEqual(before);
  });

  thoroughTest('of a database of before its notes is made and restored without one (BAK-6)', async () => {
    const url = await emptyDatabase('embedded');
    await (await migratedBefore(url, '0056-backup-notes')).end();
    const folder = path.join(root, 'old');
    const made = await startCommand(backupCommand, [folder], { DATABASE_URL: url }).ended;
    expect([made.code, made.said]).toEqual([0, expect.not.stringContaining('could not be noted')]);
    const old = path.join(folder, (await readdir(folder)).at(-1) ?? '');
    const { code, said } = await startCommand(restoreCommand, [old], { DATABASE_URL: await emptyDatabase('embedded') }).ended;
    expect([code, said]).toEqual([0, expect.stringContaining('Each table has as many rows')]);
  });

  test.each(variants([contactsFile, partsName, 'manifest.json'], [partsName]))(
    'one flipped byte in %s is found, and nothing stays in the target (BAK-4)',
    async (name) => {
      const target = path.join(root, 'never');
      await mkdir(target, { recursive: true });
      await flipByte(path.join(backup, name));
      try {
        const { code, said } = await restore({ DATA_DIR: target }).ended;
        expect([code, said]).toEqual([1, expect.stringContaining('The backup is damaged')]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await flipByte(path.join(backup, name));
      }
    },
  );

  test('a flipped byte that the database stumbles on is called what it is, and no row stays (BAK-4)', async () => {
    const url = await emptyDatabase('embedded');
    const file = path.join(backup, contactsFile);
    const text = await readFile(file);
    const tab = text.indexOf('\t', text.indexOf('\n'));
    await flipByte(file, tab);
    try {
      const { code, said } = await restore({ DATABASE_URL: url }).ended;
      expect([code, said]).toEqual([1, expect.stringContaining(`The backup is damaged: ${contactsFile}`)]);
    } finally {
      await flipByte(file, tab);
    }
    expect(await rowsOf(url, 'select from contacts')).toEqual([]);
    expect(await restore({ DATABASE_URL: url }).ended).toMatchObject({ code: 0 });
  });

  thoroughTest('is tried aside, which its database notes; nothing stays of the trial (BAK-10)', async () => {
    const kept = await readdir(path.dirname(backup));
    const { code, said } = await startCommand(restoreCommand, [backup, '--check'], { DATA_DIR: source }).ended;
    expect([code, said]).toEqual([0, expect.stringContaining('Each table has as many rows as the backup.')]);
    expect(said).not.toContain('could not be noted');
    expect(await readdir(path.dirname(backup))).toEqual(kept);
    const notes = `select action, backup from backup_notes where action = 'tried'`;
    expect(await withServer({ dataDir: source, log, existing: true }, (url) => rowsOf(url, notes))).toEqual([
      { action: 'tried', backup: path.basename(backup) },
    ]);
  });

  describe.runIf(mounts)('on a disk that is full [needs a mount]', () => {
    test('it says so and leaves nothing there (BAK-3, BAK-4)', async () => {
      const { bytes } = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8')) as { bytes: number };
      const disk = await mountSmallDisk(Math.max(1, Math.floor(bytes / 2 / mebibyte)));
      try {
        const folder = path.join(disk.folder, 'backups');
        const made = await startCommand(backupCommand, [folder, '--portable'], { DATA_DIR: source }).ended;
        expect([made.code, made.said]).toEqual([1, expect.stringMatching(/is full|has no room/)]);
        expect(await readdir(folder)).toEqual([]);
        const target = path.join(disk.folder, 'target');
        const restored = await restore({ DATA_DIR: target }).ended;
        expect([restored.code, restored.said]).toEqual([1, expect.stringMatching(/is full|has no room/)]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await disk.remove();
      }
    });

    thoroughTest('before its server is made, a restore says so and leaves nothing there (BAK-11)', async () => {
      const { bytes } = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8')) as { bytes: number };
      const disk = await mountSmallDisk(Math.ceil(bytes / mebibyte) + 24);
      try {
        const target = path.join(disk.folder, 'target');
        const { code, said } = await restore({ DATA_DIR: target }).ended;
        expect([code, said]).toEqual([1, expect.stringContaining(`the disk of ${target} is full`)]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await disk.remove();
      }
    });

    test('while it is filled, a restore says so and leaves nothing there (BAK-11)', async () => {
      const disk = await mountSmallDisk(400);
      try {
        const target = path.join(disk.folder, 'target');
        const { ended } = restore({ DATA_DIR: target });
        const written = async () => (await readdir(target, { recursive: true }).catch(() => [])).join(' ');
        await expect.poll(written, patience).toContain('/server.log');
        await disk.fill('ballast');
        const { code, said } = await ended;
        expect([code, said]).toEqual([1, expect.stringContaining(`the disk of ${target} is full`)]);
        expect(await readdir(target)).toEqual([]);
      } finally {
        await disk.remove();
      }
    });

    thoroughTest('of the server of DATABASE_URL, a restore says so; the next one fills it (BAK-11)', async () => {
      const disk = await mountSmallDisk(400);
      try {
        await withServer({ dataDir: path.join(disk.folder, 'data'), log }, async (url) => {
          await disk.fill('ballast', (await disk.free()) - mebibyte);
          const { code, said } = await restore({ DATABASE_URL: url }).ended;
          expect([code, said]).toEqual([1, expect.stringContaining('the disk of the database of DATABASE_URL is full')]);
          await disk.empty('ballast');
          expect(await restore({ DATABASE_URL: url }).ended).toMatchObject({ code: 0 });
        });
      } finally {
        await disk.remove();
      }
    });
  });
});
