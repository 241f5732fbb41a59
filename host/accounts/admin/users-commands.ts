import { sql } from 'kysely';
import * as v from 'valibot';
import { email, newUsername } from '../../../src/model/contract/fields.ts';
import { takenField } from '../account-store.ts';
import { hashPassword, passwordProblem } from '../passwords.ts';
import { AdminError, shellWord, table, textOption, timeText, type AdminCommand, type AdminContext } from './admin-command.ts';
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
      const state = (row: (typeof rows)[number]) =>
        row.password_hash === null ? 'no password' : row.activated ? 'active' : 'disabled';
      return table(
        ['USER', 'EMAIL', 'NAME', 'STATE', 'LAST LOGIN'],
        rows.map((row) => [
          row.username,
          row.email,
          `${row.first_name} ${row.last_name}`.trim(),
          [state(row), row.superuser ? 'superuser' : '', row.demo ? 'demo' : ''].filter(Boolean).join(', '),
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
      try {
        await context.database.db
          .insertInto('users')
          .values({
            ...user,
            password_hash,
            first_name: textOption(options, 'first-name') ?? '',
            last_name: textOption(options, 'last-name') ?? '',
            superuser: options['superuser'] === true,
            activated: true,
          })
          .execute();
      } catch (error) {
        const taken = takenField(error);
        throw taken === null ? error : new AdminError(`${taken.message}.`);
      }
      return [`Made user '${user.username}'. Next:`, `  npm run admin -- roles grant ${shellWord(user.username)} SYSTEM ROLE`];
    },
  },
  {
    name: 'users set-password',
    parameters: ['USER'],
    tells: 'give a user another password and end their sessions',
    async run(context, [name = '']) {
      const user = await findUser(context.database, name);
      const password_hash = await newPassword(context, user);
      await context.database.db.updateTable('users').set({ password_hash, activated: true }).where('id', '=', user.id).execute();
      const ended = await endSessions(context, user.id, 'password changed');
      return [`Set the password of '${user.username}' and ended ${ended} session(s).`];
    },
  },
  {
    name: 'users disable',
    parameters: ['USER'],
    tells: 'keep a user from logging in and end their sessions',
    async run(context, [name = '']) {
      const user = await findUser(context.database, name);
      await context.database.db.updateTable('users').set({ activated: false }).where('id', '=', user.id).execute();
      const ended = await endSessions(context, user.id, 'removed');
      return [`Disabled '${user.username}' and ended ${ended} session(s).`];
    },
  },
  {
    name: 'users enable',
    parameters: ['USER'],
    tells: 'let a user log in again',
    async run({ database }, [name = '']) {
      const user = await findUser(database, name);
      await database.db.updateTable('users').set({ activated: true }).where('id', '=', user.id).execute();
      return [`Enabled '${user.username}'.`];
    },
  },
];

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

async function endSessions({ database: { db } }: AdminContext, userId: number, ended_reason: string): Promise<number> {
  const result = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
