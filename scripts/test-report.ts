import * as v from 'valibot';

/**
 * What one stage of `npm test` came to. `failing` names tests that failed, as far as the stage names its
 * tests; `skipped` those that did not run.
 */
export type Count = { passed: number; failed: number; failing: readonly string[]; skipped: readonly string[] };

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(v.object({ assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })) })),
});

/** Reads the JSON report of vitest. */
export function readVitest(text: string): Count {
  const { numPassedTests, numFailedTests, testResults } = v.parse(v.pipe(v.string(), v.parseJson(), vitestReport), text);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (isMeant: (status: string) => boolean): string[] =>
    tests.filter(({ status }) => isMeant(status)).map(({ fullName }) => fullName);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failing: named((status) => status === 'failed'),
    skipped: named((status) => status !== 'passed' && status !== 'failed'),
  };
}

type PlaywrightSuite = {
  title: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[] | undefined;
};

const playwrightSuite: v.GenericSchema<PlaywrightSuite> = v.object({
  title: v.string(),
  specs: v.array(v.object({ title: v.string(), tests: v.array(v.object({ status: v.string() })) })),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
});

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  suites: v.array(playwrightSuite),
});

/** Reads the JSON report of Playwright. A test that passed at the second try has failed. */
export function readPlaywright(text: string): Count {
  const { stats, suites } = v.parse(v.pipe(v.string(), v.parseJson(), playwrightReport), text);
  const named = (...meant: string[]): string[] => suites.flatMap((suite) => namesIn(suite, meant));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failing: named('unexpected', 'flaky'),
    skipped: named('skipped'),
  };
}

function namesIn({ title, specs, suites = [] }: PlaywrightSuite, meant: readonly string[]): string[] {
  const own = specs.flatMap((spec) => spec.tests.filter(({ status }) => meant.includes(status)).map(() => spec.title));
  return [...own, ...suites.flatMap((suite) => namesIn(suite, meant))].map((name) => `${title} ${name}`);
}

/**
 * A test whose name says so needs something that a machine or its user may lack. That it did not run is
 * reported, and is no failure.
 */
const needsMount = (name: string): boolean => name.includes('[needs a mount]');

/**
 * What a suite's report counts for, given the exit code of its run: one that failed without a failed test (a
 * file that does not load, an empty run) has one failure. Only tests on the real data of `../shared` may be
 * skipped, and only where there is none of it, and those that need to mount a file system: else each skipped
 * test is a failure.
 */
export function judged(code: number, { passed, failed, failing, skipped }: Count, hasShared: boolean): Count {
  const broken = failed + (hasShared ? skipped.filter((name) => !needsMount(name)).length : 0);
  const isSilent = broken === 0 && (code !== 0 || passed === 0);
  return { passed, failed: broken + (isSilent ? 1 : 0), failing, skipped };
}

/**
 * The last lines of a run: what was skipped and why and which tests failed, where any did, and then always
 * `N passed, N failed`.
 */
export function lastLines(counts: readonly Count[], hasShared: boolean): string[] {
  const sum = (key: 'passed' | 'failed'): number => counts.reduce((total, count) => total + count[key], 0);
  const skipped = counts.flatMap((count) => count.skipped);
  const why = hasShared ? '../shared is there, so that each counts as failed' : 'there is no ../shared';
  return [
    ...block(skipped.filter(needsMount), 'skipped (NOT TRIED: this user may mount no file system; root on Linux may)'),
    ...block(
      skipped.filter((name) => !needsMount(name)),
      `skipped (${why})`,
    ),
    ...block(
      counts.flatMap((count) => count.failing),
      'failed',
    ),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
}

function block(names: readonly string[], what: string): string[] {
  return names.length === 0 ? [] : [`${names.length} ${what}:`, ...names.map((name) => `  ${name}`), ''];
}
