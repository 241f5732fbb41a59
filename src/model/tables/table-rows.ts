import type { TableSort, TableState } from './table-address.ts';

/** A column of a table: its heading and its text for a row. */
export type RowColumn<Row> = {
  id: string;
  label: string;
  text: (row: Row) => string;
  /** The text if no heading is shown, as on a phone: '4200 g'. */
  alone?: (row: Row) => string;
  /** A number to sort by instead of the text; null always comes last. */
  sortBy?: (row: Row) => number | null;
  /** If set, the first press of the heading sorts descending, not ascending. */
  sortsFirst?: 'descending';
  isNumber?: boolean;
  /** True for the column with the row's name; by default, that is the first one. */
  isName?: true;
  /**
   * Columns with the same `fold` collapse into one narrow column of that name while all their cells are empty
   * (REG-33).
   */
  fold?: string;
  /** The file's columns if they differ from the text: numbers, with their unit in the heading. */
  file?: readonly FileColumn<Row>[];
};

/** A column of a file: texts, or numbers with an empty cell for null. */
export type FileColumn<Row> = { label: string } & ({ text: (row: Row) => string } | { number: (row: Row) => number | null });

/** The columns of a table, at least one. */
export type RowColumns<Row> = readonly [RowColumn<Row>, ...RowColumn<Row>[]];

/** A page of a table. `page` is at most `pages`; `found` counts the rows that match the search. */
export type TablePage<Row> = { rows: readonly Row[]; found: number; page: number; pages: number };

/** The narrow column that replaces empty ones. While `isOpen`, these are shown beside it. */
export type ColumnFold = { fold: string; isOpen: boolean };

/** Returns the columns to draw: a fold replaces its columns if all of them are empty in all rows (REG-33). */
export function foldedColumns<Row, Of extends RowColumn<Row>>(
  columns: readonly Of[],
  rows: readonly Row[],
  isOpen: boolean,
): (Of | ColumnFold)[] {
  const foldable = columns.filter(({ fold }) => fold !== undefined);
  const filled = new Set(foldable.filter(({ text }) => rows.some((row) => text(row) !== '')).map(({ fold }) => fold));
  const drawn: (Of | ColumnFold)[] = [];
  for (const [at, column] of columns.entries()) {
    const { fold } = column;
    const isFolded = fold !== undefined && !filled.has(fold);
    if (isFolded && columns[at - 1]?.fold !== fold) drawn.push({ fold, isOpen });
    if (!isFolded || isOpen) drawn.push(column);
  }
  return drawn;
}

/** Sorts 'Tag 2' before 'Tag 10'. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the sorting after a heading is pressed. Pressing the same heading again reverses the sorting. */
export function sortAfterPress<Row>(columns: readonly RowColumn<Row>[], before: TableSort, by: string): TableSort {
  if (before.by === by) return { by, direction: before.direction === 'ascending' ? 'descending' : 'ascending' };
  return { by, direction: columns.find(({ id }) => id === by)?.sortsFirst ?? 'ascending' };
}

/** Returns the page of rows for a state. */
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

/** Returns all rows that match the search, sorted; ties by id. */
export function orderedRows<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
  { search, sort }: Pick<TableState, 'search' | 'sort'>,
): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const column = columns.find(({ id }) => id === sort.by) ?? columns[0];
  const sorted = column === undefined ? rows : sortedBy(rows, column, sort.direction);
  const found =
    words.length === 0 ? sorted : sorted.filter((row) => words.every((word) => searched(row, columns).includes(word)));
  return [...found];
}

/** The text by which each row is searched, cached because every key press searches all rows. */
const searchedTexts = new WeakMap<readonly unknown[], WeakMap<object, string>>();

function searched<Row extends object>(row: Row, columns: readonly RowColumn<Row>[]): string {
  const known = searchedTexts.get(columns) ?? new WeakMap<object, string>();
  searchedTexts.set(columns, known);
  const text = known.get(row) ?? columns.map((column) => column.text(row).toLowerCase()).join('\n');
  known.set(row, text);
  return text;
}

/** The last sorting of each list of rows, so that searching and paging need not sort. */
const sortings = new WeakMap<readonly unknown[], { column: unknown; direction: string; sorted: readonly unknown[] }>();

function sortedBy<Row extends { id: number }>(
  rows: readonly Row[],
  column: RowColumn<Row>,
  direction: TableState['sort']['direction'],
): readonly Row[] {
  const known = sortings.get(rows);
  if (known?.column === column && known.direction === direction) return known.sorted as readonly Row[];
  const turn = direction === 'ascending' ? 1 : -1;
  const ranks = column.sortBy === undefined ? textRanks(rows, column) : null;
  const ranked = rows.map((row) => ({
    row,
    rank: ranks === null ? (column.sortBy?.(row) ?? null) : (ranks.get(column.text(row)) ?? 0),
  }));
  const sorted = ranked
    .toSorted(({ row: one, rank: first }, { row: other, rank: second }) => {
      if (first === null || second === null) return Number(first === null) - Number(second === null) || one.id - other.id;
      return turn * (first - second) || one.id - other.id;
    })
    .map(({ row }) => row);
  sortings.set(rows, { column, direction, sorted });
  return sorted;
}

/** Returns the rank of each text in natural order; equivalent texts share a rank. */
function textRanks<Row>(rows: readonly Row[], { text }: RowColumn<Row>): Map<string, number> {
  const texts = [...new Set(rows.map(text))].toSorted(natural.compare);
  let rank = 0;
  return new Map(
    texts.map((each, at) => {
      const before = texts[at - 1];
      if (before !== undefined && natural.compare(before, each) !== 0) rank += 1;
      return [each, rank];
    }),
  );
}
