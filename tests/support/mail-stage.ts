import { sql } from 'kysely';
import { openMailing, type Mailing, type MailSettings } from '../../host/domain/mail/mailing.ts';
import type { Mail } from '../../host/domain/mail/post-mail.ts';
import { startJobs, type Jobs } from '../../host/platform/jobs/jobs.ts';
import { createLog } from '../../host/platform/log.ts';
import { newestMails, type OutboxRow } from '../../host/platform/store/accounts/outbox.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';

/** A host as far as its mail goes. */
export type MailHost = {
  mailing: Mailing;
  /** Posts in a transaction of its own; answers the numbers in the outbox. */
  post: (...mails: Mail[]) => Promise<number[]>;
  /** All that was logged, as JSON lines. */
  logged: () => string;
  close: () => Promise<void>;
};

export const testPageUrl = 'https://telemetry.example.org';

/** Starts what posts and sends the mail of a database. */
export async function startMailHost(database: Database, settings: Partial<MailSettings>): Promise<MailHost> {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const up = Promise.withResolvers<Jobs>();
  const mailing = openMailing(database, () => up.promise, {
    smtpUrl: undefined,
    mailFrom: undefined,
    pageUrl: () => testPageUrl,
    ...settings,
  });
  const jobs = await startJobs({ database, log, works: mailing.works });
  up.resolve(jobs);
  return {
    mailing,
    post: (...mails) => inTransaction(database, (within) => mailing.post(within, ...mails)),
    logged: () => lines.join(''),
    close: async () => {
      await jobs.close();
      mailing.close();
    },
  };
}

/** A mail with nothing special about it. */
export function someMail(to: string, more: Partial<Mail> = {}): Mail {
  return { to, kind: 'test', subject: `To ${to}`, body: [{ paragraph: 'Hello.' }], ...more };
}

/** The mails of the outbox by who they are for. */
export async function outboxOf(database: Database): Promise<Record<string, OutboxRow>> {
  return Object.fromEntries((await newestMails(database, 1_000)).map((mail) => [mail.recipient, mail]));
}

/** What the jobs of mail have come to, by the number of the mail. */
export async function mailJobs({ db }: Pick<Database, 'db'>): Promise<Record<number, { state: string; reason: string | null }>> {
  const { rows } = await sql<{ id: number; state: string; reason: string | null }>`
    select (data#>>'{input,mail}')::integer as id, state::text, output->>'reason' as reason from jobs.job where name = 'mail'`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ id, ...job }) => [id, job]));
}
