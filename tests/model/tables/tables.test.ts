import { describe, expect, test } from 'vitest';
import { tableAddress } from '#model/tables/table-address.ts';
import { type RowColumn, tablePage } from '#model/tables/table-rows.ts';

/** What a table of a registry shows, and what of it the address holds (REG-19). */

type Row = { id: number; name: string; weight: number | null };
const columns: RowColumn<Row>[] = [
  { id: 'name', text: ({ name }) => name },
  { id: 'weight', text: ({ weight }) => `${weight ?? '–'} g`, sortBy: ({ weight }) => weight },
];
const rows: Row[] = [
  { id: 1, name: 'Tag 10', weight: 20 },
  { id: 2, name: 'tag 2', weight: null },
  { id: 3, name: 'Åse', weight: 100 },
  { id: 4, name: 'Tag 1', weight: 20 },
];
const plain = { search: '', sort: { by: 'name', direction: 'ascending' }, page: 1, size: 10 } as const;
const shown = (but: object) => tablePage(rows, columns, { ...plain, ...but });
const names = (but: object) => shown(but).rows.map(({ name }) => name);

describe('the rows of a table', () => {
  test.each([
    ['in natural order, capitals and accents aside', {}, ['Åse', 'Tag 1', 'tag 2', 'Tag 10']],
    ['the other way round', { sort: { by: 'name', direction: 'descending' } }, ['Tag 10', 'tag 2', 'Tag 1', 'Åse']],
    [
      'by number, equal ones by id, none last',
      { sort: { by: 'weight', direction: 'ascending' } },
      ['Tag 10', 'Tag 1', 'Åse', 'tag 2'],
    ],
    [
      'by number the other way, none last',
      { sort: { by: 'weight', direction: 'descending' } },
      ['Åse', 'Tag 10', 'Tag 1', 'tag 2'],
    ],
    [
      'by a column that is not there as by the first',
      { sort: { by: 'age', direction: 'ascending' } },
      ['Åse', 'Tag 1', 'tag 2', 'Tag 10'],
    ],
    ['every word is found, in whatever column', { search: ' 20 TAG ' }, ['Tag 1', 'Tag 10']],
    ['nothing is found', { search: 'whale' }, []],
  ])('%s', (_, but, expected) => {
    expect(names(but)).toEqual(expected);
  });

  test('come by pages; a page that is not there is the last', () => {
    const many = Array.from({ length: 23 }, (_, id) => ({ id, name: `Tag ${id}`, weight: id }));
    const page = (number: number) => tablePage(many, columns, { ...plain, page: number });
    expect(page(3)).toMatchObject({ found: 23, page: 3, pages: 3 });
    expect(page(3).rows.map(({ id }) => id)).toEqual([20, 21, 22]);
    expect(page(9)).toEqual(page(3));
    expect(tablePage([], columns, plain)).toEqual({ rows: [], found: 0, page: 1, pages: 1 });
  });
});

describe('the address of a table', () => {
  const address = tableAddress(['name', 'weight']);

  test.each(['', '?search=sam&sort=-weight&page=2&size=25&selected=3,4', '?sort=weight'])(
    '%s is read as it is written',
    (search) => {
      const { state, refused } = address.read(search);
      expect([address.write(state), refused]).toEqual([search, []]);
    },
  );

  test.each([
    ['?sort=age', '‘sort=age’ is left out: sort takes name, weight, with a - before it for the other way round'],
    ['?page=0', '‘page=0’ is left out: page takes the number of a page'],
    ['?size=11', '‘size=11’ is left out: size takes 10, 15, 20, 25'],
    ['?selected=x', '‘selected=x’ is left out: selected takes numbers of rows'],
  ])('of %s it is said what is left out', (search, sentence) => {
    expect(address.read(search)).toEqual({ state: address.read('').state, refused: [sentence] });
  });
});
