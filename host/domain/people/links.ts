import { linkedPage, type Candidate } from '#model/forms/mailed-links.ts';
import { badLink } from '../../platform/api-error.ts';
import {
  addLink,
  findLink,
  type FoundLink,
  type LinkPurpose,
  noteVerified,
} from '../../platform/store/accounts/account-tokens.ts';
import { findInvitation, type FoundInvitation, noteInvitationVerified } from '../../platform/store/accounts/invitations.ts';
import type { Db } from '../../platform/store/database.ts';
import { type Accounts, judged, randomSecret, secretHash } from '../accounts/index.ts';

/** How many minutes each kind of link is valid (ACC-26). */
const minutes = { complete: 14 * 24 * 60, reset: 60, email: 24 * 60 } as const satisfies Record<LinkPurpose, number>;
/** How long (ms) the link of an invitation is valid. */
export const invitationMs = minutes.complete * 60_000;

/** The error for every invalid or expired token. */
export const noSuchLink = () => badLink('This link is invalid or has expired.');

/** The person that a link is for, and the email it is sent to. */
type Reader = { userId: number; email: string };

/**
 * Creates a link to the page of its purpose, below `pageUrl`, and invalidates the person's earlier links of
 * that purpose. Only the hash is stored.
 */
export async function makeLink(
  within: Db,
  purpose: LinkPurpose,
  { userId, email }: Reader,
  pageUrl: string,
  names: Partial<Omit<Candidate, 'email'>> = {},
): Promise<string> {
  const token = randomSecret();
  await addLink(within, { hash: secretHash(token), purpose, userId, minutes: minutes[purpose], email });
  return pageUrl + linkedPage(purpose, { email, token, ...names });
}

/** The token of a link, the email that came with it, and the address it was sent from. */
export type SentLink = { token: string; email: string; address: string };

/** A valid link of an account or an invitation. */
type ProvenLink = { hash: Buffer } & (FoundLink | { purpose: 'invitation'; invitation: FoundInvitation; wasVerified: boolean });

/**
 * Finds a link. An invalid token counts as a guess (ACC-26).
 * @throws ApiError 403 for an invalid or expired token, 429 after too many of them.
 */
export async function provenLink(
  database: Db,
  limits: Accounts['limits'],
  { token, email, address }: SentLink,
): Promise<ProvenLink> {
  const attempt = await limits.begin({ kind: 'link', account: email.toLowerCase(), address, device: null });
  const hash = secretHash(token);
  const found = await judged(attempt, find(database, hash, email));
  if (found === undefined) throw noSuchLink();
  await attempt.succeeded();
  return { ...found, hash };
}

async function find(database: Db, hash: Buffer, email: string) {
  const link = await findLink(database, hash, email);
  if (link !== undefined) return link;
  const invitation = await findInvitation(database, hash, email);
  return invitation && { purpose: 'invitation' as const, invitation, wasVerified: invitation.wasVerified };
}

/**
 * Returns what a link is for. For an invitation that is 'join' if the person has an account, or 'complete' to
 * create one. `again` is true if the link was verified before, or its email is already confirmed. Only
 * records that the link was verified, because programs that scan emails open links and run the scripts of
 * pages.
 */
export async function verifyLink(
  { database, accounts }: { database: Db; accounts: Pick<Accounts, 'limits'> },
  sent: SentLink,
): Promise<{ purpose: LinkPurpose | 'join'; commonName: string | null; again: boolean }> {
  const link = await provenLink(database, accounts.limits, sent);
  const again = link.wasVerified;
  if (link.purpose === 'invitation') {
    const { id, commonName, isComplete } = link.invitation;
    await noteInvitationVerified(database, id);
    return { purpose: isComplete ? 'join' : 'complete', commonName, again };
  }
  const { purpose, hash } = link;
  // A link for an email records this on confirmation instead.
  if (purpose !== 'email') await noteVerified(database, hash);
  return { purpose, commonName: null, again };
}
