import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { settleMails, sweepOutbox } from '../../platform/store/accounts/outbox.ts';
import type { Db } from '../../platform/store/database.ts';
import { mailJob } from './post-mail.ts';

const keptDays = 30;
const batch = 5_000;

/** Deletes expired emails (MAIL-8), except those that a job is still to send (MAIL-15). */
export async function sweepMails(database: Db, signal?: AbortSignal): Promise<void> {
  await settleMails(database, mailJob.name);
  do signal?.throwIfAborted();
  while ((await sweepOutbox(database, keptDays, batch)) === batch);
}

/** Runs every hour on one of the hosts that share the database. */
export const mailSweep: JobKind<null> = { ...hourlySweep(50), name: 'mail-sweep', title: 'Clearing away old mails' };
