import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../host/platform/store/database.ts';
import { endHostProcess, hostPlace, type HostProcess, startHostProcess } from '../support/host-process.ts';
import { outboxOf, someMail, startMailHost } from '../support/mail-stage.ts';
import { type MailStage, startMailServer } from '../support/mail-server.ts';
import { withTestDatabase } from '../support/test-database.ts';

const patience = { timeout: 90_000, interval: 20 };
const upMs = 120_000;

const within = { timeout: 300_000 };

let dataDir: string;
let database: Database;
let server: MailStage;
const hosts: HostProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'killed mail '));
  database = await withTestDatabase();
  server = await startMailServer();
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(({ child }) => endHostProcess(child, 'SIGKILL')));
});
afterAll(async () => {
  await server.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function start() {
  const settings = { DATABASE_URL: database.url, SMTP_URL: server.url, SIMULATOR: 'off', DEMO: 'off', LOG_LEVEL: 'warn' };
  const place = await hostPlace(dataDir, settings);
  const host = await startHostProcess(place, upMs);
  hosts.push(host);
  return { ...host, url: place.url };
}

/**
 * Posts emails from a host that cannot reach its mail server: those it claims fail and are retried by another
 * host.
 */
async function post(...names: string[]): Promise<void> {
  const poster = await startMailHost(database, { smtpUrl: 'smtp://127.0.0.1:9' });
  await poster.post(...names.map((to) => someMail(to)));
  await poster.close();
}

test('a host is killed while it sends: no mail is lost, and none that was noted is sent again (MAIL-3)', within, async () => {
  const killed = await start();
  expect((await fetch(`${killed.url}/dev/outbox`)).status, 'it is no demo').toBe(404);
  server.behave('stalled@example.org', 'stall');
  server.behave('unsaid@example.org', 'stallAfter');
  const names = ['stalled', 'unsaid', ...Array.from({ length: 40 }, (_, i) => `mail-${i}`)].map((name) => `${name}@example.org`);
  await post(...names);
  await expect.poll(() => server.triesOf('stalled@example.org'), patience).toBe(1);
  await expect.poll(() => server.taken.some(({ to }) => to === 'unsaid@example.org'), patience).toBe(true);
  await endHostProcess(killed.child, 'SIGKILL');
  const noted = Object.values(await outboxOf(database)).filter(({ state }) => state === 'sent');
  for (const name of ['stalled@example.org', 'unsaid@example.org']) server.behave(name, 'none');

  await start();
  const unsent = async () => Object.values(await outboxOf(database)).filter(({ state }) => state !== 'sent');
  await expect.poll(unsent, patience).toEqual([]);
  const copiesOf = (name: string) => server.taken.filter(({ to }) => to === name);
  expect(noted.filter(({ recipient }) => copiesOf(recipient).length !== 1)).toEqual([]);
  const ids = Object.values(await outboxOf(database)).map(({ recipient, message_id }) => [recipient, [message_id]]);
  const idsTaken = names.map((name) => [name, [...new Set(copiesOf(name).map(({ messageId }) => messageId))]]);
  expect(Object.fromEntries(idsTaken)).toEqual(Object.fromEntries(ids));
  expect(copiesOf('stalled@example.org')).toHaveLength(1);
  expect(copiesOf('unsaid@example.org'), 'nobody can know of this one').toHaveLength(2);
});

test('a host ends when it is told to, also while a mail that was sent cannot be noted (MAIL-3)', within, async () => {
  await database.asOwner(({ pool }) =>
    pool.query(`
      create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'no space' using errcode = '53100';
      end $$;
      create trigger full_disk before update on mail_outbox for each row
        when (new.state = 'sent') execute function full_disk();`),
  );
  const host = await start();
  await post('unnoted@example.org');
  await expect.poll(() => server.taken.filter(({ to }) => to === 'unnoted@example.org').length, patience).toBe(1);
  await endHostProcess(host.child, 'SIGTERM');
  expect(host.child.exitCode).toBe(0);
  expect(host.output()).toContain('could not be marked as sent');
});
