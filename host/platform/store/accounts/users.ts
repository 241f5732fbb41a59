import { noAtInUsername } from '#model/fields/person-fields.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { conflict, invalidRequest } from '../../api-error.ts';
import { sqlStates } from '../database-failure.ts';
import type { Db } from '../database.ts';
import type { UserTable } from '../schema-accounts.ts';

type User = Selectable<UserTable>;

/** The columns of an account that its own person sees. */
const accountColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'activated',
  'created_at',
  'last_login',
  'current_system_id',
  'dark_mode',
  'excel_csv',
  'timezone',
] as const satisfies readonly (keyof User)[];

export async function findAccount({ db }: Db, id: number): Promise<Pick<User, (typeof accountColumns)[number]> | undefined> {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

const credentialColumns = [
  'id',
  'username',
  'email',
  'password_hash',
  'activated',
  'demo',
] as const satisfies readonly (keyof User)[];

/** The columns of an account that are needed to check a password. */
export type StoredCredentials = Pick<User, (typeof credentialColumns)[number]>;

/**
 * Returns the credentials of the person with that id. For null (an unknown name) it runs the same query and
 * finds nothing.
 */
export async function findCredentials({ db }: Db, id: number | null): Promise<StoredCredentials | undefined> {
  return db.selectFrom('users').select(credentialColumns).where('id', '=', id).executeTakeFirst();
}

/**
 * A person who may get a link by email after forgetting their password, even if they have not completed their
 * profile.
 */
export type LinkReader = Pick<User, 'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'awaits_completion'>;

/** Returns the person with that id; undefined for an unknown id or a disabled account. */
export async function linkReader({ db }: Db, id: number | null): Promise<LinkReader | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'awaits_completion'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('activated', '=', true), eb('awaits_completion', '=', true)]))
    .executeTakeFirst();
}

/** Returns whether a person is an operator of the host; false for an unknown id. */
export async function isSuperuser({ db }: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('superuser').where('id', '=', id).executeTakeFirst();
  return row?.superuser ?? false;
}

/** Returns whether there is any superuser. */
export async function hasSuperuser({ db }: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('superuser', '=', true).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the emails of the active superusers. */
export async function superuserAddresses({ db }: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('superuser', '=', true)
    .where('activated', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ email }) => email);
}

/** Returns the demo accounts, whose password is published. */
export async function demoUsers({ db }: Db): Promise<Pick<User, 'id' | 'username'>[]> {
  return db.selectFrom('users').select(['id', 'username']).where('demo', '=', true).orderBy('id').execute();
}

const namedColumns = ['id', 'username', 'email', 'activated', 'superuser'] as const satisfies readonly (keyof User)[];

/** A user found by a name. */
export type NamedUser = Pick<User, (typeof namedColumns)[number]>;

/** Returns the users with this username, email or (unless null) id; more than one if users share the name. */
export async function usersCalled({ db }: Db, typed: string, number: number | null): Promise<NamedUser[]> {
  const folded = sql<string>`login_name(${typed})`;
  return db
    .selectFrom('users')
    .select(namedColumns)
    .where((eb) =>
      eb.or([
        eb('id', '=', number),
        eb(
          'id',
          'in',
          eb.selectFrom('login_names').select('user_id').where('name', '=', folded).where('user_id', 'is not', null),
        ),
        // `login_names` stores no user for a shared name, so search for its users directly.
        eb.and([
          eb.exists(eb.selectFrom('login_names').select('name').where('name', '=', folded).where('user_id', 'is', null)),
          eb.or([eb(sql<string>`login_name(username)`, '=', folded), eb(sql<string>`login_name(email)`, '=', folded)]),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Returns all users by name. */
export function listUsers({ db }: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'activated', 'superuser', 'demo', 'last_login'])
    .select((eb) => eb('password_hash', 'is not', null).as('has_password'))
    .orderBy(sql`lower(username)`)
    .execute();
}

/** A name as it is compared, and its user; `userId` is null if no person or more than one has the name. */
export type LoginName = { folded: string; userId: number | null };

/**
 * Folds a username or email as names are compared, and finds its user. The database does the folding, as for
 * its own table of names.
 */
export async function readLoginName({ db }: Db, typed: string): Promise<LoginName> {
  const { rows } = await sql<LoginName>`
    select typed.folded, names.user_id as "userId" from (select login_name(${typed}) as folded) typed
    left join login_names names on names.name = typed.folded`.execute(db);
  return rows[0] ?? { folded: '', userId: null };
}

/** Returns the folded names that more than one person has. */
export async function namesOfSeveral({ db }: Db): Promise<string[]> {
  const rows = await db.selectFrom('login_names').select('name').where('user_id', 'is', null).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/**
 * Adds a user and returns their id. @throws the errors that `takenField` translates, if another user has the
 * name.
 */
export async function addUser({ db }: Db, user: Insertable<UserTable>): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Completes an invited account with names and its first password. Returns false if the account is not waiting
 * for that any more.
 * @throws like `addUser`.
 */
export async function completeUser(
  { db }: Db,
  id: number,
  values: Pick<User, 'first_name' | 'last_name' | 'username'> & { password_hash: string },
): Promise<boolean> {
  const completed = await db
    .updateTable('users')
    .set({ ...values, activated: true, awaits_completion: false })
    .where('id', '=', id)
    .where('awaits_completion', '=', true)
    .returning('id')
    .executeTakeFirst();
  return completed !== undefined;
}

/** Adds a user with an id that was reserved for them (0065). @throws like `addUser`. */
export async function addNumberedUser({ db }: Db, id: number, user: Insertable<UserTable>): Promise<void> {
  const columns = Object.keys(user).map((column) => sql.ref(column));
  await sql`insert into users (id, ${sql.join(columns)}) overriding system value values (${id}, ${sql.join(Object.values(user))})`.execute(
    db,
  );
}

/** Changes columns of a user. @throws like `addUser`. */
export async function changeUser({ db }: Db, id: number, values: Updateable<UserTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/**
 * Like `changeUser`, but changes nothing and returns false if the stored email or password hash is no longer
 * the given one.
 */
export async function changeUserAsSeen(
  { db }: Db,
  { id, email, password_hash }: Pick<StoredCredentials, 'id' | 'email' | 'password_hash'>,
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

/**
 * Translates a database error into the refusal of a login name that is taken or invalid. Returns null for any
 * other error.
 */
export function takenField(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null;
  const { code, constraint } = error;
  if (code === sqlStates.checkViolation && constraint === 'users_username_no_at')
    return invalidRequest(noAtInUsername, 'username');
  if (code !== sqlStates.uniqueViolation) return null;
  if (constraint === 'users_username_key' || constraint === 'login_names_username')
    return conflict('This username is taken', 'username');
  if (constraint === 'users_username_alike') return conflict('This username looks like one that is taken', 'username');
  if (constraint === 'users_email_key' || constraint === 'login_names_email') return conflict('This email is taken', 'email');
  return null;
}
