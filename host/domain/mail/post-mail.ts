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

/** A mail to one person. */
export type Mail = {
  to: string;
  /** The system it is about, where it is about one. */
  systemId?: string;
  /** What it is, in a word, for whoever reads the outbox: 'test', 'alarm'. */
  kind: string;
  /**
   * Set for what people have subscribed to in a system: it goes to none who is off it, and can be ended by a
   * link in it. Without it the mail is about something its reader did, or must know.
   */
  subscription?: MailSubscription;
  /** Set for one with a link that lets its reader in: once it was sent, its words are erased (MAIL-20). */
  holdsLink?: boolean;
  subject: string;
  body: readonly MailPart[];
};

/**
 * Posts mails within a transaction: they are sent if and only if it commits (MAIL-1). Answers the numbers of
 * those that are in the outbox; who is off a subscription gets none.
 * @throws ApiError 503 when too many wait.
 */
export type PostMail = (within: Db, ...mails: readonly Mail[]) => Promise<number[]>;

/** One mail that waits to be sent, by its number in the outbox, and the system that it is about. */
export const mailJob: JobKind<{ mail: number; mitasId: string | null }> = {
  name: 'mail',
  title: 'Sending a mail',
  isRoutine: true,
  input: v.object({ mail: v.pipe(v.number(), v.integer()), mitasId: v.nullable(v.string()) }),
  system: ({ mitasId }) => mitasId,
  // Longer than its server may take (MAIL-4) for all that wait for their turns at once.
  deadlineSeconds: 7_200,
  // It is given up by its age (MAIL-6), long before it has none left.
  retries: 200,
  longestPauseSeconds: 1_800,
  mostWaiting: 50_000,
  atOnce: 5,
  hands: 4,
};

/** In UTF-16 units; longer ones are cut: mail programs show far less. */
const longestSubject = 200;

export type PostSettings = {
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
  /** False without a mail server: mails are only kept (MAIL-2). */
  isSent: boolean;
  /** The address from which mails come. */
  sender: string;
  /** Where people reach the console. */
  pageUrl: () => string;
};

/** How this host posts mails. */
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
        // A name that is no address must not undo what its mail is about.
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
 * Whether a text is one address and no more. What mail servers and programs read as several, or as an address
 * within a text, is none, also in the wide letters that a domain may be written with.
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
 * In one line, cut by whole characters. What looks like an encoded word is taken apart: mail programs would
 * show what it hides, a line break too.
 */
function subjectOf({ subject }: Mail): string {
  const line = plain(subject).replaceAll('=?', '= ?');
  return line.length <= longestSubject ? line : `${line.slice(0, longestSubject - 1).replace(/\p{Cs}$/u, '')}…`;
}
