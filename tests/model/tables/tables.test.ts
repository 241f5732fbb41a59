import { describe, expect, test } from 'vitest';
import { tableAddress } from '#model/tables/table-address.ts';
import { tableCsv, tableFileName } from '#model/tables/table-file.ts';
import { pageHolding } from '#model/tables/new-row.ts';
import { foldedColumns, type RowColumn, sortAfterPress, tablePage } from '#model/tables/table-rows.ts';

/** What a registry's table shows, and which part of it is in the address (REG-19). */

type Row = { id: number; name: string; weight: number | null };
const columns: RowColumn<Row>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name },
  { id: 'weight', label: 'Weight', text: ({ weight }) => `${weight ?? '–'} g`, sortBy: ({ weight }) => weight },
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

  test.each([
    ['another column from its smallest', 'weight', undefined, { by: 'weight', direction: 'ascending' }],
    ['or from its largest, where it says so', 'weight', 'descending', { by: 'weight', direction: 'descending' }],
    ['the same column the other way round', 'name', undefined, { by: 'name', direction: 'descending' }],
  ] as const)('are sorted by a press of a heading: %s', (_, by, sortsFirst, wanted) => {
    const sorting = columns.map((column) => (sortsFirst === undefined ? column : { ...column, sortsFirst }));
    expect(sortAfterPress(sorting, plain.sort, by)).toEqual(wanted);
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

test.each([
  ['the page that holds it', {}, 23, 3],
  ['by the present order', { sort: { by: 'name', direction: 'descending' } as const }, 23, 1],
  ['by the present size', { size: 25 as const }, 23, 1],
  ['that the search hides it', { search: 'tag 1' }, 23, 0],
  ['no row that is not there', {}, 24, null],
  ['none where none is new', {}, null, null],
])('a new row is looked for: %s (REG-32)', (_, but, id, page) => {
  const many = Array.from({ length: 23 }, (__, at) => ({ id: at + 1, name: `Tag ${at + 1}`, weight: at }));
  expect(pageHolding(many, columns, { ...plain, ...but }, id)).toBe(page);
});

test.each([
  ['all empty', ['', ''], false, ['name', '[Missing]', 'weight']],
  ['all empty and unfolded', ['', ''], true, ['name', '[Missing]', 'lost', 'found', 'weight']],
  ['one of them filled in one row', ['', 'in May'], false, ['name', 'lost', 'found', 'weight']],
])('columns of a fold, %s (REG-33)', (_, [lost = '', found = ''], isOpen, drawn) => {
  const [name, weight] = columns as [RowColumn<Row>, RowColumn<Row>];
  const of = (id: string, last: string): RowColumn<Row> => ({
    id,
    label: id,
    text: (row) => (row.id === 4 ? last : ''),
    fold: 'Missing',
  });
  const shownOf = foldedColumns([name, of('lost', lost), of('found', found), weight], rows, isOpen);
  expect(shownOf.map((column) => ('label' in column ? column.id : `[${column.fold}]`))).toEqual(drawn);
});

describe('the file of a table (REG-21)', () => {
  const file = (but: object) => tableCsv(rows, columns, { ...plain, ...but }).split('\r\n');

  test('has all rows that the search leaves, in the order of the table', () => {
    const many = Array.from({ length: 23 }, (_, id) => ({ id, name: `Tag ${22 - id}`, weight: id }));
    const lines = tableCsv(many, columns, plain).split('\r\n');
    expect(lines).toHaveLength(25);
    expect(lines.slice(0, 3)).toEqual(['Name,Weight', 'Tag 0,22 g', 'Tag 1,21 g']);
    expect(file({ search: 'tag 20', sort: { by: 'name', direction: 'descending' } })).toEqual([
      'Name,Weight',
      'Tag 10,20 g',
      'Tag 1,20 g',
      '',
    ]);
    expect(file({ search: 'whale' }), 'of none the headings').toEqual(['Name,Weight', '']);
  });

  test('guards what a spreadsheet takes for a formula, numbers excepted (FILE-2)', () => {
    const [name] = columns as [RowColumn<Row>];
    const weight: RowColumn<Row> = { id: 'weight', label: 'Weight', text: () => '', sortBy: (row) => row.weight, isNumber: true };
    const odd = [{ id: 1, name: '=1+1, "x"', weight: -2.5 }];
    expect(tableCsv(odd, [name, weight], plain)).toBe('Name,Weight\r\n"\'=1+1, ""x""",-2.5\r\n');
    expect(tableCsv([{ id: 1, name: '', weight: null }], [name, weight], plain), 'what is not known').toBe(
      'Name,Weight\r\n,\r\n',
    );
  });

  test('is called by the system, what it holds and when (FILE-5)', () => {
    expect(tableFileName('Lemhi: River', 'animals', '2026-05-01 14:03:20')).toBe('Lemhi River animals 2026-05-01 140320.csv');
  });
});

describe('the address of a table', () => {
  const address = tableAddress([{ id: 'name' }, { id: 'weight' }]);

  test.each(['', '?search=sam&sort=-weight&page=2&size=25&selected=3,4', '?sort=weight'])(
    '%s is read as it is written',
    (search) => {
      const { state, refused } = address.read(search);
      expect([address.write(state), refused]).toEqual([search, []]);
    },
  );

  test.each([
    ['?sort=age', '‘sort=age’ is ignored: sort must be name, weight, with a leading - for descending'],
    ['?page=0', '‘page=0’ is ignored: page must be the number of a page'],
    ['?size=11', '‘size=11’ is ignored: size must be 10, 15, 20, 25'],
    ['?selected=x', '‘selected=x’ is ignored: selected must be numbers of rows'],
  ])('of %s it is said what is left out', (search, sentence) => {
    expect(address.read(search)).toEqual({ state: address.read('').state, refused: [sentence] });
  });
});
