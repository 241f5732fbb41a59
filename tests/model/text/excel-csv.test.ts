import { expect, test } from 'vitest';
import { forExcel } from '#model/text/excel-csv.ts';

/** FILE-17: CSV files for Excel. */

test('a CSV begins with a byte order mark, and its parts follow as they come', async () => {
  const taken: number[] = [];
  function* parts() {
    for (const number of [1, 2]) {
      taken.push(number);
      yield number === 1 ? 'a,b\r\n' : Promise.resolve('1,2\r\n');
    }
  }
  const file = forExcel({ name: 'x.csv', mimeType: 'text/csv;charset=utf-8', parts: parts() });
  expect(file.name).toBe('x.csv');
  const written: string[] = [];
  for (const part of file.parts) {
    expect(taken.length, 'no part is made before it is wanted').toBe(written.length);
    written.push(await part);
  }
  expect(written).toEqual(['\uFEFF', 'a,b\r\n', '1,2\r\n']);
});

test('any other file stays as it is', () => {
  const picture = { name: 'x.svg', mimeType: 'image/svg+xml', parts: ['<svg/>'] };
  expect(forExcel(picture)).toBe(picture);
});
