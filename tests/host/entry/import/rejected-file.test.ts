import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RejectedFile, withoutReason } from '../../../../host/entry/import/rejected-file.ts';
import { cellsOf } from '../../../../host/entry/import/cells.ts';
import { numberIn } from '../../../../host/platform/number-text.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { dumpHeader, importFiles, lemhiHeader } from '../../../support/import-files.ts';
import { planted } from '../../../support/planted.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'rejected-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function rejected(rows: readonly string[]): Promise<string> {
  const file = new RejectedFile(path.join(folder, 'a.csv'));
  file.header('one,two');
  for (const [place, row] of rows.entries()) file.add(place + 2, `because of '=1+1' and "this"`, row);
  await file.close();
  const text = readFileSync(file.path ?? '', 'utf8');
  rmSync(file.path ?? '');
  return text;
}

/** Reads rows as a spreadsheet does: by the same rules as any CSV. */
const asSpreadsheet = (text: string) => parse(text, { relax_column_count: true, relax_quotes: false }) as string[][];

describe('the file of rejected rows (IMP-4, FILE-2)', () => {
  test('holds no cell that a spreadsheet would take for a formula, but numbers as they are', async () => {
    const text = await rejected(['=1+1,-114,+5,-1+1,@x,plain', `"=HYPERLINK(""x"")", =2,+,"a,=b",-`, "'=x,\t=3"]);
    expect(asSpreadsheet(text).map((cells) => cells.slice(2))).toEqual([
      ['one', 'two'],
      ["'=1+1", '-114', '+5', "'-1+1", "'@x", 'plain'],
      [`'=HYPERLINK("x")`, "'=2", "'+", 'a,=b', "'-"],
      ["'=x", "'=3"],
    ]);
  });

  test('keeps a row as it stood where nothing needs a guard', async () => {
    const row = 'a,02/10/18,   25,"LH 1",1,5,995,-110';
    expect((await rejected([row])).split('\n')[1]).toBe(`2,"because of '=1+1' and ""this""",${row}`);
  });

  test('any row stays one row, without formulas, and is read back as it was', async () => {
    const cell = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ' ', '\t', '\r', '1', 'a'), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 4 }), async (cells) => {
        const row = cells.join(',');
        const text = await rejected([row]);
        const lines = asSpreadsheet(text);
        expect(lines).toHaveLength(2);
        // A blank after a number does not make it a formula.
        for (const shown of lines[1] ?? []) expect(/^[=+\-@\t\r]/.test(shown) && numberIn(shown.trim()) === null).toBe(false);
        const back = withoutReason(text.slice(text.indexOf('\n') + 1, -1));
        const read = cellsOf(row);
        if (read === null) expect(back.trim()).toBe(row.trim());
        // No format has only one column: a row of one cell could not be recognised.
        else if (read.length > 1) expect(cellsOf(back)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });

  test('is written in good time, under the header that its rows had', async () => {
    const file = new RejectedFile(path.join(folder, 'a.csv'));
    file.header('first');
    await file.write();
    expect(file.path).toBeNull();
    file.add(2, 'why', 'x');
    file.add(3, 'why', 'y');
    file.header('second');
    file.header('third');
    file.add(9, 'why', 'z');
    await file.write();
    expect(readFileSync(file.path ?? '', 'utf8')).toBe('line,reason,first\n2,"why",x\n3,"why",y\nline,reason,third\n9,"why",z\n');
    await file.close();
  });
});

describe('rejected rows that were mended', () => {
  const openDatabase = fileDatabase();
  let database: Database;
  let systemId: string;
  beforeEach(async () => {
    [database, systemId] = [await openDatabase(), newSystemId()];
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Field' }).execute();
  });
  const run = async (file: string) =>
    (await importFiles(database, Date.UTC(2026, 0, 1), '--system', systemId, '--create', file)).files[0];
  const heard = async () => {
    const { rows } = await database.pool.query<{ alias: string; ts: Date }>(
      'select alias, ts from contacts join receivers on receivers.id = rx_id where contacts.system_id = $1 order by alias',
      [systemId],
    );
    return rows.map(({ alias, ts }) => `${alias} ${ts.toISOString()}`);
  };

  test('are imported as they stand in their file, guards taken off; what is still wrong is rejected once more', async () => {
    const rows = ['a,30/02/18,1,=A,1,5,575,-76', '=1,02/10/18,x,"B, b",1,5,575,-76', 'a,02/10/18,1,"C,1,5,575,-76', 'a,b'];
    const file = path.join(folder, 'contacts.csv');
    writeFileSync(file, [lemhiHeader, ...rows].join('\n'));
    const first = await run(file);
    expect(first).toMatchObject({ read: 4, imported: 0, rejected: 4 });
    const text = readFileSync(first?.rejectedFile ?? '', 'utf8');
    expect(text).toContain(`,"'=A",`.replaceAll('"', ''));
    const mended = path.join(folder, 'mended.csv');
    writeFileSync(mended, text.replace('30/02/18', '01/10/18').replace(',x,', ',7,').replace('""C,', 'C,'));
    const second = await run(mended);
    expect(second).toMatchObject({ read: 4, imported: 3, rejected: 1, format: 'Lemhi CSV' });
    expect(await heard()).toEqual(['=A 2018-10-01T00:00:01.000Z', 'B, b 2018-10-02T00:00:07.000Z', 'C 2018-10-02T00:00:01.000Z']);
    expect(readFileSync(second?.rejectedFile ?? '', 'utf8')).toBe(`line,reason,${lemhiHeader}\n5,"2 columns instead of 8",a,b\n`);
  });

  test('keep the offset of the header they came from', async () => {
    const file = path.join(folder, 'dump.csv');
    const other = dumpHeader.replace('-07:00', '+02:00');
    writeFileSync(
      file,
      [dumpHeader, '1,2024-06-01 12:00,A,2,150,42,18,-80', other, '1,2024-06-01 12:00,B,2,150,42,18,-80'].join('\n'),
    );
    const text = readFileSync((await run(file))?.rejectedFile ?? '', 'utf8');
    const mended = path.join(folder, 'mended.csv');
    writeFileSync(mended, text.replaceAll('12:00,', '12:00:00,'));
    expect(await run(mended)).toMatchObject({ read: 2, imported: 2, rejected: 0 });
    expect(await heard()).toEqual(['A 2024-06-01T19:00:00.000Z', 'B 2024-06-01T10:00:00.000Z']);
  });
});
