import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import * as v from 'valibot';
import { email } from '#model/fields/person-fields.ts';
import { openMailing } from '../../domain/mail/mailing.ts';
import { startJobs, type Jobs } from '../../platform/jobs/jobs.ts';
import { Mistake } from '../../platform/mistake.ts';
import { mailOf, type OutboxRow } from '../../platform/store/accounts/outbox.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import type { AdminCommand } from './admin-command.ts';

const lookMs = 50;
const defaultTimeoutMs = 120_000;

/** Commands that test the sending of mail. */
export const mailCommands: readonly AdminCommand[] = [
  {
    name: 'mail test',
    parameters: ['ADDRESS'],
    summary: 'send a test mail through the outbox, and print what the mail server answered',
    async run({ database, hostUrl, mail }, [address = '']) {
      if (!v.safeParse(email, address).success) throw new Mistake(`'${address}' is not an email address.`);
      const started = Promise.withResolvers<Jobs>();
      // The command prints the outcome itself.
      const log = pino({ level: 'silent' });
      const settings = { smtpUrl: mail?.smtpUrl, mailFrom: mail?.mailFrom, pageUrl: () => hostUrl, log };
      const mailing = openMailing(database, () => started.promise, settings);
      const jobs = await startJobs({ database, log, works: mailing.works });
      started.resolve(jobs);
      try {
        const [id = 0] = await inTransaction(database, (within) => mailing.post(within, testMail(address, hostUrl)));
        return outcomeOf(await tried(database, id, mail?.timeoutMs ?? defaultTimeoutMs));
      } finally {
        await jobs.close();
        mailing.close();
      }
    },
  },
];

function testMail(to: string, hostUrl: string) {
  return {
    to,
    kind: 'test',
    subject: 'A test mail of the telemetry console',
    body: [
      { paragraph: 'If you read this, the telemetry console can send mail.' },
      { rows: [['Host', hostUrl] as const, ['Sent', new Date().toISOString()] as const] },
      { link: 'Open the console', href: hostUrl },
    ],
  };
}

/** Waits until this process or a host has tried to send the mail, but no longer than `timeoutMs`. */
async function tried(database: Db, id: number, timeoutMs: number): Promise<OutboxRow> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const mail = await mailOf(database, id);
    if (mail === undefined) throw new Mistake('The mail was removed from the outbox before it was sent.');
    if (mail.state !== 'waiting' || mail.last_error !== null || performance.now() > deadline) return mail;
    await delay(lookMs);
  }
}

/** Returns the lines to print. @throws Mistake if the mail was not sent. */
function outcomeOf({ state, recipient, message_id, last_error, attempts }: OutboxRow): string[] {
  if (state === 'sent') return [`The mail server accepted the mail to ${recipient} (Message-ID ${message_id}).`];
  if (state === 'kept')
    return ['SMTP_URL is not set. The mail stays in the outbox and was not sent. A demo shows it at /dev/outbox.'];
  if (state === 'waiting') {
    const silence = attempts > 0 ? 'The mail server has not answered.' : 'Other mails are waiting before it.';
    throw new Mistake(`The mail was not sent yet: ${last_error ?? silence}\nA running host retries for 24 hours.`);
  }
  if (state === 'cancelled') throw new Mistake('The mail was not sent: somebody cancelled it.');
  throw new Mistake(`The mail server refused the mail: ${last_error ?? 'no reason given'}`);
}
