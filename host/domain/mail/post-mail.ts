import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { email } from '#model/fields/person-fields.ts';
import { type MailSubscription, mailSubscriptionNames } from '#model/entities/mail-subscription.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { addToOutbox, addUnsubscribeTokens, subscriberAt } from '../../platform/store/accounts/outbox.ts';
import type { Db } from '../../platform/store/database.ts';
import { randomSecret, secretHash } from '../accounts/index.ts';
import { mailHtml, type MailPart, mailText, plain } from './mail-body.ts';

/** An email to one person. */
export type Mail = {
  to: string;
  /** The system that it is about, if any. */
  systemId?: string;
  /** Its kind, for readers of the outbox: 'test', 'alarm'. */
  kind: string;
  /**
   * Set for an email that people subscribe to in a system: it is not sent to those who unsubscribed, and
   * contains a link to unsubscribe. Other emails concern what the reader did or must know.
   */
  subscription?: MailSubscription;
  /** Set for an email with a link that grants access: its content is erased after it was sent (MAIL-20). */
  holdsLink?: boolean;
  subject: string;
  body: readonly MailPart[];
};

/**
 * Posts emails in a transaction: they are sent if and only if it commits (MAIL-1). Returns their numbers in
 * the outbox, without those to people who unsubscribed.
 * @throws ApiError 503 if too many are waiting.
 */
export type PostMail = (within: Db, ...mails: readonly Mail[]) => Promise<number[]>;

/**
 * The job that sends one email, by its number in the outbox. `mitasId` is the system that the email is about,
 * if any.
 */
export const mailJob: JobKind<{ mail: number; mitasId: string | null }> = {
  name: 'mail',
  title: 'Sending a mail',
  isRoutine: true,
  input: v.object({ mail: v.pipe(v.number(), v.integer()), mitasId: v.nullable(v.string()) }),
  system: ({ mitasId }) => mitasId,
  // Longer than the server may take (MAIL-4) for all emails that may wait at one time.
  deadlineSeconds: 7_200,
  // An email is given up by age (MAIL-6) long before its retries run out.
  retries: 200,
  longestPauseSeconds: 1_800,
  mostWaiting: 50_000,
  atOnce: 5,
  hands: 4,
};

/** The longest subject, in UTF-16 units. Longer ones are cut; email programs show far less. */
const longestSubject = 200;

export type PostSettings = {
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
  /** False without a mail server: emails are then only stored (MAIL-2). */
  isSent: boolean;
  /** The sender's address. */
  sender: string;
  /** The address of the console. */
  pageUrl: () => string;
};

/** Returns the function by which this host posts emails. */
export function openPost({ jobs, isSent, sender, pageUrl }: PostSettings): PostMail {
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return async (within, ...mails) => {
    const tokens: Parameters<typeof addUnsubscribeTokens>[1][number][] = [];
    const rows: Parameters<typeof addToOutbox>[1][number][] = [];
    for (const mail of mails) {
      const { to, systemId = null, kind, subscription } = mail;
      let url: string | null = null;
      if (subscription !== undefined) {
        const userId = systemId === null ? undefined : await subscriberAt(within, to, systemId, subscription);
        if (userId === undefined) continue;
        const token = randomSecret();
        tokens.push({ token_hash: secretHash(token), user_id: userId, system_id: systemId, subscription });
        url = `${pageUrl()}/unsubscribe?token=${token}`;
      }
      const body = url === null || subscription === undefined ? mail.body : [...mail.body, ...farewell(subscription, url)];
      rows.push({
        system_id: systemId,
        kind,
        // An invalid address must not roll back the change that the email is about.
        state: isAddress(to) ? (isSent ? 'waiting' : 'kept') : 'refused',
        last_error: isAddress(to) ? null : 'This is not a valid mail address.',
        message_id: `${randomUUID()}@${domain}`,
        unsubscribe_url: url,
        recipient: plain(to).slice(0, 254),
        subject: subjectOf(mail),
        body_text: mailText(body),
        body_html: mailHtml(body),
        holds_link: mail.holdsLink ?? false,
      });
    }
    if (rows.length === 0) return [];
    await addUnsubscribeTokens(within, tokens);
    const ids = await addToOutbox(within, rows);
    const waiting = ids.flatMap((mail, at) => {
      const { state, system_id: mitasId = null } = rows[at] ?? {};
      return state === 'waiting' ? [{ mail, mitasId }] : [];
    });
    if (waiting.length > 0) await (await jobs()).enqueue(mailJob, waiting, within);
    return ids;
  };
}

/**
 * True if a text is exactly one address. Refuses texts that servers or programs would read as several
 * addresses or as an address within text, including full-width letters in domains.
 */
function isAddress(text: string): boolean {
  const folded = text.normalize('NFKC');
  return v.is(email, folded) && !/[\p{C},;:<>()[\]\\"]/u.test(folded);
}

function farewell(subscription: MailSubscription, url: string): MailPart[] {
  return [
    { paragraph: `You receive this mail because you subscribed to: ${mailSubscriptionNames[subscription]}.` },
    { link: 'Unsubscribe', href: url },
  ];
}

/**
 * Returns a subject in one line, cut at a whole character. Breaks up what looks like an encoded word, as
 * email programs would decode it, including line breaks.
 */
function subjectOf({ subject }: Mail): string {
  const line = plain(subject).replaceAll('=?', '= ?');
  return line.length <= longestSubject ? line : `${line.slice(0, longestSubject - 1).replace(/\p{Cs}$/u, '')}…`;
}
