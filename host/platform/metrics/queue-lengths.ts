import { sql } from 'kysely';
import { jobSchema } from '../jobs/job-library.ts';
import type { Db } from '../store/database.ts';

/**
 * How many emails, webhook messages, commands and jobs wait or are in progress, for all hosts of the database
 * together.
 */
export type QueueLengths = {
  queues: Readonly<Record<'mails' | 'webhook_messages' | 'commands', number>>;
  jobs: readonly { kind: string; state: string; count: number }[];
};

/**
 * Counts the queues at each scrape. The counts stay quick, because finished rows are deleted after some days.
 */
export async function queueLengths({ db }: Db): Promise<QueueLengths> {
  const { rows } = await sql<QueueLengths['queues']>`select
    (select count(*) from mail_outbox where state = 'waiting') as mails,
    (select count(*) from webhook_messages where state = 'waiting') as webhook_messages,
    (select count(*) from commands where status not in ('completed', 'failed', 'cancelled')) as commands`.execute(db);
  const jobs = await sql<{ kind: string; state: string; count: number }>`
    select name as kind, state::text as state, count(*) as count from ${sql.table(`${jobSchema}.job`)} group by 1, 2`.execute(db);
  return { queues: rows[0] ?? { mails: 0, webhook_messages: 0, commands: 0 }, jobs: jobs.rows };
}
