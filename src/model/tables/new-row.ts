import type { TableState } from './table-address.ts';
import { orderedRows, type RowColumn } from './table-rows.ts';

/** How long (ms) a new row is highlighted in its table (REG-32). */
export const newRowMs = 8_000;

/** Returns the page that holds a row; 0 if the search hides it, null if there is no such row. */
export function pageHolding<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
  state: Pick<TableState, 'search' | 'sort' | 'size'>,
  id: number | null,
): number | null {
  if (!rows.some((row) => row.id === id)) return null;
  const at = orderedRows(rows, columns, state).findIndex((row) => row.id === id);
  return at < 0 ? 0 : Math.floor(at / state.size) + 1;
}
