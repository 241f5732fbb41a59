import { setTimeout as delay } from 'node:timers/promises';
import { doing, LastingFailure, type JobWork } from '../../platform/jobs/job-kind.ts';
import { Mistake } from '../../platform/mistake.ts';
import { beginMailTry, noteMailFailed, noteMailSent } from '../../platform/store/accounts/outbox.ts';
import { databaseFailure } from '../../platform/store/database-failure.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { mailJob } from './post-mail.ts';
import type { MailServer } from './smtp.ts';

const noteAgainMs = 500;

/**
 * Sends mails of the outbox, each until the server has taken it (MAIL-3). A try holds its job before it
 * sends, so that a host that was asleep sends nothing that another one has; that the server has taken a mail
 * is noted whosever the job is by then.
 */
export function sendingMail(database: Pick<Database, 'db'>, server: MailServer): JobWork {
  return doing(mailJob, async ({ mail: id }, attempt) => {
    const mail = await inTransaction(database, async (transaction) => {
      await attempt.hold(transaction);
      return beginMailTry(transaction, id);
    });
    if (mail === undefined) return;
    const sent = await server.send(mail, attempt.signal);
    if (sent.ok) return insistently(() => noteMailSent(database, id));
    // Whoever has the job now says what becomes of it.
    attempt.signal.throwIfAborted();
    const { isLasting, reason } = sent.reason;
    const state = isLasting ? 'refused' : mail.tooOld ? 'dead' : 'waiting';
    await inTransaction(database, async (transaction) => {
      await attempt.hold(transaction);
      await noteMailFailed(transaction, id, state, reason);
    });
    const said = withoutAddresses(reason);
    if (state === 'refused') throw new LastingFailure(`The mail server refused mail ${id}: ${said}`);
    if (state === 'dead') throw new LastingFailure(`Mail ${id} could not be sent within 24 hours: ${said}`);
    throw new Mistake(`Mail ${id} was not sent: ${said}`);
  });
}

/**
 * For as long as the database cannot write, be it away or full: it would be sent again. A host that ends
 * meanwhile has closed its connections, which is no such failure.
 */
async function insistently(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (databaseFailure(error) === undefined) throw error;
      await delay(noteAgainMs);
    }
  }
}

/** Who gets mail is nobody's business who reads a log. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\S+@\S+/g, '…@…');
}
