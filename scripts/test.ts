import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findBrowser, findTestBrowser } from './find-browser.ts';
import { measureBudgets } from './size-budget.ts';
import { type Count, judged, lastLines, plainCount, readPlaywright, readVitest, slowestLines } from './test-report.ts';

/**
 * `npm test`: everything that must be true before a change lands. All stages run even when one fails, so that
 * one run reports all; the last line is `N passed, N failed`, after the names of tests that were skipped. A
 * stage that is no test suite counts as one test. With `--thorough` (`npm run test:thorough`) it also runs
 * what is too slow for every change (CONTRIBUTING lists it).
 */
if (process.argv.includes('--thorough')) process.env['THOROUGH'] = '1';
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const results = join(root, 'test-results');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** Real data beside the checkout, for the tests that read it. */
const hasShared = existsSync(join(root, '..', 'shared'));

type Stage = { name: string; run: () => Promise<Count> };

const stages: readonly Stage[] = [
  { name: 'types', run: () => command('tsc', ['--noEmit', '-p', '.']) },
  { name: 'lint', run: () => command('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', run: () => command('oxfmt', ['--check']) },
  { name: 'dead code', run: () => command('knip', []) },
  { name: 'code that only tests use', run: () => command('knip', ['--production', '--exclude', 'dependencies']) },
  { name: 'unit, machines, services, host, tooling', run: unitTests },
  { name: 'build', run: () => command('node', ['scripts/build-console.ts']) },
  { name: 'size budget', run: sizeBudget },
  { name: 'browser', run: browserTests },
];

const begun = performance.now();
const counts: Count[] = [];
const lines: string[] = [];
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
for (const stage of stages) {
  console.log(`\n── ${stage.name}`);
  const started = performance.now();
  // A stage that cannot run at all must not keep the others from running, nor the last line from coming.
  const count = await stage.run().catch((error: unknown): Count => {
    console.error(error instanceof Error ? error.message : error);
    return plainCount(0, 1);
  });
  counts.push(count);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${stage.name}: ${count.passed} passed, ${count.failed} failed${skippedText(count)} (${seconds} s)`,
  );
}
console.log(`\n${lines.join('\n')}\n\nSlowest tests:\n${slowestLines(counts).join('\n')}\n\nAll of it: ${minutesSince(begun)}\n`);
process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;
console.log(lastLines(counts, hasShared).join('\n'));

function minutesSince(moment: number): string {
  const seconds = Math.round((performance.now() - moment) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function skippedText({ skipped }: Count): string {
  return skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
}

/** Runs one of the project's tools; resolves with its exit code. */
function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(bin(name), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function command(name: string, args: string[]): Promise<Count> {
  const isFine = (await run(name, args)) === 0;
  return isFine ? plainCount(1, 0) : plainCount(0, 1);
}

async function unitTests(): Promise<Count> {
  const file = join(results, 'vitest.json');
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  return judged(code, readVitest(readFileSync(file, 'utf8')), hasShared);
}

async function browserTests(): Promise<Count> {
  const file = join(results, 'playwright.json');
  // Installed before the workers look for them; not passed on, as the tests need both.
  findTestBrowser();
  findBrowser();
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run('playwright', ['test', '--reporter=list,json'], env);
  return judged(code, readPlaywright(readFileSync(file, 'utf8')), hasShared);
}

async function sizeBudget(): Promise<Count> {
  const measured = measureBudgets(join(root, 'dist'));
  for (const row of measured) {
    const css = row.cssBudget === undefined ? '' : ` (at most ${row.cssBudget})`;
    console.log(
      `${row.name}: JavaScript ${row.js.toFixed(1)} KiB (at most ${row.jsBudget}), CSS ${row.css.toFixed(1)} KiB${css}`,
    );
    for (const problem of row.problems) console.error(`  ${row.name}: ${problem}`);
  }
  const failed = measured.filter((row) => row.problems.length > 0).length;
  return plainCount(measured.length - failed, failed);
}
