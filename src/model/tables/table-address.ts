import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';

/** The page sizes of a table (spec: animals, tags, transmitters); data files have their own. */
export const pageSizes = [10, 15, 20, 25] as const;
export type PageSize = 5 | (typeof pageSizes)[number];

export type TableSort = { readonly by: string; readonly direction: 'ascending' | 'descending' };

/** The state of a table that the address holds (REG-19); `page` counts from 1. */
export type TableState = {
  readonly search: string;
  readonly sort: TableSort;
  readonly page: number;
  readonly size: PageSize;
  readonly selected: readonly number[];
};

/** The parts of a column that the address needs. */
type Named = { readonly id: string; readonly isName?: true };

/** Returns the column with the rows' name, which is the default for sorting. */
export function namingColumn<Of extends Named>(columns: readonly [Of, ...Of[]]): Of {
  return columns.find(({ isName }) => isName) ?? columns[0];
}

/** The pause in typing (ms) after which a search applies. */
export const searchRestMs = 500;

/** The longest search text, in characters. The rest of a longer one is cut off. */
const maxSearchLength = 100;

/**
 * The defaults of a table, which its address omits: the first of the `sizes`, and the sorting, which is by
 * name unless `sort` is given.
 */
type Plain = { sizes?: readonly [PageSize, ...PageSize[]]; sort?: TableSort };

/**
 * Reads and writes addresses such as '?search=sam&sort=-weight&page=2&size=25&selected=3,4'; defaults are not
 * written.
 */
export function tableAddress(
  columns: readonly [Named, ...Named[]],
  { sizes = pageSizes, sort: plain = { by: namingColumn(columns).id, direction: 'ascending' } }: Plain = {},
): AddressCodec<TableState> {
  const names = columns.map(({ id }) => id);
  const takes = {
    sort: `${names.join(', ')}, with a leading - for descending`,
    page: 'the number of a page',
    size: sizes.join(', '),
    selected: 'numbers of rows',
  };
  return {
    read(search) {
      const reader = new SearchReader(search, takes);
      const state: TableState = {
        search: reader.text('search', maxSearchLength),
        sort: reader.one('sort', plain, (text) => sortIn(text, names)),
        page: reader.id('page') ?? 1,
        size: reader.one('size', sizes[0], (text) => sizes.find((size) => String(size) === text)),
        selected: reader.ids('selected'),
      };
      return { state, refused: reader.refused };
    },
    write({ search, sort, page, size, selected }) {
      const params = new URLSearchParams();
      if (search !== '') params.set('search', search);
      if (sort.by !== plain.by || sort.direction !== plain.direction)
        params.set('sort', `${sort.direction === 'descending' ? '-' : ''}${sort.by}`);
      if (page !== 1) params.set('page', String(page));
      if (size !== sizes[0]) params.set('size', String(size));
      if (selected.length > 0) params.set('selected', selected.join(','));
      return searchOf(params);
    },
  };
}

function sortIn(text: string, columns: readonly string[]): TableSort | undefined {
  const by = columns.find((id) => id === text.replace(/^-/, ''));
  return by === undefined ? undefined : { by, direction: text.startsWith('-') ? 'descending' : 'ascending' };
}
