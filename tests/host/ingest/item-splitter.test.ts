import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ItemSplitter, type Item } from '../../../host/ingest/http/item-splitter.ts';

function split(text: string, pieces: readonly number[]): Item[] {
  const splitter = new ItemSplitter();
  const bytes = Buffer.from(text);
  const cuts = [0, ...pieces.map((piece) => piece % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const items = cuts.slice(1).flatMap((cut, i) => splitter.push(bytes.subarray(cuts[i], cut)));
  return [...items, ...splitter.end()];
}
const values = fc.array(
  fc.record({
    a: fc.integer(),
    text: fc.string({ maxLength: 20, unit: 'binary' }),
    list: fc.array(fc.integer(), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

test('lines come out whole, wherever the body is cut', () => {
  fc.assert(
    fc.property(values, cuts, (list, pieces) => {
      const items = split(list.map((value) => JSON.stringify(value)).join('\n'), pieces);
      expect(items.map(({ line, text }) => [line, JSON.parse(text)])).toEqual(list.map((value, i) => [i + 1, value]));
    }),
  );
});

test('elements of an array come out whole, wherever the body is cut and however it is laid out', () => {
  fc.assert(
    fc.property(values, cuts, fc.constantFrom(undefined, 2), (list, pieces, indent) => {
      const items = split(` ${JSON.stringify(list, null, indent)}\n`, pieces);
      expect(items.map(({ line, text }) => [line, JSON.parse(text)])).toEqual(list.map((value, i) => [i + 1, value]));
    }),
  );
});

test('an overlong item is skipped and the next is read', () => {
  const long = JSON.stringify({ text: 'x'.repeat(9_000) });
  const fault = 'longer than 4096 characters';
  expect(split(`${long}\n{"a":1}`, [3_000, 6_000])).toEqual([
    { line: 1, text: '', fault },
    { line: 2, text: '{"a":1}' },
  ]);
  expect(split(`[${long},{"a":1}]`, [3_000, 6_000])).toEqual([
    { line: 1, text: '', fault },
    { line: 2, text: '{"a":1}' },
  ]);
});

test('an empty body, an empty array and blank lines hold nothing', () => {
  expect([split('', []), split('[]', []), split(' [ ] \n', []), split('\n \r\n', [])]).toEqual([[], [], [], []]);
});

test('text after the end of an array is told once', () => {
  expect(split('[{"a":1}] {"b":2} [3]', [12, 15])).toEqual([
    { line: 1, text: '{"a":1}' },
    { line: 2, text: '', fault: 'text after the end of the array' },
  ]);
});
