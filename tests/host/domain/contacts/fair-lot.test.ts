import { expect, test } from 'vitest';
import { fairLot, type InLine } from '../../../../host/domain/contacts/fair-lot.ts';

/** Which waiting requests are stored next (ING-12). */
const bounds = { most: 2_000, mostOfKey: 200 };
const some = (count: number, keyId: number, contacts = 1): InLine[] =>
  Array.from({ length: count }, () => ({ keyId, contacts: { length: contacts } }));
const keysOf = (lot: readonly InLine[]) => lot.map(({ keyId }) => keyId);

test('a sender of few is in the next lot, whatever one of many has sent before', () => {
  const inLine = [...some(120, 1, 100), ...some(1, 2)];
  expect(keysOf(fairLot(inLine, new Map(), bounds))).toEqual([1, 2, 1]);
});

test('each key in turn, its requests in the order in which they came, up to what a lot takes', () => {
  const [a, b, c] = [some(3, 1), some(1, 2), some(2, 3)];
  const inLine = [...a, ...b, ...c];
  expect(fairLot(inLine, new Map(), bounds)).toEqual([a[0], b[0], c[0], a[1], c[1], a[2]]);
  expect(fairLot(inLine, new Map(), { most: 4, mostOfKey: 4 })).toEqual([a[0], b[0], c[0], a[1]]);
  expect(fairLot([], new Map(), bounds)).toEqual([]);
});

test('more keys than a lot takes: those of the lot before are the last of the next', () => {
  const inLine = Array.from({ length: 30 }, (_, key) => some(2, key, 100)).flat();
  const first = fairLot(inLine, new Map(), bounds);
  expect(keysOf(first)).toEqual(Array.from({ length: 20 }, (_, key) => key));
  const lastLots = new Map(first.map(({ keyId }) => [keyId, 1]));
  const left = inLine.filter((one) => !first.includes(one));
  expect(keysOf(fairLot(left, lastLots, bounds)).slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, key) => 20 + key));
});
