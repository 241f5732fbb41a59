import type { JobWork } from '../../platform/jobs/job-kind.ts';
import { type Collaborators, createCollaborators } from './collaborators.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { type SentLink, verifyLink } from './links.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import { createOwnKeys, type OwnKeys } from './own-keys.ts';
import { createPasswordChanges, type PasswordChanges } from './passwords.ts';
import { createRegistration, type PeopleParts, type Registration } from './registration.ts';

/** How people come to a host and its systems, and what they change of themselves. */
export type People = {
  registration: Registration;
  passwords: PasswordChanges;
  own: OwnAccount;
  keys: OwnKeys;
  invitations: Pick<Invitations, 'accept'>;
  collaborators: Collaborators;
  /** What a link is for, for its page. @throws ApiError as `provenLink` does. */
  verify: (sent: SentLink) => ReturnType<typeof verifyLink>;
  /** What its jobs are. */
  works: readonly JobWork[];
};

/** Everything about people that mails go back and forth for, put together once. */
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
