/** One row of the table that `npm run bench` prints. */
export type BenchRow = { what: string; target: string; measured: string; met: boolean; details?: string };

/** What the command line asks of benches; those that it does not concern do not look. */
export type BenchOptions = { minutes: number };
