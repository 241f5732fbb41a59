import { describe, expect, test } from 'vitest';
import { losesOwner, mayMove, roleChoice } from '#model/people/rank.ts';

/** For each acting role: the roles it may change, and the roles it may assign; null is none. */
const table: readonly [actor: number, from: readonly (number | null)[], to: readonly (number | null)[]][] = [
  [0, [null, 1, 2, 3, 4], [null, 1, 2, 3, 4]],
  [1, [null, 2, 3, 4], [null, 1, 2, 3, 4]],
  [2, [null, 3, 4], [null, 2, 3, 4]],
  [3, [], []],
  [4, [], []],
];
const roles = [null, 0, 1, 2, 3, 4];

describe('who may move whom (ROLE-11)', () => {
  test.each(table)('a person of role %i moves others from %j to %j, and no others', (RoleId, from, to) => {
    for (const before of roles)
      for (const after of roles)
        expect([before, after, mayMove({ id: 1, RoleId }, { id: 2, from: before, to: after })]).toEqual([
          before,
          after,
          from.includes(before) && to.includes(after),
        ]);
  });

  test.each([1, 2, 3, 4])('a person of role %i may leave, and change nothing else of themselves', (RoleId) => {
    expect(mayMove({ id: 1, RoleId }, { id: 1, from: RoleId, to: null })).toBe(true);
    for (const to of [1, 2, 3, 4]) expect(mayMove({ id: 1, RoleId }, { id: 1, from: RoleId, to })).toBe(false);
  });

  test('the operator of the host takes and gives themselves a role of a system', () => {
    expect(mayMove({ id: 1, RoleId: 0 }, { id: 1, from: 4, to: 1 })).toBe(true);
  });
});

test.each([
  [1, null, true],
  [1, 2, true],
  [1, 1, false],
  [2, null, false],
  [null, 1, false],
])('from %j to %j a system loses an Owner: %s (ROLE-12)', (from, to, expected) => {
  expect(losesOwner({ from, to })).toBe(expected);
});

test.each<[number, number, 'given' | 'asked' | 'barred']>([
  [0, 1, 'given'],
  [1, 1, 'asked'],
  [1, 2, 'given'],
  [2, 1, 'barred'],
  [2, 2, 'asked'],
  [2, 4, 'given'],
  [4, 3, 'barred'],
])('of rank %i the role %i is %s (ROLE-11)', (own, to, choice) => {
  expect(roleChoice(own, to)).toBe(choice);
});
