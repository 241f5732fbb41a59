import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sweepAccounts } from '../../../../host/domain/accounts/housekeeping.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';
import type { Database } from '../../../../host/platform/store/database.ts';

const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`;

/** Stores one row of each kind that is too old, and one that is not yet. */
async function fill({ db }: Database): Promise<void> {
  const { id: user_id } = await db
    .insertInto('users')
    .values({ username: 'ann', email: 'ann@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = (name: string, expires: string, ended: string | null) =>
    db
      .insertInto('sessions')
      .values({ user_id, expires_at: ago(expires), ended_at: ended && ago(ended), ended_reason: ended && name })
      .returning('id')
      .executeTakeFirstOrThrow();
  const living = await session('living', '-14 days', null);
  await session('ended lately', '-1 days', '29 days');
  await session('ended long ago', '-1 days', '31 days');
  await session('', '31 days', null);
  for (const expires_at of [ago('23 hours'), ago('25 hours'), ago('-1 hours')])
    await db
      .insertInto('refresh_tokens')
      .values({ token_hash: randomBytes(32), session_id: living.id, expires_at })
      .execute();
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'over', points: 1, expire: Date.now() - 1_000 },
      { key: 'counting', points: 1, expire: Date.now() + 60_000 },
    ])
    .execute();
  for (const at of [ago('23 hours'), ago('25 hours')])
    await db.insertInto('membership_changes').values({ user_id, system_id: 'x', at }).execute();
  for (const logged_at of [null, ago('23 hours'), ago('25 hours')])
    await db.insertInto('security_notes').values({ event: '{}', logged_at }).execute();
  for (const [name, seen_at] of [
    ['lately', ago('29 days')],
    ['long ago', ago('31 days')],
  ] as const)
    await db
      .insertInto('ftps_addresses')
      .values({ address_hash: Buffer.from(name), seen_at })
      .execute();
  const asked = { first_name: 'Ann', last_name: 'Bell', email: 'ann@example.org', company: 'Lab', username: 'abell' };
  for (const created_at of [ago('89 days'), ago('91 days')])
    await db
      .insertInto('registration_requests')
      .values({ ...asked, created_at })
      .execute();
}

const counts = async ({ pool }: Database) => {
  const { rows } = await pool.query<Record<string, number>>(`select
    (select count(*)::int from sessions) as sessions, (select count(*)::int from refresh_tokens) as tokens,
    (select count(*)::int from rate_limits) as limits, (select count(*)::int from membership_changes) as changes,
    (select count(*)::int from security_notes) as notes, (select count(*)::int from ftps_addresses) as addresses,
    (select count(*)::int from registration_requests) as requests, (select count(*)::int from users) as users`);
  return rows[0];
};
const swept = { sessions: 2, tokens: 2, limits: 1, changes: 1, notes: 2, addresses: 1, requests: 1, users: 1 };

describe.each(triedEngines)('the sweep on the %s engine (ACC-21)', (engine) => {
  test('removes what nobody can use any more, and that alone', async () => {
    const database = await withTestDatabase(engine);
    await fill(database);
    const filled = { sessions: 4, tokens: 3, limits: 2, changes: 2, notes: 3, addresses: 2, requests: 2, users: 1 };
    expect(await counts(database)).toEqual(filled);
    // As if the job was cancelled or another host has it: a new one may start.
    await expect(sweepAccounts(database, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
    expect(await counts(database)).toMatchObject({ sessions: 4, tokens: 3 });
    await sweepAccounts(database);
    expect(await counts(database)).toEqual(swept);
    const left = await database.db.selectFrom('sessions').select('ended_reason').orderBy('ended_reason').execute();
    expect(left.map(({ ended_reason }) => ended_reason)).toEqual(['ended lately', null]);
    expect(await database.db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'counting' }]);
    await sweepAccounts(database);
    expect(await counts(database)).toEqual(swept);
    await database.close();
  });
});
