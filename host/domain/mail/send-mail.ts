import type { Logger } from 'pino';
import { doing, type JobTry, type JobWork, LastingFailure } from '../../platform/jobs/job-kind.ts';
import { noteInsistently } from '../../platform/jobs/note-insistently.ts';
import { Mistake } from '../../platform/mistake.ts';
import { beginMailTry, endOldMail, noteMailFailed, noteMailSent } from '../../platform/store/accounts/outbox.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { mailJob } from './post-mail.ts';
import type { MailServer } from './smtp.ts';

/** What sending needs; `stopped` is aborted once the host has ended its jobs. */
type Sending = { log: Logger; stopped: AbortSignal };

/**
 * Sends emails of the outbox until the server accepts them (MAIL-3). A try waits for its turn, then locks its
 * job before it sends, so that a host that was suspended does not send what another host has sent. An
 * accepted email is recorded even if the job has moved to another host.
 */
export function sendingMail(database: Pick<Database, 'db'>, server: MailServer, sending: Sending): JobWork {
  return doing(mailJob, async ({ mail: id }, attempt) => {
    const endTurn = await server.turn(attempt.signal);
    const tried = await tryMail(database, server, id, attempt).finally(endTurn);
    if (tried === undefined) return;
    const { outcome, tooOld } = tried;
    if (outcome.ok) return noteSent(database, id, sending);
    // If another host owns the job by now, that host records the outcome.
    attempt.signal.throwIfAborted();
    const { isLasting, reason } = outcome.reason;
    const state = isLasting ? 'refused' : tooOld ? 'dead' : 'waiting';
    await inTransaction(database, async (transaction) => {
      await attempt.hold(transaction);
      await noteMailFailed(transaction, id, state, reason);
    });
    const said = withoutAddresses(reason);
    if (state === 'refused') throw new LastingFailure(`The mail server refused mail ${id}: ${said}`);
    if (state === 'dead') throw tooLate(id, said);
    throw new Mistake(`Mail ${id} was not sent: ${said}`);
  });
}

/** Gives an email to the server; returns undefined if there is nothing to send. */
async function tryMail(database: Db, server: MailServer, id: number, attempt: JobTry) {
  const { end, mail } = await inTransaction(database, async (transaction) => {
    await attempt.hold(transaction);
    const end = await endOldMail(transaction, id);
    return { end, mail: end === undefined ? await beginMailTry(transaction, id) : undefined };
  });
  if (end !== undefined) throw tooLate(id, withoutAddresses(end));
  return mail === undefined ? undefined : { outcome: await server.send(mail, attempt.signal), tooOld: mail.tooOld };
}

function tooLate(id: number, said: string): LastingFailure {
  return new LastingFailure(`Mail ${id} could not be sent within 24 hours: ${said}`);
}

function noteSent(database: Db, id: number, { log, stopped }: Sending): Promise<void> {
  let logged: string | undefined;
  const refused = (error: unknown): void => {
    const reason = withoutAddresses(errorText(error));
    if (reason !== logged) log.warn({ mail: id, reason }, 'a mail that was sent could not be marked as sent');
    logged = reason;
  };
  return noteInsistently(() => noteMailSent(database, id), { refused, stopped });
}

/** Removes addresses: logs must not show who gets email. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\S+@\S+/g, '…@…');
}
