import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { DumpLines } from '#model/files/dump-csv.ts';

/** The code in docs/read-data.md reads a data file as this product writes it (FILE-1, FILE-14). */

const folder = mkdtempSync(path.join(tmpdir(), 'read-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = promisify(execFile);

const page = readFileSync(path.join(import.meta.dirname, '../../docs/read-data.md'), 'utf8');
const blocks = [...page.matchAll(/```(python|r)\n([\s\S]*?)```/g)].map(([, language, text = '']) => ({ language, text }));
const [program = ''] = blocks.flatMap(({ language, text }) =>
  language === 'python' && text.includes('csv.DictReader') ? text : [],
);

// Languages that are not installed are skipped.
const interpreters = ['python3'].filter((name) => spawnSync(name, ['--version']).status === 0);

test.each(interpreters.flatMap((name) => [-360, 345, 0].map((offset) => [name, offset] as const)))(
  '%s alone reads a file whose offset is %i minutes, to the millisecond',
  async (interpreter, offset) => {
    const contacts = [
      { ts: Date.UTC(2026, 4, 1, 23, 59, 59, 7), rxId: 1, ant: 2, hz: 150_345_000, code: 42, type: 18, power: -87.4 },
      { ts: Date.UTC(2026, 4, 2, 0, 0, 0, 0), rxId: 2, ant: 1, hz: 150_345_000, code: -5, type: 8, power: 3 },
    ];
    const writer = new DumpLines(offset, (rxId) => (rxId === 1 ? 'Żółw, north "old"' : 'Weir'), { utc: true });
    writeFileSync(
      path.join(folder, 'contacts.csv.gz'),
      gzipSync(writer.header() + contacts.map((each) => writer.line(each)).join('')),
    );
    writeFileSync(path.join(folder, 'read.py'), program);
    const env = { PATH: process.env['PATH'], PYTHONIOENCODING: 'utf-8' };
    const { stdout } = await run(interpreter, ['read.py'], { cwd: folder, env, timeout: 30_000 });
    expect(stdout.trimEnd().split(/\r?\n/)).toEqual([
      '2026-05-01T23:59:59.007+00:00 Żółw, north "old" 42 -87.4',
      '2026-05-02T00:00:00.000+00:00 Weir -5 3',
    ]);
  },
);

test('each language finds the column of times by how its name begins, and R keeps the name', () => {
  const readers = blocks.filter(({ text }) => text.includes('contacts.csv.gz'));
  expect(readers.map(({ language }) => language)).toEqual(['python', 'python', 'r', 'r']);
  for (const { text } of readers) expect(text).toContain('decodeTimeUTC');
  expect(readers.find(({ text }) => text.includes('read.csv('))?.text).toContain('check.names = FALSE');
});
