import { existsSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The options of `npm run mutants`. `tests` is how many of the nearest test files run against a fault, and
 * `seconds` how long each may take.
 */
export type MutantsOptions = { count: number; seed: number; under: string[]; tests: number; seconds: number };

export const root = resolve(import.meta.dirname, '../..');

export const mutantsHelp = `npm run mutants -- [options]

Plants faults one by one in a copy of the repository, runs the tests that reach them, and prints the faults that no test noticed.
  --count N       the number of faults that type-check (default 40)
  --seed S        selects the faults: the same seed plants the same faults in the same source (default 1)
  --under FOLDER  where to plant faults; may be repeated (default host and src/services)
  --tests N       the number of test files to run for each fault, nearest by imports (default 4)
  --seconds N     the time limit for each of them (default 180)`;

/**
 * Reads the command line.
 * @throws Error that names the option, its value and what it accepts.
 */
export function readMutantsOptions(args: readonly string[]): MutantsOptions {
  const text = { type: 'string' } as const;
  const options = { count: text, seed: text, under: { type: 'string', multiple: true }, tests: text, seconds: text } as const;
  const { values } = parseArgs({ args: [...args], options });
  return {
    count: wholeOf('count', values.count ?? '40', 1, 10_000),
    seed: wholeOf('seed', values.seed ?? '1', 0, 0xffff_ffff),
    under: (values.under ?? ['host', 'src/services']).map(folderOf),
    tests: wholeOf('tests', values.tests ?? '4', 1, 1_000),
    seconds: wholeOf('seconds', values.seconds ?? '180', 1, 3_600),
  };
}

function wholeOf(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`--${option} is '${text}', but it takes a whole number from ${least} to ${most}.`);
}

function folderOf(text: string): string {
  const path = join(root, text);
  const isInside = path.startsWith(root + sep) && existsSync(path) && statSync(path).isDirectory();
  if (!isInside) throw new Error(`--under is '${text}', but it takes a folder of the repository such as host/domain/fleet.`);
  return path
    .slice(root.length + 1)
    .split(sep)
    .join('/')
    .replace(/\/$/, '');
}
