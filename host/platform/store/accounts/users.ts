import { noAtInUsername } from '#model/contract/fields.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { conflict, invalidRequest } from '../../api-error.ts';
import type { Db } from '../database.ts';
import type { UserTable } from '../schema-accounts.ts';

export type User = Selectable<UserTable>;

/** The person of a number; null is nobody's, and asked for all the same. */
export async function findUser({ db }: Db, id: number | null): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The people whose password is published. */
export async function demoUsers({ db }: Db): Promise<User[]> {
  return db.selectFrom('users').selectAll().where('demo', '=', true).orderBy('id').execute();
}

/** Whom a username, an email or, where it is given, a number means; several where a name is shared. */
export async function usersCalled({ db }: Db, typed: string, number: number | null): Promise<User[]> {
  const folded = sql<string>`login_name(${typed})`;
  return db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', number),
        eb(
          'id',
          'in',
          eb.selectFrom('login_names').select('user_id').where('name', '=', folded).where('user_id', 'is not', null),
        ),
        // A shared name is nobody's in the table of names: whoever has it is looked for.
        eb.and([
          eb.exists(eb.selectFrom('login_names').select('name').where('name', '=', folded).where('user_id', 'is', null)),
          eb.or([eb(sql<string>`login_name(username)`, '=', folded), eb(sql<string>`login_name(email)`, '=', folded)]),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Everybody, by name. */
export async function listUsers({ db }: Db): Promise<User[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .orderBy(sql`lower(username)`)
    .execute();
}

/** A name as all comparisons see it, and whose it is; null where it is nobody's or more than one person's. */
export type LoginName = { folded: string; userId: number | null };

/**
 * Folds a typed username or email and finds whose it is. The database folds, here as in its own table of
 * names.
 */
export async function readLoginName({ db }: Db, typed: string): Promise<LoginName> {
  const { rows } = await sql<LoginName>`
    select typed.folded, names.user_id as "userId" from (select login_name(${typed}) as folded) typed
    left join login_names names on names.name = typed.folded`.execute(db);
  return rows[0] ?? { folded: '', userId: null };
}

/** Names that two people have, folded. */
export async function namesOfSeveral({ db }: Db): Promise<string[]> {
  const rows = await db.selectFrom('login_names').select('name').where('user_id', 'is', null).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** @throws what `takenField` knows, for a name that somebody else has. */
export async function addUser({ db }: Db, user: Insertable<UserTable>): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** @throws as `addUser`. */
export async function changeUser({ db }: Db, id: number, values: Updateable<UserTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/** As `changeUser`, unless email or password are others than were `seen` before: false then. */
export async function changeUserAsSeen(
  { db }: Db,
  { id, email, password_hash }: Pick<User, 'id' | 'email' | 'password_hash'>,
  values: Updateable<UserTable>,
): Promise<boolean> {
  const stored = await db
    .updateTable('users')
    .set(values)
    .where('id', '=', id)
    .where('email', '=', email)
    .where('password_hash', 'is not distinct from', password_hash)
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

const uniqueViolation = '23505';
const checkViolation = '23514';

/**
 * The refusal of a login name that somebody else has or that cannot be one, or null for any other failure.
 */
export function takenField(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null;
  const { code, constraint } = error;
  if (code === checkViolation && constraint === 'users_username_no_at') return invalidRequest(noAtInUsername, 'username');
  if (code !== uniqueViolation) return null;
  if (constraint === 'users_username_key' || constraint === 'login_names_username')
    return conflict('This username is taken', 'username');
  if (constraint === 'users_email_key' || constraint === 'login_names_email') return conflict('This email is taken', 'email');
  return null;
}
