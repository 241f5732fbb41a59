import { csvText } from '../text/csv-cell.ts';
import { fileName } from '../text/file-name.ts';
import type { TableState } from './table-address.ts';
import { type FileColumn, orderedRows, type RowColumn } from './table-rows.ts';

/** Returns all pages of a table as CSV, with its search and sorting (REG-21). */
export function tableCsv<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
  state: Pick<TableState, 'search' | 'sort'>,
): string {
  const written = columns.flatMap(fileColumns);
  const lines = orderedRows(rows, columns, state).map((row) =>
    written.map((column) => ('number' in column ? column.number(row) : column.text(row))),
  );
  return csvText([written.map(({ label }) => label), ...lines]);
}

function fileColumns<Row>({ label, text, sortBy, isNumber = false, file }: RowColumn<Row>): readonly FileColumn<Row>[] {
  return file ?? [isNumber && sortBy !== undefined ? { label, number: sortBy } : { label, text }];
}

/** Returns a file name such as 'Lemhi River animals 2026-05-01 140320.csv' (FILE-5). */
export function tableFileName(system: string, what: string, stamp: string): string {
  return fileName(`${system} ${what} ${stamp}.csv`);
}
