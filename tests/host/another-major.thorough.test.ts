import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { withServer } from '../../host/platform/backup/with-server.ts';
import { embeddedMajor } from '../../host/platform/store/embedded/binaries.ts';
import { backupCommand, doctorCommand, restoreCommand, startCommand } from '../support/command-line.ts';
import { startProduct } from '../support/product.ts';
import { startSystemPostgres } from '../support/system-postgres.ts';
import { tableDigests } from '../support/table-digests.ts';
import { TestBrowser } from '../support/test-browser.ts';

/** Returns a digest of each file under a folder. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const digests = await Promise.all(
    files.map(
      async (file) =>
        [
          file,
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        ] as const,
    ),
  );
  return Object.fromEntries(digests);
}

/** The system's PostgreSQL plays the one that an earlier version of the product shipped. */
test(
  'the data of an older PostgreSQL are refused and left as they are; what the refusal says carries them over (BAK-8, BAK-9)',
  { timeout: 300_000 },
  async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'another major '));
    try {
      const dataDir = path.join(root, 'data');
      const data = path.join(dataDir, 'postgres/data');
      const folder = path.join(root, 'backups');
      const server = await startSystemPostgres(path.join(dataDir, 'postgres'));
      let before: Record<string, string>;
      try {
        const earlier = await startProduct({ dataDir: path.join(root, 'files'), env: { DATABASE_URL: server.url } });
        await earlier.stop();
        const made = await startCommand(backupCommand, [folder, '--portable'], { DATABASE_URL: server.url }).ended;
        expect([made.code, made.said]).toEqual([0, expect.stringContaining('Backup: ')]);
        before = await tableDigests(server.url);
      } finally {
        await server.stop();
      }
      const [name = ''] = await readdir(folder);
      const major = (await readFile(path.join(data, 'PG_VERSION'), 'utf8')).trim();
      expect(major, 'a system whose PostgreSQL is the embedded one has no older data').not.toBe(String(embeddedMajor()));
      const files = await filesOf(data);

      const refusal = `The data in ${dataDir} belong to PostgreSQL ${major}, and this version comes with PostgreSQL ${embeddedMajor()}`;
      const commands = [
        // The folder's name has a space: the line must work when pasted as shown.
        `DATA_DIR='${dataDir}' npm run backup -- FOLDER --portable`,
        'DATA_DIR=ANOTHER npm run restore -- FOLDER/backup-…',
      ];
      await expect(startProduct({ dataDir })).rejects.toThrow(refusal);
      for (const [file, words, code] of [
        [backupCommand, [folder], 1],
        [doctorCommand, [], 3],
      ] as const) {
        const end = await startCommand(file, words, { DATA_DIR: dataDir }).ended;
        expect([file, end.code, end.said]).toEqual([file, code, expect.stringContaining(refusal)]);
        for (const command of commands) expect(end.said).toContain(command);
      }
      expect(await filesOf(data)).toEqual(files);

      const target = path.join(root, 'another');
      const restored = await startCommand(restoreCommand, [path.join(folder, name)], { DATA_DIR: target }).ended;
      expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Each table has as many rows as the backup.')]);
      const now = await withServer({ dataDir: target, log: pino({ level: 'silent' }), existing: true }, tableDigests);
      expect({ ...now, backup_notes: '' }).toEqual({ ...before, backup_notes: '' });
      const host = await startProduct({ dataDir: target });
      try {
        await new TestBrowser(host.url).logIn('demo', 'demo-password');
      } finally {
        await host.stop();
      }
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
);
