import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeRun, type LastRun, lastRunOf, readLastRun, suites, whyNotAgain } from '../../scripts/last-run.ts';
import { plainCount } from '../../scripts/test-report.ts';

const root = join(import.meta.dirname, '../..');
const ended = { endedAt: Date.UTC(2026, 4, 1), commit: 'abc1234', isThorough: false };
const run: LastRun = { ...ended, stages: ['browser'], vitest: [], playwright: ['one'] };

describe('what is kept of a run', () => {
  test('the stages that failed, and how each test is run again', () => {
    const failing = [
      { name: 'one', reason: [], again: { file: '/a.test.ts', name: 'one' } },
      { name: '/b.test.ts', reason: [], again: { file: '/b.test.ts', name: null } },
    ];
    const counts = [
      { name: 'format', count: plainCount(0, 1) },
      { name: suites.vitest, count: { ...plainCount(3, 2), failing } },
      { name: 'build', count: plainCount(1, 0) },
      { name: suites.playwright, count: { ...plainCount(3, 1), failing: [{ name: 'c', reason: [], again: { id: 'x-y' } }] } },
    ];
    expect(lastRunOf(counts, ended)).toEqual({
      ...ended,
      stages: ['format', suites.vitest, suites.playwright],
      vitest: [
        { file: '/a.test.ts', name: 'one' },
        { file: '/b.test.ts', name: null },
      ],
      playwright: ['x-y'],
    });
  });

  test.each([
    [
      'minutes ago, of another commit',
      5 * 60_000,
      'def5678',
      'ended 5 min ago, on commit abc1234; this is def5678. Tests that failed in it: 1.',
    ],
    [
      'hours ago, of this commit',
      3 * 3_600_000,
      'abc1234',
      'ended 3 h ago, on this commit (abc1234). Tests that failed in it: 1.',
    ],
  ])('it says how old it is and of which commit: %s', (_, age, present, text) => {
    expect(describeRun(run, ended.endedAt + age, present)).toContain(text);
  });

  test.each<[string, LastRun | null, boolean, string | null]>([
    ['failed tests', run, false, null],
    ['a failed format', { ...run, stages: ['format'], playwright: [] }, false, null],
    ['no report', null, false, 'There is no report of an earlier run: run npm test first.'],
    ['types', { ...run, stages: ['types', 'browser'] }, false, 'The last run failed in types: mend that and run npm test.'],
    [
      'lint and build',
      { ...run, stages: ['lint', 'build'] },
      false,
      'The last run failed in lint and build: mend that and run npm test.',
    ],
    [
      'a good run',
      { ...run, stages: [], playwright: [] },
      false,
      'Nothing failed in the last run: run npm test to run everything.',
    ],
    [
      'a stage that names none',
      { ...run, playwright: [] },
      false,
      'The last run failed in browser without a test that failed: run npm test.',
    ],
    ['CI', run, true, 'CI runs all tests: npm test takes no --failed there.'],
  ])('after %s the failed tests run again, or one sentence says why not', (_, last, isCi, why) => {
    expect(whyNotAgain(last, isCi)).toBe(why);
  });

  test('CI gives npm test no options', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8').trimEnd().split('\n').at(-1)).toBe('npm ci && npm test');
  });
});

describe('npm test -- --failed', () => {
  const house = mkdtempSync(join(tmpdir(), 'last-run-'));
  const file = join(house, 'planted.test.mjs');
  const report = join(house, '.last-test-run.json');
  const planted = (isMended: boolean) =>
    writeFileSync(
      file,
      `import { expect, test } from 'vitest';
      test('failed (before)', () => expect(${isMended}).toBe(true));
      test('failed (before) too', () => { throw new Error('was not asked for') });`,
    );
  const again = (env: NodeJS.ProcessEnv = {}) => {
    const { CI: _ci, ...own } = process.env;
    const script = ['scripts/run.js', 'scripts/test.ts', '--failed'];
    const { status, stdout, stderr } = spawnSync(process.execPath, script, {
      cwd: house,
      env: { ...own, ...env },
      encoding: 'utf8',
    });
    return { status, said: stderr.trim(), last: stdout.trim().split('\n').at(-1), stdout };
  };

  beforeAll(() => {
    cpSync(join(root, 'scripts'), join(house, 'scripts'), { recursive: true });
    for (const name of ['package.json', 'node_modules']) symlinkSync(join(root, name), join(house, name));
    writeFileSync(join(house, 'vitest.config.mjs'), 'export default {}');
    mkdirSync(join(house, 'test-results'));
  });
  afterAll(() => rmSync(house, { recursive: true }));

  test('runs nothing without a report, and says so in one line', () => {
    expect(again()).toMatchObject({ status: 1, stdout: '', said: whyNotAgain(null, false) });
  });

  test('runs what failed and nothing else; it is no whole run, even when all pass', () => {
    planted(false);
    const last: LastRun = { ...ended, stages: [suites.vitest], vitest: [{ file, name: 'failed (before)' }], playwright: [] };
    writeFileSync(report, JSON.stringify(last));
    expect(again()).toMatchObject({ status: 1, last: '0 passed, 1 failed (only those that failed before)' });
    expect(readLastRun(report)).toEqual(last);
    planted(true);
    expect(again({ CI: 'true' })).toMatchObject({ status: 1, said: whyNotAgain(last, true) });
    expect(again()).toMatchObject({ status: 3, last: '1 passed, 0 failed (only those that failed before)' });
    expect(again()).toMatchObject({ status: 1, said: whyNotAgain({ ...last, stages: [] }, false) });
  });
});
