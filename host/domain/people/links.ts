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

/** For how many minutes each link is good (ACC-26). */
const minutes = { complete: 14 * 24 * 60, reset: 60, email: 24 * 60 } as const satisfies Record<LinkPurpose, number>;
/** For how long (ms) the link of an invitation is good. */
export const invitationMs = minutes.complete * 60_000;

/** What is said of every token that is none, or no longer. */
export const noSuchLink = () => badLink('This link is invalid or has expired.');

/** Whom a link is for: their number, and where it is mailed. */
type Reader = { userId: number; email: string };

/**
 * Makes a link to the page of its purpose, below `pageUrl`; of a person's earlier ones of that purpose none
 * is good any more. Only its hash is kept.
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

/** A token that came in a link, the email that came with it, and from where it was sent. */
export type SentLink = { token: string; email: string; address: string };

/** A link that is good: of somebody's account, or of an invitation. */
type ProvenLink = { hash: Buffer } & (FoundLink | { purpose: 'invitation'; invitation: FoundInvitation; wasVerified: boolean });

/**
 * Looks a link up, as a guess that counts where it is none (ACC-26).
 * @throws ApiError 403 for a token that is none or past its time, 429 after too many of them.
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
 * What a link is for, for its page; `again` where that was told so before, or where the email counts already.
 * It does nothing by that: programs that look through mails open links, and run the scripts of pages. An
 * invitation has who has an account `join`, and anybody else make one.
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
  // Of one for an email that notes that it counts.
  if (purpose !== 'email') await noteVerified(database, hash);
  return { purpose, commonName: null, again };
}
