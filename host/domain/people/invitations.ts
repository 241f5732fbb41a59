import { accountName } from '#model/entities/account.ts';
import { roles } from '#model/entities/role.ts';
import { linkedPage } from '#model/forms/mailed-links.ts';
import { mayMove } from '#model/people/rank.ts';
import { badLink, invalidRequest, tooManyRequests } from '../../platform/api-error.ts';
import { change } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { dropLinks } from '../../platform/store/accounts/account-tokens.ts';
import {
  findInvitation,
  type FoundInvitation,
  invitationColumns,
  renewInvitation,
  senderOf,
  setSender,
} from '../../platform/store/accounts/invitations.ts';
import { memberRole, findMembership } from '../../platform/store/accounts/memberships.ts';
import { wasMailedLately } from '../../platform/store/accounts/outbox.ts';
import { findSystem, lockSystem } from '../../platform/store/accounts/systems.ts';
import { addNumberedUser, completeUser, findAccount } from '../../platform/store/accounts/users.ts';
import { passwordProblem, randomSecret, secretHash } from '../accounts/index.ts';
import { invitationMs, noSuchLink, provenLink, type SentLink } from './links.ts';
import { invitationMail, passwordMail } from './people-mails.ts';
import { orTaken, type PeopleParts, type Profile } from './registration.ts';

/** Minimum time (s) between two invitation emails to one address. */
const pauseSeconds = 60;

const senderTooLow = 'Whoever sent this invitation may no longer give this role. Ask for another invitation.';

/** The invited person's email and role. */
type Guest = { email: string; RoleId: number };

/** True if the sender of an invitation may still grant its role (ROLE-11). */
async function isStillInRank(writer: ChangeWriter, { id, roleId }: FoundInvitation): Promise<boolean> {
  const sender = await senderOf(writer, id);
  const membership = sender === null ? null : await findMembership(writer, sender, writer.systemId);
  return (
    sender !== null && membership !== null && mayMove({ id: sender, RoleId: membership.role }, { id, from: null, to: roleId })
  );
}

export type Invitations = {
  /**
   * Creates an invitation within a change and emails it. Returns its number.
   * @throws ApiError 429 if one was sent there recently.
   */
  send(writer: ChangeWriter, sender: number, guest: Guest): Promise<number>;
  /**
   * Sends an invitation again with a new link.
   * @throws like `send`.
   */
  renew(writer: ChangeWriter, sender: number, id: number, guest: Guest): Promise<void>;
  /**
   * Creates an account from an invitation and adds it to the system.
   * @throws like `Registration.complete` and `accept`.
   */
  complete(link: { invitation: FoundInvitation; hash: Buffer }, profile: Profile): Promise<void>;
  /**
   * Adds the account with the invitation's email to the system.
   * @throws ApiError 403 for an invalid link, if there is no such account, and if the sender may no longer
   * grant the role.
   */
  accept(sent: SentLink): Promise<{ mitasId: string; commonName: string }>;
};

export function createInvitations({ database, accounts, post, pageUrl, log }: PeopleParts): Invitations {
  async function mail(within: ChangeWriter, sender: number, { email, RoleId }: Guest, token: string): Promise<void> {
    if (await wasMailedLately(within, email, 'invitation', pauseSeconds)) throw tooManyRequests(pauseSeconds);
    const [person, system] = [await findAccount(within, sender), await findSystem(within, within.systemId)];
    const from = { firstName: person?.first_name ?? '', lastName: person?.last_name ?? '', username: person?.username ?? '' };
    const words = {
      systemId: within.systemId,
      system: system?.common_name ?? within.systemId,
      sender: accountName(from),
      role: roles.find(({ id }) => id === RoleId)?.name ?? '',
      link: pageUrl() + linkedPage('invitation', { email, token }),
    };
    await post(within, invitationMail(email, words));
  }

  /**
   * Locks an invitation until the end of the change, so that a second concurrent use of its link finds it
   * used.
   * @throws ApiError 403 if it is no longer valid, because of its link or the sender's rank.
   */
  async function hold(writer: ChangeWriter, { id, email }: FoundInvitation, hash: Buffer): Promise<FoundInvitation> {
    await lockSystem(writer, writer.systemId);
    await writer.lockPresent('invitation', [id]);
    const present = await findInvitation(writer, hash, email);
    if (present === undefined) throw noSuchLink();
    if (!(await isStillInRank(writer, present))) throw badLink(senderTooLow);
    return present;
  }

  /**
   * Adds an existing person to the system, unless they are a member already, and removes the accepted
   * invitation.
   */
  async function enter(writer: ChangeWriter, { id, roleId }: FoundInvitation, userId: number): Promise<void> {
    if ((await memberRole(writer, userId, writer.systemId)) === undefined)
      await writer.create('member', { RoleId: roleId }, { id: userId });
    await writer.remove('invitation', id, 'invitation.accepted');
  }

  const asComing = (systemId: string, userId: number) => ({ systemId, by: { id: userId }, through: 'console' as const });

  return {
    async send(writer, sender, guest) {
      const token = randomSecret();
      const expiresAt = Date.now() + invitationMs;
      const columns = invitationColumns(secretHash(token), sender);
      await mail(writer, sender, guest, token);
      return writer.create('invitation', { ...guest, expiresAt }, { columns });
    },

    async renew(writer, sender, id, guest) {
      const token = randomSecret();
      await mail(writer, sender, guest, token);
      await renewInvitation(writer, id, secretHash(token));
      await setSender(writer, id, sender);
      await writer.edit('invitation.renewed', id, { expiresAt: Date.now() + invitationMs });
    },

    async complete({ invitation, hash }, { password, firstName, lastName, username }) {
      const { id, systemId, email, userId, isComplete } = invitation;
      if (isComplete) throw noSuchLink();
      const problem = passwordProblem(password, { username, email });
      if (problem !== null) throw invalidRequest(problem, 'password');
      const password_hash = await accounts.passwords.hash(password);
      const names = { first_name: firstName, last_name: lastName, username };
      // If the person's registration was approved before, they have an account, and this completes its
      // profile.
      const person = userId ?? id;
      await orTaken(
        change(database, asComing(systemId, person), async (writer) => {
          const present = await hold(writer, invitation, hash);
          if (present.userId !== userId || present.isComplete) throw noSuchLink();
          if (userId === null)
            await addNumberedUser(writer, id, { ...names, email, password_hash, activated: true, current_system_id: systemId });
          else if (!(await completeUser(writer, userId, { ...names, password_hash }))) throw noSuchLink();
          await dropLinks(writer, person, ['complete', 'reset', 'email']);
          await enter(writer, present, person);
          await post(writer, passwordMail(email, username, pageUrl()));
        }),
      );
      logSecurity(log, { event: 'account.created', userId: person, by: `user ${person}` });
    },

    async accept(sent) {
      const link = await provenLink(database, accounts.limits, sent);
      if (link.purpose !== 'invitation') throw noSuchLink();
      const { systemId, commonName, userId, roleId, isComplete } = link.invitation;
      if (userId === null || !isComplete) throw noSuchLink();
      await change(database, asComing(systemId, userId), async (writer) => {
        const present = await hold(writer, link.invitation, link.hash);
        if (present.userId !== userId || !present.isComplete) throw noSuchLink();
        await enter(writer, present, userId);
      });
      logSecurity(log, { event: 'role.granted', userId, mitasId: systemId, role: roleId, by: `user ${userId}` });
      return { mitasId: systemId, commonName };
    },
  };
}
