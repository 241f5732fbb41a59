import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberIn, wholeIn } from '../../../host/platform/number-text.ts';

const pattern = /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$/;
const written = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789+-.eE '.split('')), maxLength: 12 }),
  fc.integer().map(String),
  fc.double().map(String),
);

test('numbers are what the pattern takes, of few digits and of many', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(numberIn(text)).toBe(pattern.test(text) ? Number(text) : null);
    }),
  );
  for (const text of ['', '-', '-0', '0', '007', '999999999', '-99999999', '1234567890', '９']) {
    expect(numberIn(text)).toBe(pattern.test(text) ? Number(text) : null);
  }
  expect(numberIn(undefined)).toBeNull();
});

test.each([
  ['1', 1],
  ['2', 2],
  ['2.0', 2],
  ['1.5', null],
  ['0', null],
  ['3', null],
])('whole from 1 to 2: %s', (text, value) => expect(wholeIn(text, 1, 2)).toBe(value));
