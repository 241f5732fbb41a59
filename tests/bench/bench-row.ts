/** One row of the table that `npm run bench` prints. */
export type BenchRow = { what: string; target: string; measured: string; met: boolean; details?: string };

/** What the command line asks of benches; those that it does not concern do not look. */
export type BenchOptions = { minutes: number; days: number };

/** The row of something that was timed several times (ms): the slowest counts. */
export function slowestRow(what: string, targetMs: number, times: readonly number[]): BenchRow {
  const slowest = Math.max(...times);
  return {
    what,
    target: `≤ ${(targetMs / 1_000).toFixed(1)} s`,
    measured: `${(slowest / 1_000).toFixed(2)} s`,
    met: slowest <= targetMs,
    details: `slowest of ${times.length}: ${times.map((ms) => Math.round(ms)).join(', ')} ms`,
  };
}
