import type { Logger } from 'pino';
import { owner, researcher, viewer, type RoleId } from '#model/entities/role.ts';
import { markWriting } from '../../platform/changes/change.ts';
import { addMemberships } from '../../platform/store/accounts/memberships.ts';
import { addSystems } from '../../platform/store/accounts/systems.ts';
import { addUser, demoUsers } from '../../platform/store/accounts/users.ts';
import { type Db, inTransaction, lockFor } from '../../platform/store/database.ts';
import type { SystemKind } from '../../platform/store/schema-accounts.ts';
import { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** The published login of the demo (HOST-4). */
export const demoLogin = { username: 'demo', password: 'demo-password' } as const;

type DemoSystem = {
  system: { id: string; common_name: string; kind: SystemKind; offline: boolean; timezone: string };
  role: RoleId;
};

/** The system that who signs up gets to see, where the host has a demo. */
export const demoSystemId = 'demo';

const demoSystems: readonly DemoSystem[] = [
  {
    system: { id: demoSystemId, common_name: 'Demo', kind: 'simulated', offline: false, timezone: 'America/Vancouver' },
    role: owner,
  },
  {
    system: { id: 'river', common_name: 'River', kind: 'simulated', offline: false, timezone: 'America/Vancouver' },
    role: researcher,
  },
  { system: { id: 'alpine', common_name: 'Alpine', kind: 'ingest', offline: true, timezone: 'Europe/Zurich' }, role: viewer },
];

/** Two hosts that start on one fresh database found the demo one after the other. */
const foundingLock = 7_310_443;

/**
 * Makes the demo systems and the demo account where they are missing, all or nothing; what a person changed
 * of them stays as it is.
 */
export async function makeDemo(database: Db): Promise<void> {
  // Hashing is slow: before anything is locked.
  const password_hash = (await hasDemo(database)) ? null : await hashPassword(demoLogin.password);
  await inTransaction(database, async (transaction) => {
    await lockFor(transaction, foundingLock);
    await markWriting(transaction.db);
    await addSystems(
      transaction,
      demoSystems.map(({ system }) => ({ ...system, demo: true })),
    );
    if (password_hash === null || (await hasDemo(transaction))) return;
    const id = await addUser(transaction, {
      username: demoLogin.username,
      email: 'demo@example.org',
      first_name: 'Demo',
      last_name: 'User',
      password_hash,
      activated: true,
      demo: true,
      current_system_id: demoSystemId,
    });
    const memberships = demoSystems.map(({ system, role }) => ({ user_id: id, system_id: system.id, role_id: role }));
    await addMemberships(transaction, memberships);
  });
}

async function hasDemo(database: Db): Promise<boolean> {
  return (await demoUsers(database)).length > 0;
}

/**
 * Where others can reach the host, demo accounts of an earlier start on loopback are put out; logging in
 * refuses them anyway.
 */
export async function refuseDemo(database: Db, sessions: Sessions, log: Logger): Promise<void> {
  for (const { id, username } of await demoUsers(database)) {
    await sessions.endAllOf(id, 'demo refused');
    log.warn({ username }, 'this account of the demo cannot log in: DEMO is off, or others than this machine reach the host');
  }
}
