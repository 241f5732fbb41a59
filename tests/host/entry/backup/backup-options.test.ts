import { describe, expect, test } from 'vitest';
import { readBackupOptions, readRestoreOptions } from '../../../../host/entry/backup/backup-options.ts';
import { Mistake } from '../../../../host/platform/mistake.ts';

describe('the words of npm run backup and npm run restore (BAK-3)', () => {
  test('are read', () => {
    expect(readBackupOptions(['/mnt/backups', '--keep', '14'])).toEqual({ folder: '/mnt/backups', keep: 14, isPortable: false });
    expect(readBackupOptions(['a b', '--portable'])).toEqual({ folder: 'a b', keep: undefined, isPortable: true });
    expect(readRestoreOptions(['a b', '--check'])).toEqual({ folder: 'a b', isTrial: true });
    expect([readBackupOptions(['--help']), readRestoreOptions(['-h'])]).toEqual([null, null]);
  });

  test.each([
    [['backups', '--keep', '0'], "'0' is not valid for --keep: use a whole number from 1 to 10000."],
    [['backups', '--keep', 'all'], "'all' is not valid for --keep: use a whole number from 1 to 10000."],
    [['backups', '--keep', '1.5'], "'1.5' is not valid for --keep: use a whole number from 1 to 10000."],
    [['backups', '--kep', '2'], /Unknown option '--kep'[^]*Usage: npm run backup -- FOLDER \[--keep N\] \[--portable\]$/],
    [[], 'Usage: npm run backup -- FOLDER [--keep N] [--portable]'],
    [['one', 'two'], 'Usage: npm run backup -- FOLDER [--keep N] [--portable]'],
  ])('%j is a mistake that says what they take', (words, said) => {
    const read = () => readBackupOptions(words);
    expect(read).toThrow(Mistake);
    expect(read).toThrow(said);
  });
});
