import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type Failing,
  judged,
  lastLines,
  mostUnsteady,
  plainCount,
  readPlaywright,
  readVitest,
  slowestLines,
} from '../../scripts/test-report.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true }));

const skips = ['one', 'two'];

describe('what a run of tests came to', () => {
  test('a report of vitest names what it skipped, however it did; it sets apart what passed at the second try', () => {
    writeFileSync(
      join(folder, 'planted.test.mjs'),
      `import { describe, test } from 'vitest';
      test('passes', () => {});
      test('fails', () => { throw new Error('planted') });
      let tries = 0;
      test('second try', { retry: 1 }, () => { tries += 1; if (tries === 1) throw new Error('planted once') });
      describe('real data', () => test('is read', (context) => context.skip('there is none')));
      test.skip('is left out', () => {});
      test.todo('is to come');`,
    );
    const file = join(folder, 'vitest.json');
    const args = ['run', '--root', folder, '--reporter=json', `--outputFile.json=${file}`];
    expect(spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: folder }).status).toBe(1);
    const { failing, unsteady, times, ...rest } = readVitest(readFileSync(file, 'utf8'));
    expect(times.map(({ name }) => name)).toContain('passes');
    expect(failing.map(heads)).toEqual([['fails', 'Error: planted']]);
    expect(unsteady.map(heads)).toEqual([['second try', 'Error: planted once']]);
    expect(rest).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['real data is read', 'is left out', 'is to come'],
    });
  });

  test('a report of Playwright does, too', () => {
    writeFileSync(
      join(folder, 'planted.e2e.mjs'),
      `import { test } from '@playwright/test';
      test('passes', () => {});
      test.describe('a page', () => { test.skip('is left out', () => {}); test('leaves itself out', () => test.skip(true, 'why')); });
      test('second try', ({}, { retry }) => { if (retry === 0) throw new Error('planted once') });
      test('fails', () => { throw new Error('planted') });`,
    );
    writeFileSync(join(folder, 'playwright.config.mjs'), `export default { testMatch: '*.e2e.mjs', retries: 1, workers: 1 };`);
    const file = join(folder, 'playwright.json');
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    spawnSync(join(root, 'node_modules/.bin/playwright'), ['test', '--reporter=json'], { cwd: folder, env });
    const { failing, unsteady, times, ...rest } = readPlaywright(readFileSync(file, 'utf8'));
    expect(times.map(({ name }) => name)).toContain('planted.e2e.mjs second try');
    expect(failing.map(heads)).toEqual([['planted.e2e.mjs fails', 'Error: planted']]);
    expect(unsteady.map(heads)).toEqual([['planted.e2e.mjs second try', 'Error: planted once']]);
    expect(rest).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['planted.e2e.mjs a page is left out', 'planted.e2e.mjs a page leaves itself out'],
    });
  });

  test('the twenty slowest tests of all stages are named, the slowest first', () => {
    const timed = (from: number) =>
      Array.from({ length: 15 }, (_, at) => ({ name: `test ${from + at}`, ms: 1_000 * (from + at) }));
    const lines = slowestLines([
      { ...plainCount(15, 0), times: timed(1) },
      { ...plainCount(15, 0), times: timed(16) },
    ]);
    expect(lines).toHaveLength(20);
    expect(lines[0]).toBe('  30.0 s  test 30');
    expect(lines.at(-1)).toBe('  11.0 s  test 11');
  });

  test.each([
    ['a good run', 0, plainCount(3, 0), true, 0],
    ['failed tests', 1, plainCount(3, 2), true, 2],
    ['a run that ended badly without a failed test', 1, plainCount(3, 0), true, 1],
    ['a run of nothing', 0, plainCount(0, 0), true, 1],
    ['tests skipped for want of real data', 0, { ...plainCount(3, 0), skipped: skips }, false, 0],
    ['tests skipped where it is', 0, { ...plainCount(3, 0), skipped: skips }, true, 2],
    ['tests that could not mount', 0, { ...plainCount(3, 0), skipped: ['the disk [needs a mount] is full'] }, true, 0],
    ['tests without a NATS server', 0, { ...plainCount(3, 0), skipped: ['by NATS [needs nats-server] both'] }, true, 0],
    ['tests without Firefox', 0, { ...plainCount(3, 0), skipped: ['in Firefox [needs firefox-esr]'] }, true, 0],
    ['tests without WebKit', 0, { ...plainCount(3, 0), skipped: ['in WebKit [needs webkit2gtk-driver]'] }, true, 0],
    ['both', 1, { ...plainCount(3, 1), skipped: skips }, true, 3],
    ['as many as may pass at the second try only', 0, { ...plainCount(5, 0), unsteady: times(mostUnsteady) }, true, 0],
  ])('%s', (_, code, count, hasShared, failed) => {
    expect(judged(code, count, hasShared)).toEqual({ ...count, failed });
  });

  test('more than a few that pass at the second try only have failed', () => {
    const unsteady = times(mostUnsteady + 1);
    expect(judged(0, { ...plainCount(5, 0), unsteady }, true)).toEqual({
      ...plainCount(5 - unsteady.length, unsteady.length),
      failing: unsteady,
    });
  });

  test('its last line is always the same, after the skipped and the failed tests by name and reason', () => {
    const counts = [
      { ...plainCount(3, 0), skipped: skips, unsteady: [{ name: 'five', reason: ['late'] }] },
      { ...plainCount(4, 2), failing: times(2) },
    ];
    const failed = ['2 failed:', '  test 0', '      why', '  test 1', '      why', ''];
    expect(lastLines(counts, false)).toEqual([
      '2 skipped (there is no ../shared):',
      '  one',
      '  two',
      '',
      '1 passed at the second try only (to be mended):',
      '  five',
      '      late',
      '',
      ...failed,
      '7 passed, 2 failed',
    ]);
    expect(lastLines(counts, true)[0]).toContain('each counts as failed');
    expect(lastLines(counts.slice(1), true)).toEqual([...failed, '4 passed, 2 failed']);
    expect(lastLines([{ ...plainCount(3, 0), skipped: ['the disk [needs a mount] is full', 'one'] }], false)).toEqual([
      '1 skipped (NOT TRIED: this user may mount no file system; root on Linux may):',
      '  the disk [needs a mount] is full',
      '',
      '1 skipped (there is no ../shared):',
      '  one',
      '',
      '3 passed, 0 failed',
    ]);
  });
});

const heads = ({ name, reason }: Failing): unknown[] => [name, reason[0]];

function times(count: number): Failing[] {
  return Array.from({ length: count }, (_, index) => ({ name: `test ${index}`, reason: ['why'] }));
}
