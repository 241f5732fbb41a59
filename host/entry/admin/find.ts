import { roles, superuser, systemRoles } from '#model/entities/role.ts';
import { Mistake } from '../../platform/mistake.ts';
import type { NamedUser } from '../../platform/store/accounts/users.ts';
import type { Db } from '../../platform/store/database.ts';
import { ownerOfName, sharedNameText } from '../../domain/accounts/login-names.ts';

/**
 * Finds a person by username, email or a number such as @12. @throws Mistake if there is none or more than
 * one.
 */
export async function wantedUser(database: Db, name: string): Promise<NamedUser> {
  const owner = await ownerOfName(database, name);
  if (owner.kind === 'shared') throw new Mistake(sharedNameText(owner));
  if (owner.kind === 'none') throw new Mistake(`No user '${name}'. 'users list' shows all users.`);
  return owner.holder;
}

/** Finds a role in a system by name or number. @throws Mistake naming all roles. */
export function findRole(text: string): number {
  const role = roles.find(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase());
  if (role?.id === superuser)
    throw new Mistake("Superuser is not a role in a system: it is for operators of the host. Use 'users set USER --superuser'.");
  if (role === undefined)
    throw new Mistake(`No role '${text}'. Use one of ${systemRoles.map(({ id, name }) => `${name} (${id})`).join(', ')}.`);
  return role.id;
}

/** Returns the name of a role. */
export function roleText(id: number): string {
  return roles.find((role) => role.id === id)?.name ?? `role ${id}`;
}
