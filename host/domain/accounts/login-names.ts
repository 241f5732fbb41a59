import type { Logger } from 'pino';
import { namesOfSeveral, type NamedUser, usersCalled } from '../../platform/store/accounts/users.ts';
import type { Db } from '../../platform/store/database.ts';

/**
 * A name that several people have, from before shared names were refused. None of them can log in with it.
 */
export type SharedName = { name: string; holders: NamedUser[] };

/** The owner of a name: one person, none, or several who must not be mixed up. */
export type NameOwner = { kind: 'one'; holder: NamedUser } | { kind: 'none' } | ({ kind: 'shared' } & SharedName);

/** Finds the person with a username, an email, or a number such as @12, for the admin command and imports. */
export async function ownerOfName(database: Db, typed: string): Promise<NameOwner> {
  const number = /^@(\d{1,9})$/.exec(typed.trim())?.[1];
  const holders = await usersCalled(database, typed, number === undefined ? null : Number(number));
  const [holder] = holders;
  if (holder === undefined) return { kind: 'none' };
  return holders.length === 1 ? { kind: 'one', holder } : { kind: 'shared', name: typed.trim(), holders };
}

/** Returns all shared names with their owners. */
export async function sharedNames(database: Db): Promise<SharedName[]> {
  const names = await namesOfSeveral(database);
  return Promise.all(names.map(async (name) => ({ name, holders: await usersCalled(database, name, null) })));
}

/**
 * Logs a warning at each start while names are shared: nobody can log in with them until an operator changes
 * one.
 */
export async function warnOfSharedNames(database: Db, log: Logger): Promise<void> {
  for (const shared of await sharedNames(database))
    log.warn({ userIds: shared.holders.map(({ id }) => id) }, `${sharedNameText(shared)} (npm run admin)`);
}

/**
 * Returns the sentence that refuses a shared name, lists the people with their numbers, and says what to do.
 */
export function sharedNameText({ name, holders }: SharedName): string {
  const who = holders.map(({ id, username, email }) => `@${id} (username '${username}', email '${email}')`).join(' and ');
  return (
    `'${name.slice(0, 100)}' is the name of ${holders.length} people: ${who}. It logs in neither of them until one gives it up: ` +
    `'users set @${holders.at(-1)?.id ?? 0} --username NAME' or '--email ADDRESS' changes a name, and @N is who has the number N.`
  );
}
