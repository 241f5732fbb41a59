import type { Logger } from 'pino';
import { owner, researcher, viewer, type RoleId } from '#model/entities/role.ts';
import { markWriting } from '../../platform/changes/change.ts';
import { revokeAccessKeysOf } from '../../platform/store/accounts/access-keys.ts';
import { addMemberships } from '../../platform/store/accounts/memberships.ts';
import { addSystems } from '../../platform/store/accounts/systems.ts';
import { addUser, demoUsers, hasSuperuser, usersCalled } from '../../platform/store/accounts/users.ts';
import { type Db, inTransaction, lockFor } from '../../platform/store/database.ts';
import type { SystemKind } from '../../platform/store/schema-accounts.ts';
import { hashPassword } from './passwords.ts';
import { randomSecret } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/** The published login of the demo (HOST-4). */
export const demoLogin = { username: 'demo', password: 'demo-password' } as const;

type DemoSystem = {
  system: { id: string; common_name: string; kind: SystemKind; offline: boolean; timezone: string };
  role: RoleId;
};

/** The system that new accounts can see on a host with a demo. */
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

/** The lock that makes hosts wait for each other if they start on the same empty database. */
const foundingLock = 7_310_443;

/** The operator of a demo's host, who approves new accounts (ACC-24). */
export type DemoOperator = { username: string; password: string };

const operatorName = 'operator';

/**
 * Creates the demo systems, the demo account and the host's operator if they are missing, in one transaction.
 * Leaves existing ones as people changed them. Returns the operator's login if the operator was created: only
 * a hash of the password is stored, so it can be shown just once.
 */
export async function makeDemo(database: Db): Promise<DemoOperator | null> {
  // Hash before locking anything: hashing is slow.
  const password_hash = (await hasDemo(database)) ? null : await hashPassword(demoLogin.password);
  const password = randomSecret().slice(0, 20);
  const operatorHash = (await isOperated(database)) ? null : await hashPassword(password);
  return inTransaction(database, async (transaction) => {
    await lockFor(transaction, foundingLock);
    await markWriting(transaction.db);
    await addSystems(
      transaction,
      // In the demo, the page of collaborators depends on the role alone (ROLE-10).
      demoSystems.map(({ system }) => ({ ...system, demo: true, collaborators_page: false })),
    );
    if (password_hash !== null && !(await hasDemo(transaction))) await addDemoUser(transaction, password_hash);
    if (operatorHash === null || (await isOperated(transaction))) return null;
    await addUser(transaction, {
      username: operatorName,
      email: 'operator@example.org',
      first_name: 'Host',
      last_name: 'Operator',
      password_hash: operatorHash,
      activated: true,
      superuser: true,
      current_system_id: demoSystemId,
    });
    return { username: operatorName, password };
  });
}

async function addDemoUser(transaction: Db, password_hash: string): Promise<void> {
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
}

/** True if the host has an operator, or if the demo operator's name is taken. */
async function isOperated(database: Db): Promise<boolean> {
  if (await hasSuperuser(database)) return true;
  return (await usersCalled(database, operatorName, null)).length > 0;
}

async function hasDemo(database: Db): Promise<boolean> {
  return (await demoUsers(database)).length > 0;
}

/**
 * Ends the sessions and access keys of demo accounts, which remain from an earlier start on loopback, now
 * that others can reach the host. The login refuses these accounts as well.
 */
export async function refuseDemo(database: Db, sessions: Sessions, log: Logger): Promise<void> {
  for (const { id, username } of await demoUsers(database)) {
    await sessions.endAllOf(id, 'demo refused');
    await revokeAccessKeysOf(database, id);
    log.warn({ username }, 'this demo account cannot log in: DEMO is off, or other machines can reach the host');
  }
}
