import type { JobWork } from '../../platform/jobs/job-kind.ts';
import { type Collaborators, createCollaborators } from './collaborators.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { type SentLink, verifyLink } from './links.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import { createOwnKeys, type OwnKeys } from './own-keys.ts';
import { createPasswordChanges, type PasswordChanges } from './passwords.ts';
import { createRegistration, type PeopleParts, type Registration } from './registration.ts';

/** How people get access to a host and its systems, and what they change of their own account. */
export type People = {
  registration: Registration;
  passwords: PasswordChanges;
  own: OwnAccount;
  keys: OwnKeys;
  invitations: Pick<Invitations, 'accept'>;
  collaborators: Collaborators;
  /**
   * Returns what a link is for.
   * @throws ApiError like `provenLink`.
   */
  verify: (sent: SentLink) => ReturnType<typeof verifyLink>;
  /** The handlers of its jobs. */
  works: readonly JobWork[];
};

/** Opens the parts that send emails to people. */
export function openPeople(parts: PeopleParts): People {
  const [passwords, own, invitations] = [createPasswordChanges(parts), createOwnAccount(parts), createInvitations(parts)];
  return {
    registration: createRegistration(parts, invitations),
    passwords,
    own,
    keys: createOwnKeys(parts),
    invitations,
    collaborators: createCollaborators(parts, invitations),
    verify: (sent) => verifyLink(parts, sent),
    works: passwords.works,
  };
}
