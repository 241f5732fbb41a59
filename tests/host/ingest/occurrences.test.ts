import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberEquals, Occurrences } from '../../../host/ingest/occurrences.ts';
import type { Contact } from '../../../src/model/entities/contact.ts';

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const contact: fc.Arbitrary<Contact> = fc.record({
  rxId: few(1, 2),
  ant: few(1, 2),
  freq: few(150.05, 150.055),
  code: few(-1, 575),
  type: few(4, 8),
  power: few(-80, -80.5),
  ts: few(1_538_468_923_000, 1_538_468_924_000, 0, 4_294_967_296),
});

test('counts exactly what a plain map of identities counts', () => {
  fc.assert(
    fc.property(fc.array(contact, { maxLength: 300 }), (contacts) => {
      const counted = new Map<string, number>();
      const expected = contacts.map((one) => {
        const identity = [one.rxId, one.ant, one.ts, one.freq, one.code, one.power].join();
        const n = counted.get(identity) ?? 0;
        counted.set(identity, n + 1);
        return n;
      });
      expect(numberEquals(contacts).map((one) => one.n ?? 0)).toEqual(expected);
    }),
  );
});

test('grows past its first size without forgetting anything', () => {
  const occurrences = new Occurrences();
  const many = Array.from({ length: 20_000 }, (_, i) => ({ rxId: 1, ant: 1, ts: i * 1000, freq: 150, code: i % 7, power: -80 }));
  expect(many.map((one) => occurrences.count(one)).every((n) => n === 0)).toBe(true);
  expect(many.map((one) => occurrences.count(one)).every((n) => n === 1)).toBe(true);
});

test('frequencies and powers that the database cannot tell apart are one', () => {
  const at = { rxId: 1, ant: 1, ts: 0, code: 1 };
  const occurrences = new Occurrences();
  expect(occurrences.count({ ...at, freq: 150.05, power: -80.1 })).toBe(0);
  expect(occurrences.count({ ...at, freq: 150.05000000001, power: Math.fround(-80.1) })).toBe(1);
});
