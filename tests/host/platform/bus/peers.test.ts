import { expect, test } from 'vitest';
import { Peers } from '../../../../host/platform/bus/peers.ts';

test('a payload that did not come shows by the number of the next; who is new may be at any (HOST-14)', () => {
  const peers = new Peers(6_000);
  expect([7, 8, 10, 11, 11].map((number) => peers.hear('one', number, 0))).toEqual([true, true, false, true, false]);
  expect(peers.hear('two', 1, 0)).toBe(true);
  peers.forgetAll();
  expect(peers.hear('one', 40, 0)).toBe(true);
  expect(peers.count).toBe(1);
});

test('who is not heard for too long is gone, unless it left in order', () => {
  const peers = new Peers(6_000);
  peers.hear('one', 1, 0);
  peers.hear('two', 1, 1_000);
  peers.hear('three', 1, 0);
  peers.leave('three');
  expect([6_000, 6_001, 6_002, 7_001, 7_002].map((now) => peers.forgetLost(now))).toEqual([false, true, false, true, false]);
});

test('of very many the one heard longest ago is forgotten', () => {
  const peers = new Peers(6_000);
  for (let peer = 0; peer <= 1_000; peer += 1) peers.hear(`peer ${peer}`, 1, 0);
  expect([peers.count, peers.hear('peer 1000', 3, 0), peers.hear('peer 0', 3, 0)]).toEqual([1_000, false, true]);
});
