import * as v from 'valibot';
import { conflict, invalidRequest, sessionExpired } from '../../platform/api-error.ts';
import { doing, type JobKind, type JobWork } from '../../platform/jobs/job-kind.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { dropLinks, useLink } from '../../platform/store/accounts/account-tokens.ts';
import {
  changeUser,
  changeUserAsSeen,
  findCredentials,
  linkReader,
  readLoginName,
  type StoredCredentials,
} from '../../platform/store/accounts/users.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { passwordProblem, provePassword } from '../accounts/index.ts';
import { makeLink, noSuchLink, provenLink, type SentLink } from './links.ts';
import { completionMail, passwordMail, resetMail } from './people-mails.ts';
import type { PeopleParts } from './registration.ts';

/** `userId` is null if there is no such account. */
const resetJob: JobKind<{ userId: number | null }> = {
  name: 'password-reset',
  title: 'Mailing a link to set a password',
  isRoutine: true,
  input: v.object({ userId: v.nullable(v.pipe(v.number(), v.integer())) }),
  deadlineSeconds: 60,
  retries: 10,
  longestPauseSeconds: 60,
  mostWaiting: 10_000,
  atOnce: 5,
};

export type PasswordChanges = {
  /**
   * Emails a reset link if the username or email belongs to a person. Uses a job, so that the reply and its
   * time reveal nothing (ACC-27).
   * @throws ApiError 429 after too many requests.
   */
  ask(typed: string, address: string): Promise<void>;
  /**
   * Sets a password by a reset link, and ends all sessions of the person.
   * @throws ApiError 403 for an invalid link, 400 with the field 'password'.
   */
  set(sent: SentLink, password: string): Promise<void>;
  /**
   * Changes the caller's password, and ends their other sessions.
   * @throws ApiError 403 with the field 'oldPass', 400 with the field 'newPass', 429 after too many guesses.
   */
  update(
    who: { userId: number; sessionId: string },
    passwords: { oldPass: string; newPass: string },
    address: string,
  ): Promise<void>;
  works: readonly JobWork[];
};

export function createPasswordChanges({ database, accounts, post, jobs, pageUrl, log }: PeopleParts): PasswordChanges {
  const { limits, passwords, sessions } = accounts;

  /** Checks a new password and returns its hash. Slow: call it before the transaction. */
  function chosen(password: string, person: StoredCredentials, field: string): Promise<string> {
    const problem = passwordProblem(password, person);
    if (problem !== null) throw invalidRequest(problem, field);
    return passwords.hash(password);
  }

  /**
   * Revokes links and sessions from before a new password, except the session `but`, in the transaction that
   * sets it. Call the returned function after the commit: it publishes the ends of the sessions.
   */
  async function afterNewPassword(within: Db, { id, email, username }: StoredCredentials, but?: string): Promise<() => void> {
    await dropLinks(within, id, ['reset', 'email']);
    await post(within, passwordMail(email, username, pageUrl()));
    return sessions.endAllWithin(within, id, 'password changed', but);
  }

  async function mailLink(within: Db, userId: number | null): Promise<void> {
    const reader = await linkReader(within, userId);
    if (reader === undefined) return;
    const { id, email, username, awaits_completion } = reader;
    const to = { userId: id, email };
    if (awaits_completion) {
      const names = { firstName: reader.first_name, lastName: reader.last_name, username };
      await post(within, completionMail(email, await makeLink(within, 'complete', to, pageUrl(), names)));
    } else await post(within, resetMail(email, username, await makeLink(within, 'reset', to, pageUrl())));
  }

  return {
    async ask(typed, address) {
      const { folded, userId } = await readLoginName(database, typed);
      await limits.begin({ kind: 'reset', account: folded, address, device: null });
      await (await jobs()).enqueue(resetJob, [{ userId }]);
    },

    async set(sent, password) {
      const link = await provenLink(database, limits, sent);
      if (link.purpose !== 'reset') throw noSuchLink();
      const { userId, hash } = link;
      const person = await findCredentials(database, userId);
      if (person?.activated !== true) throw noSuchLink();
      const password_hash = await chosen(password, person, 'password');
      const announce = await inTransaction(database, async (within) => {
        if ((await useLink(within, hash, 'reset')) === undefined) throw noSuchLink();
        await changeUser(within, userId, { password_hash });
        return afterNewPassword(within, person);
      });
      announce();
      logSecurity(log, { event: 'account.passwordSet', userId, by: `user ${userId}` });
    },

    async update({ userId, sessionId }, { oldPass, newPass }, address) {
      const person = await findCredentials(database, userId);
      if (person === undefined) throw sessionExpired();
      await provePassword({ limits, passwords, log }, person, { password: oldPass, address, field: 'oldPass' });
      const password_hash = await chosen(newPass, person, 'newPass');
      const announce = await inTransaction(database, async (within) => {
        if (!(await changeUserAsSeen(within, person, { password_hash })))
          throw conflict('This account was changed elsewhere. Reload the page', 'oldPass');
        return afterNewPassword(within, person, sessionId);
      });
      announce();
      logSecurity(log, { event: 'account.passwordSet', userId, by: `user ${userId}` });
    },

    works: [
      doing(resetJob, ({ userId }, attempt) =>
        inTransaction(database, async (within) => {
          await attempt.hold(within);
          await mailLink(within, userId);
        }),
      ),
    ],
  };
}
