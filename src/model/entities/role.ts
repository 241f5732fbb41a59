import * as v from 'valibot';

/** The roles. A lower id has more rights (ROLE-1; docs/decisions/roles.md). */
export const roles = [
  { id: 0, name: 'Superuser', description: 'Operates the host' },
  { id: 1, name: 'Owner', description: 'Owns the system and everything in it' },
  { id: 2, name: 'Administrator', description: 'Manages people, detection settings and everything below' },
  { id: 3, name: 'Researcher', description: 'Edits receivers and registries' },
  { id: 4, name: 'Viewer', description: 'Reads' },
] as const;

/**
 * The roles that a person can be given in a system. Role 0 is not one of them: the operator of the host has
 * it in every system (ROLE-2).
 */
export const systemRoles = roles.filter(({ id }) => id !== 0);

export const roleIdSchema = v.picklist([0, 1, 2, 3, 4]);

/** The roles that a call can grant. */
export const systemRoleIdSchema = v.picklist([1, 2, 3, 4], 'A role in a system is 1 to 4');
export type SystemRoleId = v.InferOutput<typeof systemRoleIdSchema>;
export type RoleId = v.InferOutput<typeof roleIdSchema>;

export const roleSchema = v.object({ id: v.number(), name: v.string(), description: v.string() });

/** The roles by name, for readable definitions of calls. */
export const superuser = 0;
export const owner = 1;
export const administrator = 2;
export const researcher = 3;
export const viewer = 4;

/** Returns true if `role` has at least the rights of `needed` (ROLE-1: lower id, more rights). */
export function hasRole(role: number, needed: RoleId): boolean {
  return role <= needed;
}

/** Returns the name of a role; its number if unknown. */
export function roleName(id: number): string {
  return roles.find((role) => role.id === id)?.name ?? `role ${id}`;
}
