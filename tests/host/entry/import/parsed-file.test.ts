import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFile } from '../../../../host/entry/import/found-file.ts';
import { readImportOptions, type ImportOptions } from '../../../../host/entry/import/import-options.ts';
import { ParsedFile, type ParsedPart } from '../../../../host/entry/import/parsed-file.ts';
import { lemhiHeader } from '../../../support/import-files.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'parsed '))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rows = 40_000;
const lines = [lemhiHeader, ...Array.from({ length: rows }, (_, i) => `a,02/10/18,${i % 86_400},R${i % 3},1,5,575,-76`)];
const options = readImportOptions(['--system', 'a', 'x']) as ImportOptions;

async function parsedFile(content: string | Buffer): Promise<ParsedFile> {
  const file = path.join(folder, 'contacts.csv');
  writeFileSync(file, content);
  return new ParsedFile(await findFile(file), { options, now: Date.UTC(2026, 0, 1) });
}

const secondsOf = (parts: readonly ParsedPart[]) =>
  parts.flatMap(({ contacts }) => contacts.map(({ ts }) => (ts - Date.UTC(2018, 9, 2)) / 1000));
const inOrder = Array.from({ length: rows }, (_, i) => i);

describe('what is read ahead of a file (IMP-12)', () => {
  test.each([0, 1, 10_000, rows, 10 * rows])('comes first and once, whatever is kept: %i lines', async (most) => {
    const file = await parsedFile(lines.join('\n'));
    const more = await file.keep(most);
    expect(file.whole !== null).toBe(most > rows);
    expect(most - more).toBe(Math.min(most - more, rows + 1));
    expect(secondsOf(await Array.fromAsync(file.parts()))).toEqual(inOrder);
  });

  test('is not waited for by who takes it, and none of it is lost', async () => {
    const file = await parsedFile(lines.join('\n'));
    const keeping = file.keep(10 * rows);
    expect(secondsOf(await Array.fromAsync(file.parts()))).toEqual(inOrder);
    expect(await keeping).toBeGreaterThan(9 * rows);
    expect(file.whole).toBeNull();
  });

  test('is all that there is of a file that breaks off, which says so', async () => {
    const packed = gzipSync(lines.join('\n'));
    const file = await parsedFile(packed.subarray(0, Math.floor(packed.length / 2)));
    await file.keep(10 * rows);
    const seconds = secondsOf(file.whole ?? []);
    expect(seconds).toEqual(inOrder.slice(0, seconds.length));
    expect(seconds.length).toBeGreaterThan(0);
    expect(file.broken).toMatch(/unexpected end/);
  });
});

test('headers and rows that are none stand in the order of their lines', async () => {
  const file = await parsedFile([lemhiHeader, 'a,b', lines[1], '', lemhiHeader, lines[2], 'c'].join('\n'));
  const [part, ...others] = await Array.fromAsync(file.parts());
  expect(others.every(({ rows: count }) => count <= 1)).toBe(true);
  const all = [part as ParsedPart, ...others];
  expect(all.reduce((sum, { rows: count }) => sum + count, 0)).toBe(4);
  expect(all.flatMap((one) => one.others.map((other) => ('header' in other ? 'header' : one.first + other.place)))).toEqual([
    'header',
    2,
    'header',
    7,
  ]);
});
