import { describe, expect, test } from 'vitest';
import { defaultFtpsLimits } from '../../../../host/entry/ftps/ftps-limits.ts';
import { type OpenConnection, hasPlace } from '../../../../host/entry/ftps/places.ts';

/** Returns `count` connections from each of `addresses` addresses. */
const connections = (count: number, addresses: number, but: Partial<OpenConnection> = {}, named = 'there'): OpenConnection[] =>
  Array.from({ length: addresses }, (_, address) => `${named} ${address}`).flatMap((from) =>
    Array.from({ length: count }, () => ({ from, isKnown: false, isLoggedIn: false, ...but })),
  );
const inside = { isLoggedIn: true, isKnown: true };
const known = { isKnown: true };

describe('who finds a place (FTPS-6)', () => {
  test.each<[what: string, open: OpenConnection[], stranger: boolean, known: boolean]>([
    ['nobody else is there', [], true, true],
    ['three addresses hold all that they can', connections(5, 3), true, true],
    ['strangers hold 29', connections(1, 29), true, true],
    ['strangers hold 30', connections(1, 30), false, true],
    ['strangers hold 30 and known ones 19', [...connections(1, 30), ...connections(1, 19, known, 'known')], false, true],
    ['strangers hold 30 and known ones 20', [...connections(1, 30), ...connections(1, 20, known, 'known')], false, false],
    ['known ones hold 49', connections(1, 49, known), true, true],
    ['known ones hold 50', connections(1, 50, known), false, false],
    ['99 are logged in', connections(1, 99, inside), true, true],
    ['100 are logged in', connections(1, 100, inside), false, false],
    ['the address holds 4', connections(4, 1, {}, 'here'), true, true],
    ['the address holds 5', connections(5, 1, {}, 'here'), false, false],
    ['the address holds 5 known ones', connections(5, 1, known, 'here'), false, false],
    ['the address is logged in 19 times', connections(19, 1, inside, 'here'), true, true],
    ['the address is logged in 20 times', connections(20, 1, inside, 'here'), false, false],
    [
      'it is logged in 15 times and holds 4',
      [...connections(15, 1, inside, 'here'), ...connections(4, 1, {}, 'here')],
      true,
      true,
    ],
  ])('where %s', (_, open, stranger, isKnown) => {
    const finds = (who: Pick<OpenConnection, 'isKnown'>) => hasPlace(open, { from: 'here 0', ...who }, defaultFtpsLimits);
    expect([finds({ isKnown: false }), finds({ isKnown: true })]).toEqual([stranger, isKnown]);
  });
});
