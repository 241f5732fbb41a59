import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLoginLimits, type Guess } from '../../../../host/domain/accounts/login-limits.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** The log reports a limit at the first try that it slows down, and not at the tries that follow. */

let database: Database;
beforeAll(async () => {
  database = await withTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('rate_limits').execute();
});

const wide = { points: 50, duration: 60 };
const two = { points: 2, duration: 60 };
const byItself = { kind: 'login', account: 'ann', address: '192.0.2.7', device: null } as const;
const stranger = (i: number) => ({ address: `198.51.100.${i}` });

test.each<[of: 'pair' | 'address' | 'account' | 'device', guessAt: (i: number) => Partial<Guess>, outcomes: string[]]>([
  ['pair', () => ({}), ['in', 'in', 'told, refused', 'refused', 'refused']],
  ['address', (i) => ({ account: `person ${i}` }), ['in', 'in', 'told, refused', 'refused', 'refused']],
  // One try is accepted at the slower pace.
  ['account', stranger, ['in', 'in', 'told, in', 'refused', 'refused']],
  ['device', (i) => ({ ...stranger(i), device: '1 laptop' }), ['in', 'in', 'told, refused', 'refused', 'refused']],
])('the limit of the %s', async (of, guessAt, outcomes) => {
  let told: Guess[] = [];
  const limits = createLoginLimits({
    database,
    limits: { pair: wide, address: wide, account: wide, device: wide, accountPace: { points: 1, duration: 60 }, [of]: two },
    onSlowedDown: (guess) => told.push(guess),
    onStoreError: (error) => expect.unreachable(String(error)),
  });
  const seen: string[] = [];
  for (let i = 0; i < outcomes.length; i++) {
    const guess = { ...byItself, ...guessAt(i) };
    told = [];
    const outcome = await limits.begin(guess).then(
      () => 'in',
      (error: unknown) => ((error as { status: number }).status === 429 ? 'refused' : String(error)),
    );
    expect(told.every((one) => one === guess)).toBe(true);
    seen.push([...told.map(() => 'told'), outcome].join(', '));
  }
  expect(seen).toEqual(outcomes);
});
