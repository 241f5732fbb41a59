import type { TableState } from './table-address.ts';

/** A column of a table: how it is headed, and what it says of a row. */
export type RowColumn<Row> = {
  id: string;
  label: string;
  text: (row: Row) => string;
  /** The same where no heading says what it is, as on a phone: '4200 g'. */
  alone?: (row: Row) => string;
  /** A number to sort by instead of the text; null comes last, either way. */
  sortBy?: (row: Row) => number | null;
  isNumber?: boolean;
  /** A row is called by it; by default by the first. */
  isName?: true;
  /** Its columns in a file, where these are other than its text: numbers have their units in the heading. */
  file?: readonly FileColumn<Row>[];
};

/** A column of a file: texts, or numbers, of which null is an empty cell. */
export type FileColumn<Row> = { label: string } & ({ text: (row: Row) => string } | { number: (row: Row) => number | null });

/** The columns of a table. */
export type RowColumns<Row> = readonly [RowColumn<Row>, ...RowColumn<Row>[]];

/** The page of a table. `page` is one that is there; `found` counts the rows that the search leaves. */
export type TablePage<Row> = { rows: readonly Row[]; found: number; page: number; pages: number };

/** 'Tag 2' before 'Tag 10'. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The page of rows that the state asks for. */
export function tablePage<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
  state: Pick<TableState, 'search' | 'sort' | 'page' | 'size'>,
): TablePage<Row> {
  const { page: wanted, size } = state;
  const found = orderedRows(rows, columns, state);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = Math.min(wanted, pages);
  return { rows: found.slice((page - 1) * size, page * size), found: found.length, page, pages };
}

/** All rows that the search leaves, in order; equal ones by their ids. */
export function orderedRows<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
  { search, sort }: Pick<TableState, 'search' | 'sort'>,
): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (row: Row): boolean => {
    const texts = columns.map(({ text }) => text(row).toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
  const found = words.length === 0 ? rows : rows.filter(matches);
  const column = columns.find(({ id }) => id === sort.by) ?? columns[0];
  const turn = sort.direction === 'ascending' ? 1 : -1;
  return found.toSorted((one, other) => compareBy(column, turn, one, other) || one.id - other.id);
}

function compareBy<Row>(column: RowColumn<Row> | undefined, turn: 1 | -1, one: Row, other: Row): number {
  if (column === undefined) return 0;
  const { text, sortBy } = column;
  if (sortBy === undefined) return turn * natural.compare(text(one), text(other));
  const [first, second] = [sortBy(one), sortBy(other)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  return turn * (first - second);
}
