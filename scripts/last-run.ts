import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Count } from './test-report.ts';

/** One stage of a run, by its name. */
export type StageCount = { name: string; count: Count };

const lastRun = v.object({
  /** When the run ended, in ms since the epoch. */
  endedAt: v.number(),
  commit: v.string(),
  isThorough: v.boolean(),
  /** The stages that failed. */
  stages: v.array(v.string()),
  /**
   * The failed tests: vitest's by file and full name (null for a file that did not load), Playwright's by id.
   */
  vitest: v.array(v.object({ file: v.string(), name: v.nullable(v.string()) })),
  playwright: v.array(v.string()),
});

/** What `npm test -- --failed` needs from the previous run. */
export type LastRun = v.InferOutput<typeof lastRun>;

/** Returns what to store of a run. Pure. */
export function lastRunOf(stages: readonly StageCount[], run: Pick<LastRun, 'endedAt' | 'commit' | 'isThorough'>): LastRun {
  const failing = stages.flatMap(({ count }) => count.failing.flatMap(({ again }) => again ?? []));
  return {
    ...run,
    stages: stages.filter(({ count }) => count.failed > 0).map(({ name }) => name),
    vitest: failing.flatMap((test) => ('file' in test ? [test] : [])),
    playwright: failing.flatMap((test) => ('id' in test ? [test.id] : [])),
  };
}

export function writeLastRun(path: string, run: LastRun): void {
  writeFileSync(path, JSON.stringify(run));
}

/** Reads the previous run; null if there is none, or it cannot be read. */
export function readLastRun(path: string): LastRun | null {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), lastRun), readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** If one of these stages fails, the tests of that run say little. */
const decisive = ['types', 'lint', 'build'];

/** The stages that name their failed tests. */
export const suites = { vitest: 'unit and host', playwright: 'browser' } as const;

/** Returns why the failed tests of a run cannot be run alone, in one sentence; null if they can. Pure. */
export function whyNotAgain(run: LastRun | null, isCi: boolean): string | null {
  if (isCi) return 'CI runs all tests: npm test takes no --failed there.';
  if (run === null) return 'There is no report of an earlier run: run npm test first.';
  const broken = run.stages.filter((stage) => decisive.includes(stage));
  if (broken.length > 0) return `The last run failed in ${broken.join(' and ')}: mend that and run npm test.`;
  const silent = (['vitest', 'playwright'] as const).find(
    (suite) => run.stages.includes(suites[suite]) && run[suite].length === 0,
  );
  if (silent !== undefined) return `The last run failed in ${suites[silent]} without a test that failed: run npm test.`;
  if (run.stages.length === 0) return 'Nothing failed in the last run: run npm test to run everything.';
  return null;
}

/** Returns which run it was and how long ago. Pure. */
export function describeRun({ endedAt, commit, vitest, playwright }: LastRun, now: number, present: string): string {
  const minutes = Math.round((now - endedAt) / 60_000);
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const of = commit === present ? `this commit (${commit})` : `commit ${commit}; this is ${present}`;
  return `The last run ended ${age} ago, on ${of}. Tests that failed in it: ${vitest.length + playwright.length}.`;
}
