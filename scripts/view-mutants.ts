import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { viewFaults } from '../tests/mutants/views/faults.ts';
import { findTestBrowser } from './find-browser.ts';
import { root } from './mutants/options.ts';
import { faultsByFile, type FaultResult, grepOf, judgeFaults, pathOf, plantFaults } from './mutants/view-faults.ts';
import { WorkingCopy } from './mutants/working-copy.ts';

const help = `npm run mutants:views -- [options]

Plants the faults of tests/mutants/views in a copy of the repository, builds the console once for each group, runs the browser
tests that should notice them, and prints which test noticed each. The exit code is 1 if one was not noticed.
  --group N       one group alone; may be repeated (default all)
  --workers N     how many browser tests run at a time (default 2)
  --out FILE      writes the results as JSON
  --list          prints the faults and runs nothing
  --check         checks types and lint with all faults planted, and runs no browser`;

/** `npm run mutants:views`: tries faults that only a browser test can see. */
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values } = parseArgs({
  options: { group: { ...text, multiple: true }, workers: text, out: text, list: flag, check: flag, help: flag },
});
const groups = [...new Set(viewFaults.map(({ group }) => group))].filter(
  (group) => values.group === undefined || values.group.includes(String(group)),
);
const chosen = viewFaults.filter(({ group }) => groups.includes(group));
/** The running process, and the signal that ended it. */
let child: ChildProcess | null = null;
let ended: NodeJS.Signals | null = null;

if (values.help) console.log(help);
else if (chosen.length === 0) {
  console.error(`There is no group ${values.group?.join(', ')}; --list shows which there are.`);
  process.exitCode = 2;
} else if (values.list) for (const { group, id, screen, says } of chosen) console.log(`${group}\t${id}\t${screen}: ${says}`);
else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      ended = signal;
      child?.kill(signal);
    });
  }
  await tryFaults();
}

async function tryFaults(): Promise<void> {
  const results: FaultResult[] = [];
  const copy = new WorkingCopy(root);
  try {
    if (values.check) return await check(copy);
    findTestBrowser();
    for (const group of groups) {
      console.log(`\ngroup ${group}`);
      for (const result of await tryGroup(copy, group)) {
        results.push(result);
        console.log(
          `${result.outcome.padEnd(10)} ${result.id}: ${result.says}${result.why.map((line) => `\n    ${line}`).join('')}`,
        );
      }
    }
    const noticed = results.filter(({ outcome }) => outcome === 'caught').length;
    console.log(`\n${noticed} of ${results.length} faults caught`);
    if (values.out !== undefined) write(resolve(values.out), JSON.stringify(results, null, 2));
    process.exitCode = noticed === results.length ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  } finally {
    copy.remove();
  }
}

/** Builds the console with the faults of a group, and runs the tests they name. */
async function tryGroup(copy: WorkingCopy, group: number): Promise<FaultResult[]> {
  const faults = chosen.filter((fault) => fault.group === group);
  const planted = plantFaults(copy.sources, faults);
  for (const [file, source] of planted) copy.write(file, source);
  const built = await run(copy, process.execPath, ['scripts/build-console.ts']);
  if (built !== 0) throw new Error(`The console with the faults of group ${group} could not be built`);
  const report = join(copy.root, 'test-results/view-mutants.json');
  const files = faults.flatMap(({ tests }) => tests.map(({ file }) => pathOf(file)));
  const options = ['--retries', '1', '--workers', values.workers ?? '2', '--reporter', 'json'];
  // Ignore the exit code: failed tests are expected, and the report has the result of each.
  await run(copy, join(root, 'node_modules/.bin/playwright'), ['test', ...new Set(files), '--grep', grepOf(faults), ...options], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  for (const file of planted.keys()) copy.restore(file);
  return judgeFaults(faults, readFileSync(report, 'utf8'));
}

async function check(copy: WorkingCopy): Promise<void> {
  const planted = plantFaults(copy.sources, chosen);
  for (const [file, source] of planted) copy.write(file, source);
  const bin = (tool: string): string => join(root, 'node_modules/.bin', tool);
  const codes = [
    await run(copy, bin('tsc'), ['--noEmit', '-p', '.']),
    await run(copy, bin('oxlint'), ['--type-aware', '--deny-warnings', ...planted.keys()]),
  ];
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
  console.log(`${chosen.length} faults in ${faultsByFile(copy.sources, chosen).size} files`);
}

/** Runs a program in the copy, and resolves with its exit code. */
function run(copy: WorkingCopy, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done, reject) => {
    if (ended !== null) return reject(new Error(`ended by ${ended}`));
    // A process group of its own: Ctrl-C reaches it once, and the browser tests can stop their product.
    child = spawn(program, args, { cwd: copy.root, stdio: 'inherit', env: { ...process.env, ...env }, detached: true });
    child.on('error', reject);
    child.on('close', (code) => (ended === null ? done(code ?? 1) : reject(new Error(`ended by ${ended}`))));
  });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${content}\n`);
}
