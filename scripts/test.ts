import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findBrowser, findTestBrowser } from './find-browser.ts';
import {
  describeRun,
  type LastRun,
  lastRunOf,
  readLastRun,
  type StageCount,
  suites,
  whyNotAgain,
  writeLastRun,
} from './last-run.ts';
import { countFiles, measureBudgets } from './size-budget.ts';
import { type Count, judged, lastLines, plainCount, readPlaywright, readVitest, slowestLines } from './test-report.ts';

/**
 * `npm test`: everything that must be true before a change lands. A failed stage does not stop the others, so
 * one run reports everything. The last line is `N passed, N failed`, after the names of skipped tests. A
 * stage that is not a test suite counts as one test. `--thorough` (`npm run test:thorough`) also runs what is
 * too slow for every change (listed in CONTRIBUTING). `--failed` runs only what failed in the previous run,
 * and exits with 3 if that passes, so that it is not mistaken for a whole run.
 */
if (process.argv.includes('--thorough')) process.env['THOROUGH'] = '1';
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const results = join(root, 'test-results');
/** Outside the folder that each run clears. */
const lastRunPath = join(root, '.last-test-run.json');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** True if the real data is beside the checkout, for the tests that read it. */
const hasShared = existsSync(join(root, '..', 'shared'));

/** `needs`: the stage of its stream that must have passed. */
type Stage = { name: string; run: () => Promise<Count>; needs?: string };

const buildInfo = join(root, 'node_modules', '.cache', 'tsc.tsbuildinfo');
const types = command('types', 'tsc', ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', buildInfo]);
const lint = command('lint', 'oxlint', ['--type-aware', '--deny-warnings']);
const format = command('format', 'oxfmt', ['--check']);
const deadCode = command('dead code', 'knip', ['--cache']);
const testedOnly = command('code that only tests use', 'knip', ['--cache', '--production', '--exclude', 'dependencies']);
const build = command('build', 'node', ['scripts/build-console.ts']);
const sizes: Stage = { name: 'size budget', run: sizeBudget, needs: build.name };
const unit = (again?: LastRun): Stage => ({ name: suites.vitest, run: () => unitTests(again) });
const browser = (again?: LastRun): Stage => ({ name: suites.playwright, run: () => browserTests(again), needs: build.name });

/** The exit code of a partial run that passed. */
const partlyGreen = 3;

if (process.argv.includes('--failed')) await runFailed();
else await runAll();

/**
 * Runs what needs no test beside the tests, which often wait. The tests of the host and the browser run one
 * after the other: at the same time they were slower when tried, on a shared machine.
 */
async function runAll(): Promise<void> {
  const counts = await runStreams([
    [types, lint, format, deadCode, testedOnly],
    [build, sizes, unit(), browser()],
  ]);
  const isThorough = process.env['THOROUGH'] === '1';
  writeLastRun(lastRunPath, lastRunOf(counts, { endedAt: Date.now(), commit: presentCommit(), isThorough }));
}

/** Runs what failed in the previous run. The next such run runs what still fails. */
async function runFailed(): Promise<void> {
  const last = readLastRun(lastRunPath);
  const refusal = whyNotAgain(last, process.env['CI'] !== undefined);
  if (last === null || refusal !== null) {
    console.error(refusal);
    process.exitCode = 1;
    return;
  }
  console.log(describeRun(last, Date.now(), presentCommit()));
  if (last.isThorough) process.env['THOROUGH'] = '1';
  const whole = [format, deadCode, testedOnly, sizes].filter(({ name }) => last.stages.includes(name));
  const isOfBuild = last.playwright.length > 0 || whole.includes(sizes);
  const stages = [...(isOfBuild ? [build] : []), ...whole, unit(last), browser(last)];
  const asked = stages.filter(({ name }) => name === build.name || last.stages.includes(name));
  writeLastRun(lastRunPath, lastRunOf(await runStreams([asked], true), last));
  process.exitCode ||= partlyGreen;
}

/** Runs the stages of each stream one after another, all streams at once, and reports them together. */
async function runStreams(streams: readonly (readonly Stage[])[], isPartial = false): Promise<StageCount[]> {
  const begun = performance.now();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const done = (await Promise.all(streams.map(runStream))).flat();
  const counts = done.map(({ count }) => count);
  const time = `All of it: ${Math.floor(secondsSince(begun) / 60)} min ${Math.round(secondsSince(begun) % 60)} s`;
  console.log(`\n${done.map(stageLine).join('\n')}\n\nSlowest tests:\n${slowestLines(counts).join('\n')}\n\n${time}\n`);
  process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;
  console.log(lastLines(counts, hasShared, isPartial).join('\n'));
  return done;
}

type Done = StageCount & { seconds: number };

async function runStream(stages: readonly Stage[]): Promise<Done[]> {
  const done: Done[] = [];
  for (const { name, run, needs } of stages) {
    const started = performance.now();
    const isLacking = done.some((before) => before.name === needs && before.count.failed > 0);
    console.log(`\n── ${name}${isLacking ? `: not run, as ${needs} failed` : ''}`);
    // A stage that cannot run must not prevent the others or the last line.
    const count: Count = await (isLacking ? Promise.resolve(plainCount(0, 1)) : run()).catch((error: unknown): Count => {
      console.error(error instanceof Error ? error.message : error);
      return plainCount(0, 1);
    });
    done.push({ name, count, seconds: secondsSince(started) });
    console.log(stageLine(done.at(-1)!));
  }
  return done;
}

function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1000;
}

function stageLine({ name, count: { passed, failed, skipped }, seconds }: Done): string {
  const left = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed${left} (${seconds.toFixed(1)} s)`;
}

function presentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

/**
 * Runs one of the project's tools; resolves with its exit code. Prints its lines as they come, each with the
 * stage's name, because stages run side by side.
 */
function run(stage: string, name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(bin(name), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...colours, ...env },
    });
    for (const [input, output] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      createInterface({ input }).on('line', (line) => output.write(`${stage} │ ${line}\n`));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function command(stage: string, name: string, args: string[]): Stage {
  return { name: stage, run: async () => ((await run(stage, name, args)) === 0 ? plainCount(1, 0) : plainCount(0, 1)) };
}

async function unitTests(again?: LastRun): Promise<Count> {
  const file = join(results, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(suites.vitest, 'vitest', [...args, ...(again === undefined ? [] : testsOf(again))]);
  const { skipped, ...count } = readVitest(readFileSync(file, 'utf8'));
  // Vitest reports the tests that were not selected as skipped.
  const isAsked = (name: string) => again === undefined || again.vitest.some((test) => test.name === null || test.name === name);
  return judged(code, { ...count, skipped: skipped.filter(isAsked) }, hasShared);
}

/** Returns vitest's arguments for the failed tests of a run. */
function testsOf({ vitest }: LastRun): string[] {
  const files = [...new Set(vitest.map(({ file }) => file))];
  const names = vitest.map(({ name }) => name);
  // A file that did not load has no test names to select.
  return names.includes(null) ? files : [...files, '-t', `^(${names.map((name) => RegExp.escape(name ?? '')).join('|')})$`];
}

async function browserTests(again?: LastRun): Promise<Count> {
  const file = join(results, 'playwright.json');
  // Install the browsers before the workers look for them. Their paths are not passed on, because the tests
  // need both.
  findTestBrowser();
  findBrowser();
  const args = ['test', '--reporter=list,json'];
  if (again !== undefined) {
    const list = join(results, 'failed-before.json');
    writeFileSync(list, JSON.stringify({ status: 'failed', failedTests: again.playwright }));
    args.push('--last-failed', '--last-failed-file', list);
  }
  const code = await run(suites.playwright, 'playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return judged(code, readPlaywright(readFileSync(file, 'utf8')), hasShared);
}

async function sizeBudget(): Promise<Count> {
  const measured = measureBudgets(join(root, 'dist'));
  for (const row of measured) {
    const css = row.cssBudget === undefined ? '' : ` (at most ${row.cssBudget})`;
    const js = `${row.js.toFixed(1)} KiB (at most ${row.jsBudget})`;
    console.log(`size budget │ ${row.name}: JavaScript ${js}, CSS ${row.css.toFixed(1)} KiB${css}`);
    for (const problem of row.problems) console.error(`size budget │   ${row.name}: ${problem}`);
  }
  const counted = countFiles(join(root, 'dist'), readFileSync(join(root, 'src/screens/registry.ts'), 'utf8'));
  console.log(
    `size budget │ files of a page: ${counted.map(({ screen, files }) => `${basename(screen, '.ts')} ${files}`).join(', ')}`,
  );
  for (const problem of counted.flatMap(({ problems }) => problems)) console.error(`size budget │   ${problem}`);
  const rows = [...measured, ...counted];
  const failed = rows.filter(({ problems }) => problems.length > 0).length;
  return plainCount(rows.length - failed, failed);
}
