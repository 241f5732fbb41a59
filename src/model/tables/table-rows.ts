import type { TableState } from './table-address.ts';

/** A column as far as it orders and finds rows: its text, and what it sorts by where that is not the text. */
export type RowColumn<Row> = {
  id: string;
  text: (row: Row) => string;
  /** Null comes last, either way. */
  sortBy?: (row: Row) => number | string | null;
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
  const keyOf = (row: Row): number | string | null => (column === undefined ? null : (column.sortBy ?? column.text)(row));
  const keyed = found.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null)
      return Number(one.key === null) - Number(other.key === null) || one.row.id - other.row.id;
    return turn * compare(one.key, other.key) || one.row.id - other.row.id;
  });
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = Math.min(wanted, pages);
  return { rows: keyed.slice((page - 1) * size, page * size).map(({ row }) => row), found: found.length, page, pages };
}

function compare(one: number | string, other: number | string): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : natural.compare(String(one), String(other));
}
