import { sql } from 'kysely';
import { noteSecurity } from '../security-notes.ts';
import { adminName, AdminError, table, type AdminCommand } from './admin-command.ts';
import { findRole, findSystem, findUser, roleText } from './find.ts';

/** Who may do what in which system (decisions, Roles). */
export const rolesCommands: readonly AdminCommand[] = [
  {
    name: 'roles list',
    parameters: [],
    tells: 'who has which role in which system',
    async run({ database: { db } }) {
      const rows = await db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['memberships.system_id', 'users.username', 'memberships.role_id'])
        .orderBy('memberships.system_id')
        .orderBy('memberships.role_id')
        .orderBy(sql`lower(users.username)`)
        .execute();
      return table(
        ['SYSTEM', 'USER', 'ROLE'],
        rows.map((row) => [row.system_id, row.username, `${roleText(row.role_id)} (${row.role_id})`]),
        "Nobody has a role yet: 'roles grant' gives one.",
      );
    },
  },
  {
    name: 'roles grant',
    parameters: ['USER', 'SYSTEM', 'ROLE'],
    tells: 'give a user a role in a system, by name or number: owner 1, administrator 2, researcher 3, viewer 4',
    async run({ database }, [name = '', systemId = '', roleName = '']) {
      const role_id = findRole(roleName);
      const [user, system] = [await findUser(database, name), await findSystem(database, systemId)];
      await database.db.transaction().execute(async (db) => {
        const { before } = await db
          .insertInto('memberships')
          .values({ user_id: user.id, system_id: system.id, role_id })
          .onConflict((conflict) => conflict.columns(['user_id', 'system_id']).doUpdateSet({ role_id }))
          // Of a row that was just inserted, xmax is 0.
          .returning(sql<boolean>`xmax <> 0`.as('before'))
          .executeTakeFirstOrThrow();
        const event = before ? 'role.changed' : 'role.granted';
        await noteSecurity({ db }, { event, userId: user.id, mitasId: system.id, role: role_id, by: adminName });
      });
      return [`'${user.username}' is ${roleText(role_id)} in '${system.id}'.`];
    },
  },
  {
    name: 'roles revoke',
    parameters: ['USER', 'SYSTEM'],
    tells: 'take a user out of a system',
    async run({ database }, [name = '', systemId = '']) {
      const [user, system] = [await findUser(database, name), await findSystem(database, systemId)];
      await database.db.transaction().execute(async (db) => {
        const revoked = await db
          .deleteFrom('memberships')
          .where('user_id', '=', user.id)
          .where('system_id', '=', system.id)
          .returning('role_id')
          .executeTakeFirst();
        if (revoked === undefined)
          throw new AdminError(`'${user.username}' has no role in '${system.id}': 'roles list' shows all.`);
        await noteSecurity(
          { db },
          { event: 'role.revoked', userId: user.id, mitasId: system.id, role: revoked.role_id, by: adminName },
        );
      });
      return [`'${user.username}' no longer belongs to '${system.id}'.`];
    },
  },
];
