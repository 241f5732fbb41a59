/** PostgreSQL allows 65,535 parameters in a statement; our rows have fewer than thirty columns. */
const rowsPerInsert = 2_000;

/** Inserts any number of rows in their order, some in each statement. */
export async function inBatches<Row>(rows: readonly Row[], insert: (some: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) await insert(rows.slice(start, start + rowsPerInsert));
}
