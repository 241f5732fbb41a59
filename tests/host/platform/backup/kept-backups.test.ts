import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup, type BackupWork } from '../../../../host/platform/backup/backup-folder.ts';

const nothing: BackupWork = () =>
  Promise.resolve({ kind: 'portable', postgres: 180_004, migration: '0001', rows: {}, rowsAreExact: true });

test.each([
  // Made while the clock was wrong, on a machine without a clock battery.
  { keep: 1, before: ['2099-01-01', '2099-01-02'], stay: [] },
  { keep: 2, before: ['2099-01-01', '2099-01-02'], stay: ['2099-01-02'] },
  { keep: 2, before: ['2001-01-01', '2001-01-02'], stay: ['2001-01-02'] },
  { keep: 3, before: ['2001-01-01', '2099-01-02'], stay: ['2001-01-01', '2099-01-02'] },
])('the backup just made is kept, whatever the clock says: --keep $keep beside $before (BAK-12)', async (row) => {
  const parent = await mkdtemp(path.join(tmpdir(), 'kept backups '));
  onTestFinished(() => rm(parent, { recursive: true }));
  const nameOf = (day: string) => `backup-${day}T00-00-00.000Z`;
  for (const day of row.before) await mkdir(path.join(parent, nameOf(day)));
  const { folder, removed } = await makeBackup(parent, row.keep, nothing);
  const made = path.basename(folder);
  expect(await readdir(parent)).toEqual([...row.stay.map(nameOf), made].toSorted());
  expect(removed).toEqual(row.before.filter((day) => !row.stay.includes(day)).map(nameOf));
});
