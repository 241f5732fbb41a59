import type { TableState } from './table-address.ts';

/** A column as far as it orders and finds rows: its text, and what it sorts by where that is not the text. */
export type RowColumn<Row> = {
  id: string;
  text: (row: Row) => string;
  /** A number to sort by instead; null comes last, either way. */
  sortBy?: (row: Row) => number | null;
};

/** The page of a table. `page` is one that is there; `found` counts the rows that the search leaves. */
export type TablePage<Row> = { rows: readonly Row[]; found: number; page: number; pages: number };

/** 'Tag 2' before 'Tag 10'. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The page of rows that the state asks for; equal rows are in the order of their ids. */
export function tablePage<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
  { search, sort, page: wanted, size }: Pick<TableState, 'search' | 'sort' | 'page' | 'size'>,
): TablePage<Row> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (row: Row): boolean => {
    const texts = columns.map(({ text }) => text(row).toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
  const found = words.length === 0 ? rows : rows.filter(matches);
  const column = columns.find(({ id }) => id === sort.by) ?? columns[0];
  const turn = sort.direction === 'ascending' ? 1 : -1;
  const ordered = found.toSorted((one, other) => compareBy(column, turn, one, other) || one.id - other.id);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = Math.min(wanted, pages);
  return { rows: ordered.slice((page - 1) * size, page * size), found: found.length, page, pages };
}

function compareBy<Row>(column: RowColumn<Row> | undefined, turn: 1 | -1, one: Row, other: Row): number {
  if (column === undefined) return 0;
  const { text, sortBy } = column;
  if (sortBy === undefined) return turn * natural.compare(text(one), text(other));
  const [first, second] = [sortBy(one), sortBy(other)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  return turn * (first - second);
}
