import { describe, expect, test } from 'vitest';
import { differingRows, parseManifest, reasonAgainst, type BackupManifest } from '../../../../host/platform/backup/manifest.ts';

const manifest: BackupManifest = {
  format: 1,
  kind: 'physical',
  product: '1.22.1',
  postgres: 180_004,
  platform: 'linux-x64',
  migration: '0056-backup-notes',
  startedAt: '2026-11-23T22:00:00.000Z',
  endedAt: '2026-11-23T22:00:01.000Z',
  by: 'operator@field',
  files: 3,
  bytes: 4_000,
  rows: { 'public.contacts': 7 },
  rowsAreExact: true,
};
const here = { product: '1.22.1', postgresMajor: 18, platform: 'linux-x64', migrations: ['0001-first', '0056-backup-notes'] };

describe('a backup is restored where it fits (BAK-4)', () => {
  test.each<[string, Partial<BackupManifest>, string | undefined]>([
    ['the same version', {}, undefined],
    ['an earlier one', { product: '1.0.0', migration: '0001-first' }, undefined],
    ['a later one', { product: '2.0.0', migration: '0099-later' }, 'restore it with version 2.0.0'],
    ['another major version of PostgreSQL', { postgres: 170_002 }, 'PostgreSQL 17, and this version brings 18'],
    ['another kind of machine', { platform: 'darwin-arm64' }, 'a server on darwin-arm64'],
    ['another PostgreSQL, by its rows', { kind: 'portable', postgres: 150_002, platform: 'darwin-arm64' }, undefined],
    ['rows of a later version', { kind: 'portable', migration: '0099-later' }, 'tables that this version 1.22.1 does not know'],
  ])('%s', (_, but, reason) => {
    expect(reasonAgainst({ ...manifest, ...but }, here)).toEqual(
      reason === undefined ? undefined : expect.stringContaining(reason),
    );
  });
});

describe('what a backup says of itself (BAK-2)', () => {
  test('is read as it was written', () => {
    expect(parseManifest(JSON.stringify(manifest), 'x')).toEqual(manifest);
  });

  test.each([
    ['{', 'is damaged'],
    ['null', 'is not the manifest'],
    ['{"format":1}', 'is not the manifest'],
    ['{"format":2}', 'newer version of this product'],
    [JSON.stringify({ ...manifest, rows: { 'public.contacts': -1 } }), 'is not the manifest'],
  ])('%s is refused', (text, words) => {
    expect(() => parseManifest(text, 'x')).toThrow(words);
  });

  test.each([
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, []],
    [{ a: 1_000 }, { a: 999 }, ['a: 999, where 1,000 were backed up']],
    [{ a: 0 }, {}, ['a: missing, where 0 were backed up']],
    [{}, { a: 3 }, ['a: 3, where none were backed up']],
  ])('%j against %j', (written, found, lines) => {
    expect(differingRows(written, found)).toEqual(lines);
  });
});
