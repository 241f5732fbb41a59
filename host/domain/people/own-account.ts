import * as v from 'valibot';
import { inWords } from '#model/fields/issue-text.ts';
import { email as emailSchema, newUsername } from '#model/fields/person-fields.ts';
import { conflict, invalidRequest, notFound, sessionExpired } from '../../platform/api-error.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { confirmEmail, pendingEmail } from '../../platform/store/accounts/account-tokens.ts';
import { changeUserAsSeen, findCredentials } from '../../platform/store/accounts/users.ts';
import { inTransaction } from '../../platform/store/database.ts';
import { provePassword } from '../accounts/index.ts';
import { makeLink, noSuchLink, provenLink, type SentLink } from './links.ts';
import { emailAskedMail, emailConfirmedMail, emailMail } from './people-mails.ts';
import { orTaken, type PeopleParts } from './registration.ts';

/** What people may change of their own profile. */
type ProfileChange = { firstName: string; lastName: string; username: string; email: string };

/** The proof for a change of email: the password, and the address it was sent from. */
type ChangeProof = { password: string | undefined; address: string };

/** A session as shown to its person; times in ms since the epoch. */
type ShownSession = { id: string; device: string; since: number; lastUse: number; isCurrent: boolean };

export type OwnAccount = {
  /**
   * Changes a profile. A new email needs the password, because an email can be used to reset the password. It
   * takes effect once it is confirmed by the emailed link (ACC-29). A changed username must follow the
   * current rules.
   * @throws ApiError 409 with the field whose value another person has; 400 with the invalid field; 400 or
   * 403 with the field 'password' if it is missing or wrong; 429 after too many wrong ones.
   */
  update(userId: number, change: ProfileChange, proof: ChangeProof): Promise<ProfileChange & { pendingEmail: string | null }>;
  /**
   * Confirms an email by its link. Calling it again changes nothing.
   * @throws ApiError 403 for an invalid link, 409 if another person now has the email.
   */
  confirm: (sent: SentLink) => Promise<void>;
  sessionsOf(userId: number, current: string): Promise<ShownSession[]>;
  /**
   * Ends one of the person's sessions.
   * @throws ApiError 404 if the person has no such session.
   */
  endSession(userId: number, sessionId: string): Promise<void>;
  /** Ends all sessions of a person except `current`. */
  endOthers(userId: number, current: string): Promise<void>;
};

/** Manages a person's own profile, email and sessions. */
export function createOwnAccount({ database, bus, accounts, post, pageUrl, log }: PeopleParts): OwnAccount {
  const { limits, passwords, sessions } = accounts;
  return {
    async update(userId, { firstName, lastName, ...wanted }, { password, address }) {
      const before = await findCredentials(database, userId);
      if (before === undefined) throw sessionExpired();
      const username = wanted.username === before.username ? before.username : fitting(newUsername, wanted.username, 'username');
      const asked = wanted.email === before.email ? null : fitting(emailSchema, wanted.email, 'email');
      if (asked !== null) {
        if (password === undefined) throw invalidRequest('To change your email, enter your password', 'password');
        await provePassword({ limits, passwords, log }, before, { password, address, field: 'password' });
      }
      await orTaken(
        inTransaction(database, async (within) => {
          // Store the change only if the account is still as it was when the password was checked.
          const values = { first_name: firstName, last_name: lastName, username };
          if (!(await changeUserAsSeen(within, before, values)))
            throw conflict('This account was changed elsewhere. Reload the page', 'email');
          if (asked === null) return;
          const link = await makeLink(within, 'email', { userId, email: asked }, pageUrl());
          await post(within, emailMail(asked, username, link), emailAskedMail(before.email, username, asked, pageUrl()));
        }),
      );
      if (username !== before.username) logSecurity(log, { event: 'account.changed', userId, by: `user ${userId}` });
      bus.publish({ kind: 'accountChanged', userId });
      return { firstName, lastName, username, email: before.email, pendingEmail: await pendingEmail(database, userId) };
    },

    async confirm(sent) {
      const { purpose, hash } = await provenLink(database, limits, sent);
      if (purpose !== 'email') throw noSuchLink();
      const confirmed = await orTaken(
        inTransaction(database, async (within) => {
          const done = await confirmEmail(within, hash);
          if (done === undefined) return undefined;
          const { username, before, email } = done;
          await post(within, ...[before, email].map((to) => emailConfirmedMail(to, username, email, pageUrl())));
          return done;
        }),
      );
      if (confirmed === undefined) return;
      const { userId } = confirmed;
      logSecurity(log, { event: 'account.changed', userId, by: `user ${userId}` });
      bus.publish({ kind: 'accountChanged', userId });
    },

    async sessionsOf(userId, current) {
      const rows = await sessions.listOf(userId);
      return rows.map(({ id, device, created_at, used_at }) => ({
        id,
        device,
        since: created_at.getTime(),
        lastUse: used_at.getTime(),
        isCurrent: id === current,
      }));
    },

    async endSession(userId, sessionId) {
      if ((await sessions.find(sessionId))?.userId !== userId) throw notFound('There is no such session');
      await sessions.end(sessionId, 'ended by the person');
    },

    endOthers: (userId, current) => sessions.endAllOf(userId, 'ended by the person', current),
  };
}

/**
 * Validates a value by a schema.
 * @throws ApiError 400 with the field and what is wrong.
 */
function fitting(schema: v.GenericSchema<string, string>, value: string, field: string): string {
  const result = v.safeParse(schema, value, inWords);
  if (!result.success) throw invalidRequest(result.issues[0].message, field);
  return result.output;
}
