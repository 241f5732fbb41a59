import * as v from 'valibot';
import { inWords } from '#model/fields/issue-text.ts';
import { email, newUsername } from '#model/fields/person-fields.ts';
import { shellWord } from '../../platform/shell-word.ts';
import { Mistake } from '../../platform/mistake.ts';
import { noteRightsChanged } from '../../platform/store/accounts/memberships.ts';
import { dropLinks } from '../../platform/store/accounts/account-tokens.ts';
import { endSessionsOf } from '../../platform/store/accounts/sessions.ts';
import { addUser, changeUser, listUsers, takenField } from '../../platform/store/accounts/users.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { hashPassword, passwordProblem } from '../../domain/accounts/passwords.ts';
import { sharedNames } from '../../domain/accounts/login-names.ts';
import { noteSecurity } from '../../domain/accounts/security-notes.ts';
import { adminName, table, textOption, timeText, type AdminCommand, type AdminContext } from './admin-command.ts';
import { wantedUser } from './find.ts';

/** Commands for the people who may log in. */
export const usersCommands: readonly AdminCommand[] = [
  {
    name: 'users list',
    parameters: [],
    summary: 'list all users',
    async run({ database }) {
      const rows = await listUsers(database);
      const shared = await sharedNames(database);
      const state = (row: (typeof rows)[number]) => (!row.has_password ? 'no password' : row.activated ? 'active' : 'disabled');
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
        "No users yet. Create one with 'users add'.",
      );
    },
  },
  {
    name: 'users add',
    parameters: ['USER'],
    options: {
      email: { takes: 'ADDRESS', summary: 'required' },
      'first-name': { takes: 'TEXT', summary: '' },
      'last-name': { takes: 'TEXT', summary: '' },
      superuser: { summary: 'operates the host: all rights in every system' },
    },
    summary: 'create a user; asks for the password, or reads it from standard input',
    async run(context, [name = ''], options) {
      const user = {
        username: parse(newUsername, name, 'username'),
        email: parse(email, textOption(options, 'email') ?? '', '--email'),
      };
      const password_hash = await newPassword(context, user);
      await orTaken(
        inTransaction(context.database, async (db) => {
          const id = await addUser(db, {
            ...user,
            password_hash,
            first_name: textOption(options, 'first-name') ?? '',
            last_name: textOption(options, 'last-name') ?? '',
            superuser: options['superuser'] === true,
            activated: true,
          });
          await noteSecurity(db, { event: 'account.created', userId: id, by: adminName });
          if (options['superuser'] === true) await noteSecurity(db, { event: 'superuser.granted', userId: id, by: adminName });
        }),
      );
      return [`Created user '${user.username}'. Next:`, `  npm run admin -- roles grant ${shellWord(user.username)} SYSTEM ROLE`];
    },
  },
  {
    name: 'users set',
    parameters: ['USER'],
    options: {
      username: { takes: 'NAME', summary: 'no @ and no spaces' },
      email: { takes: 'ADDRESS', summary: '' },
      superuser: { summary: 'operates the host: all rights in every system' },
      'no-superuser': { summary: 'take those rights away' },
    },
    summary: "change a user's name, email or superuser rights; if two people share a name, give a number such as @12",
    async run({ database }, [name = ''], options) {
      const user = await wantedUser(database, name);
      const [username, address] = [textOption(options, 'username'), textOption(options, 'email')];
      const [isSuper, isNone] = [options['superuser'] === true, options['no-superuser'] === true];
      if (isSuper && isNone) throw new Mistake('Give --superuser or --no-superuser, not both.');
      const change = {
        ...(username === undefined ? {} : { username: parse(newUsername, username, '--username') }),
        ...(address === undefined ? {} : { email: parse(email, address, '--email') }),
        ...(isSuper || isNone ? { superuser: isSuper } : {}),
      };
      if (Object.keys(change).length === 0)
        throw new Mistake('Nothing to change. Give --username, --email, --superuser or --no-superuser.');
      await orTaken(
        inTransaction(database, async (db) => {
          await changeUser(db, user.id, change);
          await noteSecurity(db, { event: 'account.changed', userId: user.id, by: adminName });
          if (change.superuser !== undefined && change.superuser !== user.superuser)
            await noteOperator(db, user.id, change.superuser);
        }),
      );
      return [`Changed user '${change.username ?? user.username}'.`];
    },
  },
  {
    name: 'users set-password',
    parameters: ['USER'],
    summary: 'set a new password and end the sessions of the user; a disabled user stays disabled',
    async run(context, [name = '']) {
      const user = await wantedUser(context.database, name);
      const password_hash = await newPassword(context, user);
      const ended = await inTransaction(context.database, async (db) => {
        await changeUser(db, user.id, { password_hash, awaits_completion: false });
        await dropLinks(db, user.id, ['complete', 'reset', 'email']);
        await noteSecurity(db, { event: 'account.passwordSet', userId: user.id, by: adminName });
        return endSessionsOf(db, user.id, 'password changed');
      });
      return [
        `Set the password of '${user.username}' and ended ${ended.length} session(s).`,
        ...(user.activated
          ? []
          : [`'${user.username}' is disabled and cannot log in. Enable them with 'users enable ${shellWord(user.username)}'.`]),
      ];
    },
  },
  {
    name: 'users disable',
    parameters: ['USER'],
    summary: 'stop a user from logging in, and end their sessions',
    async run({ database }, [name = '']) {
      const user = await wantedUser(database, name);
      const ended = await inTransaction(database, async (db) => {
        // Change the person first: this waits for a login in progress, whose session is then ended below.
        await changeUser(db, user.id, { activated: false, awaits_completion: false });
        await dropLinks(db, user.id, ['complete', 'reset', 'email']);
        await noteSecurity(db, { event: 'account.disabled', userId: user.id, by: adminName });
        return endSessionsOf(db, user.id, 'removed');
      });
      return [`Disabled '${user.username}' and ended ${ended.length} session(s).`];
    },
  },
  {
    name: 'users enable',
    parameters: ['USER'],
    summary: 'let a user log in again',
    async run({ database }, [name = '']) {
      const user = await wantedUser(database, name);
      await inTransaction(database, async (db) => {
        await changeUser(db, user.id, { activated: true });
        await noteSecurity(db, { event: 'account.enabled', userId: user.id, by: adminName });
      });
      return [`Enabled '${user.username}'.`];
    },
  },
];

/**
 * Records that a person became an operator or is one no longer. No membership shows this, so the note makes
 * running hosts check the person's sockets again.
 */
async function noteOperator(db: Db, userId: number, isSuperuser: boolean): Promise<void> {
  await noteRightsChanged(db, userId);
  await noteSecurity(db, { event: isSuperuser ? 'superuser.granted' : 'superuser.revoked', userId, by: adminName });
}

function parse(schema: v.GenericSchema<string, string>, text: string, what: string): string {
  const result = v.safeParse(schema, text, inWords);
  if (!result.success) throw new Mistake(`'${text}' is not a valid ${what}: ${result.issues[0].message}.`);
  return result.output;
}

async function newPassword({ readPassword }: AdminContext, user: { username: string; email: string }): Promise<string> {
  const password = await readPassword(`New password of ${user.username}: `);
  const problem = passwordProblem(password, user);
  if (problem !== null) throw new Mistake(`${problem}.`);
  return hashPassword(password);
}

/**
 * Waits for a change.
 * @throws Mistake instead of the database's error if a name is already in use.
 */
function orTaken<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    const taken = takenField(error);
    throw taken === null ? error : new Mistake(`${taken.message}.`);
  });
}
