import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { readLines } from '../../../../host/entry/import/read-lines.ts';
import { Mistake } from '../../../../host/platform/mistake.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { dumpHeader, importFiles } from '../../../support/import-files.ts';
import { testFolder } from '../../../support/test-folder.ts';

const notUtf8 = 'bytes that are not UTF-8: save the file as UTF-8 (in Excel as CSV UTF-8) and import it again';
const row = (receiver: string, second = 1) => `1,2024-06-01 12:00:0${second},${receiver},2,150.05,42,18,-80.5`;
const file = (...lines: string[]) => [dumpHeader, ...lines, ''].join('\n');
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const { at, write } = testFolder('bytes-');

describe('an import of bytes that are no text (IMP-14)', () => {
  const openDatabase = fileDatabase();
  let database: Database;
  let systemId: string;
  beforeEach(async () => void ([database, systemId] = [await openDatabase(), newSystemId()]));
  const run = async (name: string, content: string | Buffer, ...options: string[]) => {
    const args = ['--system', systemId, '--create', ...options, write(name, content)];
    const { files, made } = await importFiles(database, Date.UTC(2026, 0, 1), ...args);
    const [report] = files;
    return { made: made.receivers, imported: report?.imported, first: report?.first, rejectedFile: report?.rejectedFile };
  };

  test('of Windows-1252 refuses the rows by their lines, and makes no receiver of two', async () => {
    const lines = file(row('Mühle'), row('Weir'), row('Möhle'));
    const report = await run('windows.csv', Buffer.from(lines, 'latin1'));
    expect(report).toMatchObject({
      made: ['Weir'],
      imported: 1,
      first: [
        { line: 2, reason: notUtf8 },
        { line: 4, reason: notUtf8 },
      ],
    });
    const rejected = readFileSync(report.rejectedFile ?? '');
    expect(rejected.toString('latin1')).toBe(
      `line,reason,${dumpHeader}\n2,"${notUtf8}",${row('Mühle')}\n4,"${notUtf8}",${row('Möhle')}\n`,
    );
    // Unchanged, the file is refused again; saved as UTF-8, it is imported.
    expect(await run('again.csv', rejected)).toMatchObject({ made: [], imported: 0, first: [{ reason: notUtf8 }, { line: 3 }] });
    const mended = await run('mended.csv', rejected.toString('latin1'));
    expect(mended).toMatchObject({ made: ['Mühle', 'Möhle'], imported: 2, first: [] });
  });

  test.each([
    ['UTF-16', utf16(file(row('Mühle'), row('Möhle')))],
    ['UTF-16 of the other order', utf16(file(row('Mühle'), row('Möhle'))).swap16()],
    ['packed UTF-16', gzipSync(utf16(file(row('Mühle'), row('Möhle'))))],
    ['UTF-8 with its mark', `\uFEFF${file(row('Mühle'), row('Möhle'))}`],
  ])('takes %s with a byte order mark as it is meant', async (_, content) => {
    expect(await run('marked.csv', content)).toMatchObject({ made: ['Mühle', 'Möhle'], imported: 2, first: [] });
  });

  test('of a header says the line before anything is made', async () => {
    const content = Buffer.from(`\nEmpfänger\n${row('Weir')}\n`, 'latin1');
    const running = run('header.csv', content);
    await expect(running).rejects.toThrow(Mistake);
    await expect(running).rejects.toThrow(`${at('header.csv')}, line 2: ${notUtf8}`);
    expect((await database.pool.query('select from systems where id = $1', [systemId])).rows).toEqual([]);
  });

  test('of a sites file says the line before anything is made', async () => {
    const sites = write('sites.csv', Buffer.from('site_name,receivers\nWeir,Weir\nMühle,Weir\n', 'latin1'));
    const running = run('good.csv', file(row('Weir')), '--sites', sites);
    await expect(running).rejects.toThrow(`The sites file ${sites}, line 3: ${notUtf8}`);
    expect((await database.pool.query('select from systems where id = $1', [systemId])).rows).toEqual([]);
  });

  test('a name that cannot be stored fails its row alone', async () => {
    const sites = write('sites.csv', utf16('site_name,receivers\nMühle,Weir\nA\0b,C\n'));
    const content = file(...[1, 2, 3].map((second) => row('Weir', second)), row('We\0ir'), row('Bend', 5), row('Bend', 6));
    const report = await run('nul.csv', content, '--sites', sites);
    const reason = 'a receiver whose name holds NUL or half a character';
    expect(report).toMatchObject({ made: ['Weir', 'Bend'], imported: 5, first: [{ line: 5, reason }] });
    expect((await database.pool.query('select alias from sites where system_id = $1', [systemId])).rows).toEqual([
      { alias: 'Mühle' },
    ]);
  });
});

describe('the lines of a file', () => {
  const linesOf = async (content: Buffer) => {
    const all: string[] = [];
    for await (const { lines, foreign } of readLines(write('lines.txt', content))) {
      expect(foreign).toBeUndefined();
      for (const line of lines) all.push(line);
    }
    return all;
  };

  test('are whole where a character lies across two reads', async () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => `${at} ${'–ü'.repeat(at % 7)}`);
    for (const encode of [(text: string) => Buffer.from(text), utf16])
      expect((await linesOf(encode(lines.join('\n')))).join('\n') === lines.join('\n')).toBe(true);
  });

  test('that are too long are cut between two characters', async () => {
    const [, long = '', after] = await linesOf(Buffer.from(`first\n${'ü'.repeat(900_000)}\nlast`));
    expect(long).toMatch(/^ü{8000,}$/);
    expect(after).toBe('last');
  });
});
