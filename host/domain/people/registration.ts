import type { Logger } from 'pino';
import { viewer } from '#model/entities/role.ts';
import type { Candidate } from '#model/forms/mailed-links.ts';
import { invalidRequest, notFound } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { change } from '../../platform/changes/change.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { dropLinks, useLink } from '../../platform/store/accounts/account-tokens.ts';
import { approveRegistration, keepRegistration } from '../../platform/store/accounts/registrations.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import { addUser, completeUser, superuserAddresses, takenField } from '../../platform/store/accounts/users.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { type Accounts, demoSystemId, passwordProblem } from '../accounts/index.ts';
import type { PostMail } from '../mail/index.ts';
import type { Invitations } from './invitations.ts';
import { makeLink, noSuchLink, provenLink, type SentLink } from './links.ts';
import { completionMail, passwordMail, registrationMail } from './people-mails.ts';

export type PeopleParts = {
  database: Pick<Database, 'db' | 'pool'>;
  /** Receives an event when an account changes. */
  bus: Bus;
  accounts: Pick<Accounts, 'limits' | 'passwords' | 'sessions'>;
  post: PostMail;
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
  /** The address of the console. */
  pageUrl: () => string;
  log: Logger;
};

/** What a person enters to complete a profile. */
export type Profile = Omit<Candidate, 'email'> & { password: string };

/** How a person gets an account: they request it, an operator approves, they choose a password. */
export type Registration = {
  /**
   * Stores a request and emails it to the host's operators, whether or not the person has an account.
   * @throws ApiError 429 after too many requests.
   */
  ask(candidate: Candidate & { company: string }, address: string): Promise<void>;
  /**
   * Approves a request: the person becomes a Viewer of the demo, and gets a link to complete the profile.
   * @throws ApiError 404 if there is no request with that email, 409 with the field that another person has.
   */
  approve(operator: number, candidate: Candidate): Promise<void>;
  /**
   * Completes the profile of an approved person by the emailed link. They may then log in.
   * @throws ApiError 403 for an invalid link, 400 with the field 'password', 409 with the field 'username' if
   * another person has it.
   */
  complete(sent: SentLink, profile: Profile): Promise<void>;
};

export function createRegistration(parts: PeopleParts, invitations: Pick<Invitations, 'complete'>): Registration {
  const { database, accounts, post, pageUrl, log } = parts;
  const { limits, passwords } = accounts;

  /** Creates an account for a request and emails its link, in the transaction. */
  async function admit(within: Db, { email, firstName, lastName, username }: Candidate, hasDemo: boolean): Promise<number> {
    const asked = await approveRegistration(within, email);
    if (asked === undefined) throw notFound('There is no open registration with this email');
    const userId = await addUser(within, {
      email,
      username,
      first_name: firstName,
      last_name: lastName,
      company: asked.company,
      password_hash: null,
      activated: false,
      awaits_completion: true,
      current_system_id: hasDemo ? demoSystemId : null,
    });
    const link = await makeLink(within, 'complete', { userId, email }, pageUrl(), { firstName, lastName, username });
    await post(within, completionMail(email, link));
    return userId;
  }

  return {
    async ask({ company, ...candidate }, address) {
      const { email, firstName, lastName, username } = candidate;
      await limits.begin({ kind: 'registration', account: email.toLowerCase(), address, device: null });
      await inTransaction(database, async (within) => {
        await keepRegistration(within, { email, first_name: firstName, last_name: lastName, company, username });
        const mails = (await superuserAddresses(within)).map((to) => registrationMail(to, candidate, company, pageUrl()));
        await post(within, ...mails);
      });
    },

    async approve(operator, candidate) {
      const demo = await findSystem(database, demoSystemId);
      const userId = await orTaken(
        demo?.demo === true
          ? change(database, { systemId: demo.id, by: { id: operator }, through: 'console' }, async (writer) => {
              await writer.lock('system', [demo.number]);
              const id = await admit(writer, candidate, true);
              return writer.create('member', { RoleId: viewer }, { id });
            }).then(({ reply }) => reply)
          : inTransaction(database, (within) => admit(within, candidate, false)),
      );
      logSecurity(log, { event: 'registration.approved', userId, by: `user ${operator}` });
    },

    async complete(sent, { password, firstName, lastName, username }) {
      const { email } = sent;
      const link = await provenLink(database, limits, sent);
      if (link.purpose === 'invitation') return invitations.complete(link, { password, firstName, lastName, username });
      if (link.purpose !== 'complete') throw noSuchLink();
      const problem = passwordProblem(password, { username, email });
      if (problem !== null) throw invalidRequest(problem, 'password');
      // Slow, so before the transaction.
      const password_hash = await passwords.hash(password);
      const userId = await orTaken(
        inTransaction(database, async (within) => {
          const used = await useLink(within, link.hash, 'complete');
          const names = { first_name: firstName, last_name: lastName, username };
          if (used === undefined || !(await completeUser(within, used.userId, { ...names, password_hash }))) throw noSuchLink();
          await dropLinks(within, used.userId, ['reset', 'email']);
          await post(within, passwordMail(email, username, pageUrl()));
          return used.userId;
        }),
      );
      logSecurity(log, { event: 'account.passwordSet', userId, by: `user ${userId}` });
    },
  };
}

/**
 * Waits for `work`.
 * @throws ApiError instead of the database's error if another person has the name or email.
 */
export function orTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw takenField(error) ?? error;
  });
}
