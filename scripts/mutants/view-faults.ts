import type { ViewFault } from '../../tests/mutants/views/faults.ts';
import { readPlaywright } from '../test-report.ts';

/** The result for a fault: `not run` if no test matches its names. */
export type FaultResult = {
  id: string;
  group: number;
  screen: string;
  says: string;
  outcome: 'caught' | 'NOT CAUGHT' | 'not run';
  /**
   * The tests that failed at both tries, each with the first lines of the reason; otherwise those that
   * passed.
   */
  why: string[];
};

/** Sources by path, relative to the root. */
type Sources = ReadonlyMap<string, string>;

/** The expected and the actual value are on the lines below the first. */
const linesOfWhy = 4;

const folders = ['src/views/', 'src/screens/', 'src/composition/'];

function placesOf(sources: Sources, text: string): string[] {
  return [...sources]
    .filter(([path]) => folders.some((folder) => path.startsWith(folder)))
    .flatMap(([path, source]) => Array.from({ length: source.split(text).length - 1 }, () => path));
}

/** Groups the faults by the file they are in. Pure. */
export function faultsByFile(sources: Sources, faults: readonly ViewFault[]): Map<string, ViewFault[]> {
  return Map.groupBy(faults, ({ id, text }) => {
    const places = placesOf(sources, text);
    if (places.length === 1) return places[0] as string;
    throw new Error(`The text of ${id} occurs ${places.length} times: ${text}`);
  });
}

/**
 * Returns the changed sources, with their faults. Pure.
 * @throws Error if a text does not occur exactly once.
 */
export function plantFaults(sources: Sources, faults: readonly ViewFault[]): Map<string, string> {
  const planted = [...faultsByFile(sources, faults)].map(([path, inFile]): [string, string] => [
    path,
    inFile.reduce((source, { text, instead }) => source.replace(text, () => instead), sources.get(path) ?? ''),
  ]);
  return new Map(planted);
}

/**
 * Returns what is wrong with the list of faults, in sentences. `titles` are the titles of the tests in each
 * browser test file, by base name. Pure.
 */
export function faultProblems(faults: readonly ViewFault[], sources: Sources, titles: ReadonlyMap<string, readonly string[]>) {
  const twice = (what: string, of: readonly string[]): string[] =>
    [...new Set(of.filter((one, at) => of.indexOf(one) !== at))].map((one) => `${one} is ${what} of several faults`);
  return [
    ...twice(
      'the id',
      faults.map(({ id }) => id),
    ),
    ...faults.flatMap(({ id, text }) => {
      const count = placesOf(sources, text).length;
      return count === 1 ? [] : [`The text of ${id} occurs ${count} times`];
    }),
    ...faults.flatMap(({ id, tests }) =>
      tests
        .flatMap(({ file, grep, step = grep }) => [grep, step].map((title) => ({ file, title })))
        .filter(({ file, title }) => titles.get(file)?.some((known) => known.includes(title)) !== true)
        .map(({ file, title }) => `${id} names a test that is not there: ${file} '${title}'`),
    ),
    ...faults.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} names no test`),
    ...[...Map.groupBy(faults, ({ group }) => group)].flatMap(([group, of]) => [
      ...twice(
        `in group ${group} the screen`,
        of.map(({ screen }) => screen),
      ),
      ...twice(
        `in group ${group} the file`,
        of.flatMap(({ text }) => placesOf(sources, text).slice(0, 1)),
      ),
      ...twice(
        `in group ${group} a browser file`,
        of.flatMap(({ tests }) => [...new Set(tests.map(({ file }) => file))]),
      ),
    ]),
  ];
}

/** Returns the path of a test file that a fault names. Pure. */
export function pathOf(file: string): string {
  return `tests/${file.endsWith('.components.ts') ? 'components' : 'e2e'}/${file}`;
}

/** Returns a pattern for the tests that these faults name, by file and title. Pure. */
export function grepOf(faults: readonly ViewFault[]): string {
  return faults
    .flatMap(({ tests }) => tests.map(({ file, grep }) => `${RegExp.escape(file)} .*${RegExp.escape(grep)}`))
    .join('|');
}

/** Returns the result for each fault from a Playwright report. Pure. */
export function judgeFaults(faults: readonly ViewFault[], report: string): FaultResult[] {
  const { failing, times } = readPlaywright(report);
  return faults.map((fault) => {
    const { id, group, screen, says } = fault;
    const names = new RegExp(grepOf([fault]));
    const steps = fault.tests.flatMap(({ step }) => step ?? []);
    const isOfStep = (reason: readonly string[]) => steps.length === 0 || steps.some((step) => reason[0]?.includes(step));
    const failed = failing.filter(({ name, reason }) => names.test(name) && isOfStep(reason));
    const ran = times.filter(({ name }) => names.test(name));
    if (ran.length === 0) return { id, group, screen, says, outcome: 'not run', why: [] };
    if (failed.length === 0) return { id, group, screen, says, outcome: 'NOT CAUGHT', why: ran.map(({ name }) => name) };
    return {
      id,
      group,
      screen,
      says,
      outcome: 'caught',
      why: failed.map(({ name, reason }) => `${name}: ${reason.slice(0, linesOfWhy).join(' ').replaceAll(/\s+/g, ' ')}`),
    };
  });
}
