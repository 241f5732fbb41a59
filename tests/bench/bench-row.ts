import type { YardstickKind } from './yardstick.ts';

/**
 * One row of the table that `npm run bench` prints. `better` says whether less or more of the figure is
 * better. `yardstick` replaces the kind of the bench: null if the machine's speed does not matter to the
 * figure (sizes, counts, memory).
 */
export type BenchRow = {
  what: string;
  target: string;
  measured: string;
  better: 'less' | 'more';
  met: boolean;
  yardstick?: YardstickKind | null;
  details?: string;
};

/** The options of the command line; a bench ignores those that do not concern it. */
export type BenchOptions = { minutes: number; days: number };

/** Returns the row of something timed several times (ms): the slowest counts. */
export function slowestRow(what: string, targetMs: number, times: readonly number[]): BenchRow {
  const slowest = Math.max(...times);
  return {
    what,
    target: `≤ ${(targetMs / 1_000).toFixed(1)} s`,
    measured: `${(slowest / 1_000).toFixed(2)} s`,
    better: 'less',
    met: slowest <= targetMs,
    details: `slowest of ${times.length}: ${times.map((ms) => Math.round(ms)).join(', ')} ms`,
  };
}
