import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/store/database.ts';

type Db = Pick<Database, 'db'>;

/** Somebody whom a login name means. */
export type NameHolder = { id: number; username: string; email: string };

/** A name that two people have since before that was refused: it logs in neither. */
export type SharedName = { name: string; holders: NameHolder[] };

/** What a name came to: the person; nobody; or several, who must not be taken for each other. */
export type NameOwner = { kind: 'one'; holder: NameHolder } | { kind: 'none' } | ({ kind: 'shared' } & SharedName);

/** A name as all comparisons see it, and whose it is; null where it is nobody's or more than one person's. */
export type LoginName = { folded: string; userId: number | null };

/** Folds a typed username or email and finds whose it is, for a login. The database folds, here as in its own table of names. */
export async function readLoginName({ db }: Db, typed: string): Promise<LoginName> {
  const { rows } = await sql<LoginName>`
    select typed.folded, names.user_id as "userId" from (select login_name(${typed}) as folded) typed
    left join login_names names on names.name = typed.folded`.execute(db);
  return rows[0] ?? { folded: '', userId: null };
}

/** Who a username, an email or a number such as @12 means, for whoever acts on others (the admin command, an import). */
export async function ownerOfName({ db }: Db, typed: string): Promise<NameOwner> {
  const number = /^@(\d{1,9})$/.exec(typed.trim())?.[1];
  const holders = await holdersOf({ db }, typed, number === undefined ? null : Number(number));
  const [holder] = holders;
  if (holder === undefined) return { kind: 'none' };
  return holders.length === 1 ? { kind: 'one', holder } : { kind: 'shared', name: typed.trim(), holders };
}

/** All names that are shared, with who shares them. */
export async function sharedNames({ db }: Db): Promise<SharedName[]> {
  const rows = await db.selectFrom('login_names').select('name').where('user_id', 'is', null).orderBy('name').execute();
  return Promise.all(rows.map(async ({ name }) => ({ name, holders: await holdersOf({ db }, name, null) })));
}

/** Tells at each start which names are shared until they no longer are: nobody logs in by them, and an operator can put it right. */
export async function warnOfSharedNames(database: Db, log: Logger): Promise<void> {
  for (const shared of await sharedNames(database))
    log.warn({ userIds: shared.holders.map(({ id }) => id) }, `${tellShared(shared)} (npm run admin)`);
}

/** People by name and number, for the sentence that refuses a shared name and says what to do about it. */
export function tellShared({ name, holders }: SharedName): string {
  const who = holders.map(({ id, username, email }) => `@${id} (username '${username}', email '${email}')`).join(' and ');
  return (
    `'${name.slice(0, 100)}' is the name of ${holders.length} people: ${who}. It logs in neither of them until one gives it up: ` +
    `'users set @${holders.at(-1)?.id ?? 0} --username NAME' or '--email ADDRESS' changes a name, and @N is who has the number N.`
  );
}

function holdersOf({ db }: Db, typed: string, number: number | null): Promise<NameHolder[]> {
  const folded = sql<string>`login_name(${typed})`;
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
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
