/** One row of the table that `npm run bench` prints. */
export type BenchRow = { what: string; target: string; measured: string; met: boolean; details?: string };
