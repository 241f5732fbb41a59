import { noAtInUsername } from '#model/fields/person-fields.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { conflict, invalidRequest } from '../../api-error.ts';
import { sqlStates } from '../database-failure.ts';
import type { Db } from '../database.ts';
import type { UserTable } from '../schema-accounts.ts';

type User = Selectable<UserTable>;

/** What a person sees of themselves. */
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

/** What a password is judged by. */
export type StoredCredentials = Pick<User, (typeof credentialColumns)[number]>;

/** The credentials of a number; null is nobody's, and asked for all the same. */
export async function findCredentials({ db }: Db, id: number | null): Promise<StoredCredentials | undefined> {
  return db.selectFrom('users').select(credentialColumns).where('id', '=', id).executeTakeFirst();
}

/** Whom a link is mailed to who asks for a password, and whether they have yet to complete their profile. */
export type LinkReader = Pick<User, 'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'awaits_completion'>;

/** Undefined for nobody's number, and for who was put out. */
export async function linkReader({ db }: Db, id: number | null): Promise<LinkReader | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'awaits_completion'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('activated', '=', true), eb('awaits_completion', '=', true)]))
    .executeTakeFirst();
}

/** Whether a person operates the host; false for nobody's number. */
export async function isSuperuser({ db }: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('superuser').where('id', '=', id).executeTakeFirst();
  return row?.superuser ?? false;
}

/** Whether anybody operates the host. */
export async function hasSuperuser({ db }: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('superuser', '=', true).limit(1).executeTakeFirst()) !== undefined;
}

/** Where those who operate the host are mailed. */
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

/** The people whose password is published. */
export async function demoUsers({ db }: Db): Promise<Pick<User, 'id' | 'username'>[]> {
  return db.selectFrom('users').select(['id', 'username']).where('demo', '=', true).orderBy('id').execute();
}

const namedColumns = ['id', 'username', 'email', 'activated', 'superuser'] as const satisfies readonly (keyof User)[];

/** Somebody who was found by a name. */
export type NamedUser = Pick<User, (typeof namedColumns)[number]>;

/** Whom a username, an email or, where it is given, a number means; several where a name is shared. */
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
export function listUsers({ db }: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'activated', 'superuser', 'demo', 'last_login'])
    .select((eb) => eb('password_hash', 'is not', null).as('has_password'))
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

/**
 * Gives somebody who was let in their names and their first password; false where they wait for it no more.
 * @throws as `addUser`.
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

/** Makes a person under a number that is theirs already (0065). @throws as `addUser`. */
export async function addNumberedUser({ db }: Db, id: number, user: Insertable<UserTable>): Promise<void> {
  const columns = Object.keys(user).map((column) => sql.ref(column));
  await sql`insert into users (id, ${sql.join(columns)}) overriding system value values (${id}, ${sql.join(Object.values(user))})`.execute(
    db,
  );
}

/** @throws as `addUser`. */
export async function changeUser({ db }: Db, id: number, values: Updateable<UserTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/** As `changeUser`, unless email or password are others than were `seen` before: false then. */
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
 * The refusal of a login name that somebody else has or that cannot be one, or null for any other failure.
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
