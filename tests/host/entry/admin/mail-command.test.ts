import { afterAll, beforeAll, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { type MailStage, startMailServer } from '../../../support/mail-server.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** MAIL-13: an operator sees whether emails are sent, with or without a running host. */

let database: Database;
let server: MailStage;
beforeAll(async () => {
  [database, server] = [await withTestDatabase(), await startMailServer()];
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function mailTest(address: string, smtpUrl: string | undefined, timeoutMs = 60_000): Promise<string> {
  const asked = understand(['mail', 'test', address]);
  if (asked.kind !== 'run') throw new Error('It was not understood');
  const mail = { smtpUrl, mailFrom: undefined, timeoutMs };
  const context = { database, readPassword: () => Promise.resolve(''), hostUrl: 'https://telemetry.example.org', mail };
  return (await asked.run(context)).join('\n');
}

test('without a mail server the mail is kept', async () => {
  expect(await mailTest('ada@example.org', undefined)).toContain('SMTP_URL is not set. The mail stays in the outbox');
});

test('that the mail server has taken it is said with its Message-ID', async () => {
  expect(await mailTest('ada@example.org', server.url)).toContain('The mail server accepted the mail to ada@example.org');
  const [mail] = server.taken;
  expect(mail?.raw).toContain('From: Telemetry console <console@telemetry.example.org>');
  expect(mail?.raw).toContain('Open the console');
  expect(mail?.messageId).toMatch(/^[\w-]{36}@telemetry\.example\.org$/);
});

test('what the server says against it is told', async () => {
  server.behave('gone@example.org', 'refuse');
  await expect(mailTest('gone@example.org', server.url)).rejects.toThrow(/The mail server refused the mail: .*550/);
  server.behave('busy@example.org', 'defer');
  await expect(mailTest('busy@example.org', server.url)).rejects.toThrow(/The mail was not sent yet: .*451/);
  await expect(mailTest('ada', server.url)).rejects.toThrow("'ada' is not an email address.");
});

test('a server that says nothing is not waited for without an end', async () => {
  server.behave('mute@example.org', 'stall');
  await expect(mailTest('mute@example.org', server.url, 1_000)).rejects.toThrow(
    /The mail was not sent yet: (?:The mail server has not answered|Other mails are waiting)/,
  );
});
