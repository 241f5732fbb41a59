import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

/** How to run a test again: vitest's by file and full name (null for the whole file), Playwright's by id. */
type Again = { file: string; name: string | null } | { id: string };

/** A test by name, and the first lines of its failure. */
export type Failing = { name: string; reason: readonly string[]; again?: Again };

/** A test by name, and its duration. */
export type Timed = { name: string; ms: number };

/**
 * The result of one stage of `npm test`. `failing` names failed tests, if the stage names its tests;
 * `unsteady` those that passed at the second try, which count as passed; `skipped` those that did not run.
 */
export type Count = {
  passed: number;
  failed: number;
  failing: readonly Failing[];
  unsteady: readonly Failing[];
  skipped: readonly string[];
  times: readonly Timed[];
};

/** Returns the result of a stage that names no tests. */
export function plainCount(passed: number, failed: number): Count {
  return { passed, failed, failing: [], unsteady: [], skipped: [], times: [] };
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          duration: v.nullish(v.number(), 0),
          failureMessages: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

/** Reads the JSON report of vitest. */
export function readVitest(text: string): Count {
  const { numPassedTests, numFailedTests, testResults } = v.parse(v.pipe(v.string(), v.parseJson(), vitestReport), text);
  const tests = testResults.flatMap(({ name: file, assertionResults }) => assertionResults.map((each) => ({ ...each, file })));
  const failing = ({ fullName, failureMessages, file }: (typeof tests)[number]): Failing => ({
    name: fullName,
    reason: firstLines(failureMessages),
    again: { file, name: fullName },
  });
  // A file that does not load has no tests.
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failing: [
      ...tests.filter(({ status }) => status === 'failed').map(failing),
      ...broken.map(({ name, message }) => ({ name, reason: firstLines([message]), again: { file: name, name: null } })),
    ],
    // A test that passed still has the failures of its first try.
    unsteady: tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).map(failing),
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
    times: tests.map(({ fullName, duration }) => ({ name: fullName, ms: duration })),
  };
}

type PlaywrightSpec = {
  id: string;
  title: string;
  tests: { status: string; results: { duration: number; errors: { message?: string | undefined }[] }[] }[];
};
type PlaywrightSuite = { title: string; specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] | undefined };

const playwrightTest = v.object({
  status: v.string(),
  results: v.array(
    v.object({ duration: v.number(), errors: v.optional(v.array(v.object({ message: v.optional(v.string()) })), []) }),
  ),
});

const playwrightSuite: v.GenericSchema<unknown, PlaywrightSuite> = v.object({
  title: v.string(),
  specs: v.array(v.object({ id: v.string(), title: v.string(), tests: v.array(playwrightTest) })),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
});

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  suites: v.array(playwrightSuite),
});

/** Reads the JSON report of Playwright. */
export function readPlaywright(text: string): Count {
  const { stats, suites } = v.parse(v.pipe(v.string(), v.parseJson(), playwrightReport), text);
  const all = suites.flatMap(testsIn);
  const named = (meant: string): Failing[] =>
    all
      .filter(({ status }) => status === meant)
      .map(({ id, name, results }) => ({ name, reason: firstLines(reasonsOf(results)), again: { id } }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failing: named('unexpected'),
    unsteady: named('flaky'),
    skipped: named('skipped').map(({ name }) => name),
    times: all.map(({ name, results }) => ({ name, ms: results.reduce((total, { duration }) => total + duration, 0) })),
  };
}

type NamedTest = PlaywrightSpec['tests'][number] & { id: string; name: string };

function testsIn({ title, specs, suites = [] }: PlaywrightSuite): NamedTest[] {
  const own = specs.flatMap((spec) => spec.tests.map((each) => ({ ...each, id: spec.id, name: spec.title })));
  return [...own, ...suites.flatMap(testsIn)].map((each) => ({ ...each, name: `${title} ${each.name}` }));
}

/** Takes the first failed try: later ones may say less. */
function reasonsOf(results: PlaywrightSpec['tests'][number]['results']): string[] {
  const { errors } = results.find((result) => result.errors.length > 0) ?? { errors: [] };
  return errors.flatMap(({ message }) => message ?? []);
}

/** Enough lines that a report cut off at its start still says why. */
const reasonLines = 12;

function firstLines(messages: readonly string[]): string[] {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return lines.filter((line) => line.trim() !== '').slice(0, reasonLines);
}

/**
 * The most tests that may pass only at the second try. One such test on a busy machine does not fail the run,
 * but is listed with its reason and must be fixed. More of them are no accident.
 */
export const mostUnsteady = 2;

/**
 * What a machine or its user may lack, for tests whose names say that they need it. If such a test does not
 * run, that is reported but is not a failure.
 */
const mayLack = {
  '[needs a mount]': 'this user may mount no file system; root on Linux may',
  '[needs nats-server]': "there is no NATS server: install Debian's package nats-server",
  '[needs firefox-esr]': "there is no Firefox: install Debian's package firefox-esr",
  '[needs webkit2gtk-driver]': "there is no WebKit: install Debian's packages webkit2gtk-driver and xvfb",
};

const isNeedy = (name: string): boolean => Object.keys(mayLack).some((need) => name.includes(need));

/**
 * Returns the result of a suite, given its exit code. A failed run without a failed test (a file that does
 * not load, an empty run) counts as one failure. Tests may be skipped only if they need the real data of
 * `../shared` and it is missing, or if they name something else that is missing; otherwise each is a failure.
 * If more than `mostUnsteady` passed only at the second try, each of these is a failure.
 */
export function judged(code: number, count: Count, hasShared: boolean): Count {
  const { passed, failed, failing, unsteady, skipped } = count;
  if (unsteady.length > mostUnsteady) {
    const firm = passed - unsteady.length;
    const found = { ...count, passed: firm, failed: failed + unsteady.length, failing: [...failing, ...unsteady], unsteady: [] };
    return judged(code, found, hasShared);
  }
  const broken = failed + (hasShared ? skipped.filter((name) => !isNeedy(name)).length : 0);
  const isSilent = broken === 0 && (code !== 0 || passed === 0);
  return { ...count, failed: broken + (isSilent ? 1 : 0) };
}

const slowestShown = 20;

/** Returns the slowest tests of a run, slowest first. */
export function slowestLines(counts: readonly Count[]): string[] {
  const slowest = counts.flatMap(({ times }) => times).toSorted((one, other) => other.ms - one.ms);
  return slowest.slice(0, slowestShown).map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/**
 * Returns the last lines of a run: skipped tests with the reason, tests that passed only at the second try,
 * and failed tests with their reasons, if any; then always `N passed, N failed`, with a note for a partial
 * run.
 */
export function lastLines(counts: readonly Count[], hasShared: boolean, isPartial = false): string[] {
  const sum = (key: 'passed' | 'failed'): number => counts.reduce((total, count) => total + count[key], 0);
  const skipped = counts.flatMap((count) => count.skipped);
  const why = hasShared ? '../shared is there, so that each counts as failed' : 'there is no ../shared';
  const unsteady = counts.flatMap((count) => count.unsteady);
  const failing = counts.flatMap((count) => count.failing);
  return [
    ...Object.entries(mayLack).flatMap(([need, lack]) =>
      block(
        skipped.filter((name) => name.includes(need)),
        `skipped (NOT TRIED: ${lack})`,
      ),
    ),
    ...block(
      skipped.filter((name) => !isNeedy(name)),
      `skipped (${why})`,
    ),
    ...block(unsteady.flatMap(told), 'passed at the second try only (to be mended)', unsteady.length),
    ...block(failing.flatMap(told), 'failed', failing.length),
    `${sum('passed')} passed, ${sum('failed')} failed${isPartial ? ' (only those that failed before)' : ''}`,
  ];
}

function told({ name, reason }: Failing): string[] {
  return [name, ...reason.map((line) => `    ${line}`)];
}

function block(lines: readonly string[], what: string, count = lines.length): string[] {
  return count === 0 ? [] : [`${count} ${what}:`, ...lines.map((line) => `  ${line}`), ''];
}
