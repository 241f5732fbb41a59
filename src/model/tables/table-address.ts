import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';

/** How many rows a page of a table has (spec: animals, tags, transmitters); data files have others. */
export const pageSizes = [10, 15, 20, 25] as const;
export type PageSize = 5 | (typeof pageSizes)[number];

export type TableSort = { readonly by: string; readonly direction: 'ascending' | 'descending' };

/** What of a table the address holds (REG-19): `page` counts from 1. */
export type TableState = {
  readonly search: string;
  readonly sort: TableSort;
  readonly page: number;
  readonly size: PageSize;
  readonly selected: readonly number[];
};

/** A column, as far as the address names it. */
type Named = { readonly id: string; readonly isName?: true };

/** The column that a row is called by, which sorts by default. */
export function namingColumn<Of extends Named>(columns: readonly [Of, ...Of[]]): Of {
  return columns.find(({ isName }) => isName) ?? columns[0];
}

/** How long what is typed into a search rests before it counts, in ms. */
export const searchRestMs = 500;

/** The most of a search that counts. */
const longestSearch = 100;

/** How a table is shown at first: by the first of its sizes, sorted by its name. */
type Plain = { sizes?: readonly [PageSize, ...PageSize[]]; sort?: TableSort };

/** '?search=sam&sort=-weight&page=2&size=25&selected=3,4'; a default is not written. */
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
        search: reader.text('search', longestSearch),
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
