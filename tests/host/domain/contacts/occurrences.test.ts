import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { numberEquals, Occurrences } from '../../../../host/domain/contacts/occurrences.ts';
import type { Contact } from '#model/entities/contact.ts';

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

test('counts exactly what a plain map of identities counts (CON-3)', () => {
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

test('grows by itself and holds no more than it must', () => {
  const sizes = vi.spyOn(Int32Array.prototype, 'set');
  const occurrences = new Occurrences();
  const one = { rxId: 1, ant: 1, ts: 0, freq: 150, code: 1, power: -80 };
  for (let i = 0; i < 1_000; i++) occurrences.count(one);
  // Equal contacts need no more memory: one key was stored, and nothing was moved.
  expect(sizes).toHaveBeenCalledTimes(1);
  sizes.mockRestore();
});

test.each([
  ['rxId', 2],
  ['ant', 2],
  ['ts', 1],
  ['ts', 2 ** 32],
  ['freq', 150.000001],
  ['code', 0],
  ['power', -80.5],
] as const)('another %s is another contact', (field, value) => {
  const one = { rxId: 1, ant: 1, ts: 0, freq: 150, code: 1, power: -80 };
  const occurrences = new Occurrences();
  occurrences.count(one);
  expect([occurrences.count({ ...one, [field]: value }), occurrences.count(one)]).toEqual([0, 1]);
});

test('what is no part of the identity makes no other contact, and nothing is changed in those that are given', () => {
  const one: Contact = { rxId: 1, ant: 1, ts: 0, freq: 150, code: 1, type: 8, power: -80 };
  const given = [one, { ...one, type: 4 }];
  expect(numberEquals(given)).toEqual([one, { ...one, type: 4, n: 1 }]);
  expect(given).toEqual([one, { ...one, type: 4 }]);
  expect(numberEquals([])).toEqual([]);
});

test('never begins at 0 again, however many equal ones come: those would be taken for what is stored already', () => {
  const occurrences = new Occurrences();
  const one = { rxId: 1, ant: 1, ts: 0, freq: 150, code: 1, power: -80 };
  for (let i = 0; i < 65_535; i++) occurrences.count(one);
  for (let i = 0; i < 10; i++) expect(occurrences.count(one)).toBe(65_535);
  expect(occurrences.count({ ...one, rxId: 2 })).toBe(0);
});
