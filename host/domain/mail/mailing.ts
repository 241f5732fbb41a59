import type { Logger } from 'pino';
import { doing, type JobWork } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/store/database.ts';
import { mailSweep, sweepMails } from './outbox-sweep.ts';
import { openPost, type PostMail } from './post-mail.ts';
import { sendingMail } from './send-mail.ts';
import { openMailServer, type SmtpTimeouts } from './smtp.ts';

export type MailSettings = {
  /** The mail server. Without one, emails are only stored in the outbox (MAIL-2). */
  smtpUrl: string | undefined;
  /** The sender's address; by default, one at the host's public name. */
  mailFrom: string | undefined;
  /** The address of the console. */
  pageUrl: () => string;
  /** Time limits of the mail server that replace the default ones. */
  timeouts?: SmtpTimeouts;
  log: Logger;
};

/** Sends the emails of a host. */
export type Mailing = {
  post: PostMail;
  /** The handlers of its jobs. */
  works: readonly JobWork[];
  /**
   * Call it after the jobs have ended. Closes the connections to the mail server, and ends retries to record
   * sent emails.
   */
  close: () => void;
};

/** Opens the email of a host. Emails posted before its jobs start wait for them. */
export function openMailing(
  database: Pick<Database, 'db'>,
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>,
  settings: MailSettings,
): Mailing {
  const { smtpUrl, mailFrom, pageUrl, timeouts, log } = settings;
  const stop = new AbortController();
  const sender = mailFrom ?? senderAt(pageUrl());
  const server = smtpUrl === undefined ? undefined : openMailServer(smtpUrl, sender, timeouts);
  return {
    post: openPost({ jobs, isSent: server !== undefined, sender, pageUrl }),
    works: [
      doing(mailSweep, (_, { signal }) => sweepMails(database, signal)),
      ...(server === undefined ? [] : [sendingMail(database, server, { log, stopped: stop.signal })]),
    ],
    close: () => {
      stop.abort();
      server?.close();
    },
  };
}

function senderAt(pageUrl: string): string {
  const { hostname } = new URL(pageUrl);
  return `console@${/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname}`;
}
