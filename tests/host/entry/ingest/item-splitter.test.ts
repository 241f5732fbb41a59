import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ItemSplitter, type Item } from '../../../../host/entry/ingest/item-splitter.ts';
import { anyCharacter } from '../../../support/any-character.ts';

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
    text: fc.string({ maxLength: 20, unit: anyCharacter }),
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

test.each([
  ['lines', '\ufeff{"a":1}\n{"a":2}', ['{"a":1}', '{"a":2}']],
  ['lines of files that were put together', '{"a":1}\n\ufeff{"a":2}\r\n', ['{"a":1}', '{"a":2}']],
  ['lines after blank ones', '\ufeff\n\n{"a":1}', ['{"a":1}']],
  ['an array', '\ufeff[{"a":1},{"a":2}]', ['{"a":1}', '{"a":2}']],
  ['an array over several lines', '\ufeff\r\n[\n{"a":1}\n]', ['{"a":1}']],
])('a byte order mark is no part of a contact, wherever the body is cut: %s', (_, text, texts) => {
  const { length } = Buffer.from(text);
  for (let cut = 0; cut <= length; cut++) expect(split(text, [cut]).map((item) => item.text)).toEqual(texts);
  expect(
    split(
      text,
      Array.from({ length }, (_unused, i) => i),
    ).map((item) => item.text),
  ).toEqual(texts);
});

test('blank lines are counted, wherever the body is cut', () => {
  const text = '\n\n \n{"a":1}\n\n{"a":2}\n';
  for (let cut = 0; cut <= text.length; cut++) expect(split(text, [cut]).map(({ line }) => line)).toEqual([4, 6]);
});

test('an element that is empty is told, not passed over', () => {
  expect(split('[{"a":1},,{"a":2},]', [9, 10]).map(({ line, text }) => [line, text])).toEqual([
    [1, '{"a":1}'],
    [2, ''],
    [3, '{"a":2}'],
    [4, ''],
  ]);
  expect(split('[{"a":1},', [])).toEqual([
    { line: 1, text: '{"a":1}' },
    { line: 2, text: '', fault: 'the array does not end' },
  ]);
});

test.each([
  ['lines', `${'x'.repeat(4_096)}\n${'x'.repeat(4_097)}\n`],
  ['elements', `[${'x'.repeat(4_096)},${'x'.repeat(4_097)}]`],
])('exactly the longest item is taken: %s', (_, text) => {
  for (const cuts of [[], [4_000], [4_096], [4_097], [4_098], [8_000], [8_193], [8_194], [8_195]]) {
    expect(split(text, cuts).map((item) => [item.line, item.text.length, item.fault])).toEqual([
      [1, 4_096, undefined],
      [2, 0, 'longer than 4096 characters'],
    ]);
  }
});

test('counts lines and elements, blank and empty ones too', () => {
  const counts = ['\n\n', '{"a":1}\n\n{"a":2}\n', '[,,,', '[{"a":1},{"a":2}]', '[]', '  '].map((text) => {
    const splitter = new ItemSplitter();
    splitter.push(Buffer.from(text));
    return splitter.count;
  });
  expect(counts).toEqual([2, 3, 3, 2, 0, 0]);
});
