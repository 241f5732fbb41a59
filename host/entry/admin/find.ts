import type { Selectable } from 'kysely';
import { roles, superuser, systemRoles } from '#model/entities/role.ts';
import type { Database } from '../../platform/store/database.ts';
import type { SystemTable, UserTable } from '../../platform/store/schema-accounts.ts';
import { ownerOfName, tellShared } from '../../domain/accounts/login-names.ts';
import { AdminError } from './admin-command.ts';

/** The person of a username, an email or a number such as @12. @throws AdminError when there is none, or more than one. */
export async function findUser({ db }: Pick<Database, 'db'>, name: string): Promise<Selectable<UserTable>> {
  const owner = await ownerOfName({ db }, name);
  if (owner.kind === 'shared') throw new AdminError(tellShared(owner));
  const user =
    owner.kind === 'one'
      ? await db.selectFrom('users').selectAll().where('id', '=', owner.holder.id).executeTakeFirst()
      : undefined;
  if (user === undefined) throw new AdminError(`There is no user '${name}': 'users list' shows all.`);
  return user;
}

/** The system of an id. @throws AdminError when there is none. */
export async function findSystem({ db }: Pick<Database, 'db'>, id: string): Promise<Selectable<SystemTable>> {
  const system = await db.selectFrom('systems').selectAll().where('id', '=', id).executeTakeFirst();
  if (system === undefined)
    throw new AdminError(`There is no system '${id}': 'systems list' shows all, 'systems add' makes one.`);
  return system;
}

/** How many receivers a system has. */
export async function countReceivers({ db }: Pick<Database, 'db'>, systemId: string): Promise<number> {
  const { count } = await db
    .selectFrom('receivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  return count;
}

/** A role that a system gives, by its name or number. @throws AdminError naming all of them. */
export function findRole(text: string): number {
  const role = roles.find(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase());
  if (role?.id === superuser)
    throw new AdminError(
      "Superuser is no role of a system: it operates the host, in all of them. 'users set USER --superuser' makes somebody that.",
    );
  if (role === undefined)
    throw new AdminError(
      `There is no role '${text}': it is one of ${systemRoles.map(({ id, name }) => `${name} (${id})`).join(', ')}.`,
    );
  return role.id;
}

/** A role as the operator reads it. */
export function roleText(id: number): string {
  return roles.find((role) => role.id === id)?.name ?? `role ${id}`;
}
