import { sql } from 'kysely';
import type { Logger } from 'pino';
import { owner, researcher, viewer, type RoleId } from '#model/entities/role.ts';
import { markWriting } from '../../platform/changes/change.ts';
import type { Database } from '../../platform/store/database.ts';
import type { SystemKind } from '../../platform/store/schema-accounts.ts';
import { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** The published login of the demo (HOST-4). */
export const demoLogin = { username: 'demo', password: 'demo-password' } as const;

type DemoSystem = {
  system: { id: string; common_name: string; kind: SystemKind; offline: boolean; timezone: string };
  role: RoleId;
};

const demoSystems: readonly DemoSystem[] = [
  { system: { id: 'demo', common_name: 'Demo', kind: 'simulated', offline: false, timezone: 'America/Vancouver' }, role: owner },
  {
    system: { id: 'river', common_name: 'River', kind: 'simulated', offline: false, timezone: 'America/Vancouver' },
    role: researcher,
  },
  { system: { id: 'alpine', common_name: 'Alpine', kind: 'ingest', offline: true, timezone: 'Europe/Zurich' }, role: viewer },
];

/** Two hosts that start on one fresh database found the demo one after the other. */
const foundingLock = 7_310_443;

/** Makes the demo systems and the demo account where they are missing, all or nothing; what a person changed of them stays as it is. */
export async function makeDemo({ db }: Pick<Database, 'db'>): Promise<void> {
  // Hashing is slow: before anything is locked.
  const password_hash = (await demoAccount(db)) === undefined ? await hashPassword(demoLogin.password) : null;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${foundingLock})`.execute(tx);
    await markWriting(tx);
    await tx
      .insertInto('systems')
      .values(demoSystems.map(({ system }) => ({ ...system, demo: true })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    if (password_hash === null || (await demoAccount(tx)) !== undefined) return;
    const { id } = await tx
      .insertInto('users')
      .values({
        username: demoLogin.username,
        email: 'demo@example.org',
        first_name: 'Demo',
        last_name: 'User',
        password_hash,
        activated: true,
        demo: true,
        current_system_id: 'demo',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const memberships = demoSystems.map(({ system, role }) => ({ user_id: id, system_id: system.id, role_id: role }));
    await tx.insertInto('memberships').values(memberships).execute();
  });
}

function demoAccount(db: Database['db']): Promise<{ id: number } | undefined> {
  return db.selectFrom('users').select('id').where('demo', '=', true).executeTakeFirst();
}

/** Where others can reach the host, demo accounts of an earlier start on loopback are put out; logging in refuses them anyway. */
export async function refuseDemo({ db }: Pick<Database, 'db'>, sessions: Sessions, log: Logger): Promise<void> {
  const accounts = await db.selectFrom('users').select(['id', 'username']).where('demo', '=', true).execute();
  for (const { id, username } of accounts) {
    await sessions.endAllOf(id, 'demo refused');
    log.warn({ username }, 'this account of the demo cannot log in: DEMO is off, or others than this machine reach the host');
  }
}
