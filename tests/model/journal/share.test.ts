import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { share } from '#model/journal/share.ts';

const plain = fc.jsonValue();

describe('share (JRN-7)', () => {
  test('is equal to what it was given', () => {
    fc.assert(
      fc.property(plain, plain, (previous, next) => {
        const given = structuredClone(next);
        expect(share(previous, next)).toEqual(given);
        expect(next).toEqual(given);
      }),
    );
  });

  test('gives back the previous value for an equal one', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(share(value, structuredClone(value))).toBe(value);
      }),
    );
  });

  test('keeps the parts that are equal and only those', () => {
    const previous = { rows: [{ id: 1 }, { id: 2 }], meta: { page: 1 }, gone: true };
    const next = share<object>(previous, { rows: [{ id: 1 }, { id: 3 }, { id: 2 }], meta: { page: 1 } }) as typeof previous;
    expect(next).toEqual({ rows: [{ id: 1 }, { id: 3 }, { id: 2 }], meta: { page: 1 } });
    expect(next.rows[0]).toBe(previous.rows[0]);
    expect(next.meta).toBe(previous.meta);
    expect(share({ a: undefined }, { b: undefined } as object)).toEqual({ b: undefined });
    expect(share<unknown>([], {})).toEqual({});
  });
});
