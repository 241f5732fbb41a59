/** PostgreSQL takes 65,535 values in one statement, and a row here has fewer than thirty. */
const rowsPerInsert = 2_000;

/** Inserts any number of rows, in their order, so many in a statement. */
export async function inBatches<Row>(rows: readonly Row[], insert: (some: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) await insert(rows.slice(start, start + rowsPerInsert));
}
