import type { Logger } from 'pino';
import { doing, type JobWork } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/store/database.ts';
import { mailSweep, sweepMails } from './outbox-sweep.ts';
import { openPost, type PostMail } from './post-mail.ts';
import { sendingMail } from './send-mail.ts';
import { openMailServer, type SmtpPatience } from './smtp.ts';

export type MailSettings = {
  /** Without it mails are kept in the outbox (MAIL-2). */
  smtpUrl: string | undefined;
  /** The address that mails come from; by default one of the host that people reach. */
  mailFrom: string | undefined;
  /** Where people reach the console. */
  pageUrl: () => string;
  /** How long the mail server is waited for, where not as usual. */
  patience?: SmtpPatience;
  log: Logger;
};

/** The mail of a host. */
export type Mailing = {
  post: PostMail;
  /** What its jobs are. */
  works: readonly JobWork[];
  /** After the jobs: ends the connections to the mail server, and the noting of what went over them. */
  close: () => void;
};

/** Opens the mail of a host, whose jobs start with its works: what posts meanwhile waits for them. */
export function openMailing(
  database: Pick<Database, 'db'>,
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>,
  settings: MailSettings,
): Mailing {
  const { smtpUrl, mailFrom, pageUrl, patience, log } = settings;
  const stop = new AbortController();
  const sender = mailFrom ?? senderAt(pageUrl());
  const server = smtpUrl === undefined ? undefined : openMailServer(smtpUrl, sender, patience);
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
