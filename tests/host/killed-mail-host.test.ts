import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endHostProcess, hostPlace, type HostProcess, startHostProcess } from '../support/host-process.ts';
import { outboxOf, someMail, startMailHost } from '../support/mail-stage.ts';
import { startMailServer } from '../support/mail-server.ts';
import { withTestDatabase } from '../support/test-database.ts';

const patience = { timeout: 90_000, interval: 20 };
const upMs = 120_000;

test(
  'a host is killed while it sends: no mail is lost, and none that was noted is sent again (MAIL-3)',
  { timeout: 300_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'killed mail '));
    const database = await withTestDatabase();
    const server = await startMailServer();
    const settings = { DATABASE_URL: database.url, SMTP_URL: server.url, SIMULATOR: 'off', DEMO: 'off', LOG_LEVEL: 'warn' };
    const hosts: HostProcess[] = [];
    const start = async () => {
      const place = await hostPlace(dataDir, settings);
      const host = await startHostProcess(place, upMs);
      hosts.push(host);
      return { ...host, url: place.url };
    };
    try {
      const killed = await start();
      expect((await fetch(`${killed.url}/dev/outbox`)).status, 'it is no demo').toBe(404);
      server.behave('stalled@example.org', 'stall');
      server.behave('unsaid@example.org', 'stallAfter');
      const names = ['stalled', 'unsaid', ...Array.from({ length: 40 }, (_, i) => `mail-${i}`)].map(
        (name) => `${name}@example.org`,
      );
      // Whoever posts may well send: what this one takes fails, and is tried again by a host.
      const poster = await startMailHost(database, { smtpUrl: 'smtp://127.0.0.1:9' });
      await poster.post(...names.map((to) => someMail(to)));
      await poster.close();
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
    } finally {
      await Promise.all(hosts.map(({ child }) => endHostProcess(child, 'SIGKILL')));
      await server.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    }
  },
);
