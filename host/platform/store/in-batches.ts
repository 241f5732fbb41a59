/**
 * The most rows in one insert: PostgreSQL allows 65,535 parameters in a statement, and our rows have fewer
 * than thirty columns.
 */
const rowsPerInsert = 2_000;

/** Inserts any number of rows in their order, a limited number in each statement. */
export async function inBatches<Row>(rows: readonly Row[], insert: (some: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) await insert(rows.slice(start, start + rowsPerInsert));
}
