import { sql } from 'kysely';
import { openMailing, type Mailing, type MailSettings } from '../../host/domain/mail/mailing.ts';
import type { Mail } from '../../host/domain/mail/post-mail.ts';
import { startJobs, type Jobs } from '../../host/platform/jobs/jobs.ts';
import { createLog } from '../../host/platform/log.ts';
import { newestMails, type OutboxRow } from '../../host/platform/store/accounts/outbox.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';

/** A host with only its email. */
export type MailHost = {
  mailing: Mailing;
  jobs: Jobs;
  /** Posts in one transaction; returns the numbers in the outbox. */
  post: (...mails: Mail[]) => Promise<number[]>;
  /** Returns the whole log as JSON lines. */
  logged: () => string;
  close: () => Promise<void>;
};

export const testPageUrl = 'https://telemetry.example.org';

/** Starts what posts and sends the emails of a database. */
export async function startMailHost(database: Database, settings: Partial<MailSettings>): Promise<MailHost> {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const up = Promise.withResolvers<Jobs>();
  const mailing = openMailing(database, () => up.promise, {
    smtpUrl: undefined,
    mailFrom: undefined,
    pageUrl: () => testPageUrl,
    log,
    ...settings,
  });
  const jobs = await startJobs({ database, log, works: mailing.works, lookSeconds: 0.5 });
  up.resolve(jobs);
  return {
    mailing,
    jobs,
    post: (...mails) => inTransaction(database, (within) => mailing.post(within, ...mails)),
    logged: () => lines.join(''),
    close: async () => {
      await jobs.close();
      mailing.close();
    },
  };
}

/** Returns an ordinary email. */
export function someMail(to: string, more: Partial<Mail> = {}): Mail {
  return { to, kind: 'test', subject: `To ${to}`, body: [{ paragraph: 'Hello.' }], ...more };
}

/** Returns the emails in the outbox by recipient. */
export async function outboxOf(database: Database): Promise<Record<string, OutboxRow>> {
  return Object.fromEntries((await newestMails(database, 1_000)).map((mail) => [mail.recipient, mail]));
}

type MailJobRow = { jobId: string; state: string; reason: string | null };

/** Returns the state of the email jobs, by the number of the email. */
export async function mailJobs({ db }: Pick<Database, 'db'>): Promise<Record<number, MailJobRow>> {
  const { rows } = await sql<MailJobRow & { id: number }>`
    select (data#>>'{input,mail}')::integer as id, id as "jobId", state::text, output->>'reason' as reason from jobs.job where name = 'mail'`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ id, ...job }) => [id, job]));
}
