import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './find-browser.ts';
import { measureBudgets } from './size-budget.ts';

/**
 * `npm test`: everything that must be true before a change lands. All stages run even when one fails, so that one run tells all;
 * the last line is `N passed, N failed`. A stage that is no test suite counts as one test.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const results = join(root, 'test-results');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

type Count = { passed: number; failed: number };
type Stage = { name: string; run: () => Promise<Count> };

const stages: readonly Stage[] = [
  { name: 'types', run: () => command('tsc', ['--noEmit', '-p', '.']) },
  { name: 'lint', run: () => command('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', run: () => command('oxfmt', ['--check']) },
  { name: 'dead code', run: () => command('knip', []) },
  { name: 'unit, machines, services, host, tooling', run: unitTests },
  { name: 'build', run: () => command('node', ['scripts/build-console.ts']) },
  { name: 'size budget', run: sizeBudget },
  { name: 'browser', run: browserTests },
];

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
for (const stage of stages) {
  console.log(`\n── ${stage.name}`);
  const started = performance.now();
  // A stage that cannot run at all must not keep the others from running, nor the last line from being told.
  const count = await stage.run().catch((error: unknown): Count => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);

/** Runs one of the project's tools; resolves with its exit code. */
function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(bin(name), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function command(name: string, args: string[]): Promise<Count> {
  return (await run(name, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function unitTests(): Promise<Count> {
  const file = join(results, 'vitest.json');
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
  };
  return judged(code, report.numPassedTests, report.numFailedTests);
}

async function browserTests(): Promise<Count> {
  const file = join(results, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: findBrowser() };
  const code = await run('playwright', ['test', '--reporter=list,json'], env);
  const report = JSON.parse(readFileSync(file, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } };
  return judged(code, report.stats.expected, report.stats.unexpected + report.stats.flaky);
}

/** A suite that failed without a failed test (a file that does not load, an empty run) still counts as one failure. */
function judged(code: number, passed: number, failed: number): Count {
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: failed + (silent ? 1 : 0) };
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
  return { passed: measured.length - failed, failed };
}
