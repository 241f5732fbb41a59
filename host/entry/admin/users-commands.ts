import { sql } from 'kysely';
import * as v from 'valibot';
import { email, newUsername } from '#model/contract/fields.ts';
import type { Database } from '../../platform/store/database.ts';
import { takenField } from '../../domain/accounts/account-store.ts';
import { hashPassword, passwordProblem } from '../../domain/accounts/passwords.ts';
import { sharedNames } from '../../domain/accounts/login-names.ts';
import { noteSecurity } from '../../domain/accounts/security-notes.ts';
import {
  adminName,
  AdminError,
  shellWord,
  table,
  textOption,
  timeText,
  type AdminCommand,
  type AdminContext,
} from './admin-command.ts';
import { findUser } from './find.ts';

/** The people who may log in. */
export const usersCommands: readonly AdminCommand[] = [
  {
    name: 'users list',
    parameters: [],
    tells: 'all people',
    async run({ database: { db } }) {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .orderBy(sql`lower(username)`)
        .execute();
      const shared = await sharedNames({ db });
      const state = (row: (typeof rows)[number]) =>
        row.password_hash === null ? 'no password' : row.activated ? 'active' : 'disabled';
      const sharing = (id: number) =>
        shared.filter(({ holders }) => holders.some((holder) => holder.id === id)).map(({ name }) => `shares '${name}' (@${id})`);
      return table(
        ['USER', 'EMAIL', 'NAME', 'STATE', 'LAST LOGIN'],
        rows.map((row) => [
          row.username,
          row.email,
          `${row.first_name} ${row.last_name}`.trim(),
          [state(row), row.superuser ? 'superuser' : '', row.demo ? 'demo' : '', ...sharing(row.id)].filter(Boolean).join(', '),
          timeText(row.last_login),
        ]),
        "There is nobody yet: 'users add' makes a user.",
      );
    },
  },
  {
    name: 'users add',
    parameters: ['USER'],
    options: {
      email: { takes: 'ADDRESS', tells: 'required' },
      'first-name': { takes: 'TEXT', tells: '' },
      'last-name': { takes: 'TEXT', tells: '' },
      superuser: { tells: 'operates the host: all rights in every system' },
    },
    tells: 'make a user; the password is asked for, or read from standard input',
    async run(context, [name = ''], options) {
      const user = {
        username: parse(newUsername, name, 'username'),
        email: parse(email, textOption(options, 'email') ?? '', '--email'),
      };
      const password_hash = await newPassword(context, user);
      await orTaken(
        context.database.db.transaction().execute(async (db) => {
          const { id } = await db
            .insertInto('users')
            .values({
              ...user,
              password_hash,
              first_name: textOption(options, 'first-name') ?? '',
              last_name: textOption(options, 'last-name') ?? '',
              superuser: options['superuser'] === true,
              activated: true,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await noteSecurity({ db }, { event: 'account.created', userId: id, by: adminName });
          if (options['superuser'] === true)
            await noteSecurity({ db }, { event: 'superuser.granted', userId: id, by: adminName });
        }),
      );
      return [`Made user '${user.username}'. Next:`, `  npm run admin -- roles grant ${shellWord(user.username)} SYSTEM ROLE`];
    },
  },
  {
    name: 'users set',
    parameters: ['USER'],
    options: {
      username: { takes: 'NAME', tells: 'no @ and no spaces' },
      email: { takes: 'ADDRESS', tells: '' },
      superuser: { tells: 'operates the host: all rights in every system' },
      'no-superuser': { tells: 'no longer' },
    },
    tells:
      "change how a user is named, or whether they operate the host; USER may be a number such as @12 where a name is two people's",
    async run({ database }, [name = ''], options) {
      const user = await findUser(database, name);
      const [username, address] = [textOption(options, 'username'), textOption(options, 'email')];
      const [isSuper, isNone] = [options['superuser'] === true, options['no-superuser'] === true];
      if (isSuper && isNone) throw new AdminError('Give --superuser or --no-superuser, not both.');
      const change = {
        ...(username === undefined ? {} : { username: parse(newUsername, username, '--username') }),
        ...(address === undefined ? {} : { email: parse(email, address, '--email') }),
        ...(isSuper || isNone ? { superuser: isSuper } : {}),
      };
      if (Object.keys(change).length === 0)
        throw new AdminError('Nothing to change: give --username, --email, --superuser or --no-superuser.');
      await orTaken(
        database.db.transaction().execute(async (db) => {
          await db.updateTable('users').set(change).where('id', '=', user.id).execute();
          await noteSecurity({ db }, { event: 'account.changed', userId: user.id, by: adminName });
          if (change.superuser !== undefined && change.superuser !== user.superuser)
            await noteOperator({ db }, user.id, change.superuser);
        }),
      );
      return [`Changed user '${change.username ?? user.username}'.`];
    },
  },
  {
    name: 'users set-password',
    parameters: ['USER'],
    tells: 'give a user another password and end their sessions; one who is disabled stays so',
    async run(context, [name = '']) {
      const user = await findUser(context.database, name);
      const password_hash = await newPassword(context, user);
      const ended = await context.database.db.transaction().execute(async (db) => {
        await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
        await noteSecurity({ db }, { event: 'account.passwordSet', userId: user.id, by: adminName });
        return endSessions({ db }, user.id, 'password changed');
      });
      return [
        `Set the password of '${user.username}' and ended ${ended} session(s).`,
        ...(user.activated
          ? []
          : [`'${user.username}' is disabled and cannot log in: 'users enable ${shellWord(user.username)}' changes that.`]),
      ];
    },
  },
  {
    name: 'users disable',
    parameters: ['USER'],
    tells: 'keep a user from logging in and end their sessions',
    async run({ database }, [name = '']) {
      const user = await findUser(database, name);
      const ended = await database.db.transaction().execute(async (db) => {
        // First the person, whose row a login that is under way holds: its session is there to be ended then.
        await db.updateTable('users').set({ activated: false }).where('id', '=', user.id).execute();
        await noteSecurity({ db }, { event: 'account.disabled', userId: user.id, by: adminName });
        return endSessions({ db }, user.id, 'removed');
      });
      return [`Disabled '${user.username}' and ended ${ended} session(s).`];
    },
  },
  {
    name: 'users enable',
    parameters: ['USER'],
    tells: 'let a user log in again',
    async run({ database }, [name = '']) {
      const user = await findUser(database, name);
      await database.db.transaction().execute(async (db) => {
        await db.updateTable('users').set({ activated: true }).where('id', '=', user.id).execute();
        await noteSecurity({ db }, { event: 'account.enabled', userId: user.id, by: adminName });
      });
      return [`Enabled '${user.username}'.`];
    },
  },
];

/** Their standing changes in every system, without a row of memberships that would tell: a running host judges their sockets anew. */
async function noteOperator({ db }: Pick<Database, 'db'>, userId: number, isSuperuser: boolean): Promise<void> {
  await db
    .insertInto('membership_changes')
    .columns(['user_id', 'system_id'])
    .expression((eb) => eb.selectFrom('systems').select([eb.val(userId).as('user_id'), 'id']))
    .execute();
  await noteSecurity({ db }, { event: isSuperuser ? 'superuser.granted' : 'superuser.revoked', userId, by: adminName });
}

function parse(schema: v.GenericSchema<string, string>, text: string, what: string): string {
  const result = v.safeParse(schema, text);
  if (!result.success) throw new AdminError(`'${text}' cannot be the ${what}: ${result.issues[0].message}.`);
  return result.output;
}

async function newPassword({ readPassword }: AdminContext, user: { username: string; email: string }): Promise<string> {
  const password = await readPassword(`New password of ${user.username}: `);
  const problem = passwordProblem(password, user);
  if (problem !== null) throw new AdminError(`${problem}.`);
  return hashPassword(password);
}

/** @throws AdminError instead of what the database says of a name that somebody else has. */
function orTaken<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    const taken = takenField(error);
    throw taken === null ? error : new AdminError(`${taken.message}.`);
  });
}

async function endSessions({ db }: Pick<Database, 'db'>, userId: number, ended_reason: string): Promise<number> {
  const result = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
