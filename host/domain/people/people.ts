import type { JobWork } from '../../platform/jobs/job-kind.ts';
import { type SentLink, verifyLink } from './links.ts';
import { createPasswordChanges, type PasswordChanges } from './passwords.ts';
import { createProfile, type Profile } from './profile.ts';
import { createRegistration, type PeopleParts, type Registration } from './registration.ts';

/** How people come to a host, and to their password. */
export type People = {
  registration: Registration;
  passwords: PasswordChanges;
  profile: Profile;
  /** What a link does, for its page. @throws ApiError as `provenLink` does. */
  verify(sent: SentLink): ReturnType<typeof verifyLink>;
  /** What its jobs are. */
  works: readonly JobWork[];
};

/** Everything about people that mails go back and forth for, put together once. */
export function openPeople(parts: PeopleParts): People {
  const [passwords, profile] = [createPasswordChanges(parts), createProfile(parts)];
  return {
    registration: createRegistration(parts),
    passwords,
    profile,
    verify: (sent) => verifyLink(parts, sent, profile.confirm),
    works: passwords.works,
  };
}
