import { Mistake } from '../../platform/mistake.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { listMemberships, memberRole } from '../../platform/store/accounts/memberships.ts';
import { noteSecurity } from '../../domain/accounts/security-notes.ts';
import { adminName, changeByAdmin, table, type AdminCommand } from './admin-command.ts';
import { findRole, wantedUser, roleText } from './find.ts';
import { wantedSystem } from '../wanted-system.ts';

/** Commands for the roles of people in systems (ROLE-1). */
export const rolesCommands: readonly AdminCommand[] = [
  {
    name: 'roles list',
    parameters: [],
    summary: 'list who has which role in which system',
    async run({ database }) {
      const rows = await listMemberships(database);
      return table(
        ['SYSTEM', 'USER', 'ROLE'],
        rows.map((row) => [row.system_id, row.username, `${roleText(row.role_id)} (${row.role_id})`]),
        "Nobody has a role yet. Give one with 'roles grant'.",
      );
    },
  },
  {
    name: 'roles grant',
    parameters: ['USER', 'SYSTEM', 'ROLE'],
    summary: 'give a user a role in a system, by name or number: owner 1, administrator 2, researcher 3, viewer 4',
    async run({ database }, [name = '', systemId = '', roleName = '']) {
      const role = findRole(roleName);
      const [user, system] = [await wantedUser(database, name), await wantedSystem(database, systemId)];
      await changeByAdmin(database, system.id, async (writer) => {
        const before = await roleBefore(writer, system, user.id);
        if (before === undefined) await writer.create('member', { RoleId: role }, { id: user.id });
        else await writer.edit('member.roleChanged', user.id, { RoleId: role });
        const event = before === undefined ? 'role.granted' : 'role.changed';
        await noteSecurity(writer, { event, userId: user.id, mitasId: system.id, role, by: adminName });
      });
      return [`'${user.username}' is ${roleText(role)} in '${system.id}'.`];
    },
  },
  {
    name: 'roles revoke',
    parameters: ['USER', 'SYSTEM'],
    summary: 'remove a user from a system',
    async run({ database }, [name = '', systemId = '']) {
      const [user, system] = [await wantedUser(database, name), await wantedSystem(database, systemId)];
      await changeByAdmin(database, system.id, async (writer) => {
        const role = await roleBefore(writer, system, user.id);
        if (role === undefined)
          throw new Mistake(`'${user.username}' has no role in '${system.id}'. 'roles list' shows all roles.`);
        await writer.remove('member', user.id);
        await noteSecurity(writer, { event: 'role.revoked', userId: user.id, mitasId: system.id, role, by: adminName });
      });
      return [`'${user.username}' no longer belongs to '${system.id}'.`];
    },
  },
];

/**
 * Returns a person's role, or undefined if they have none. Locks the system, so that the role stays the same
 * during the change.
 */
async function roleBefore(
  writer: ChangeWriter,
  system: { id: string; number: number },
  userId: number,
): Promise<number | undefined> {
  await writer.lock('system', [system.number]);
  return memberRole(writer, userId, system.id);
}
