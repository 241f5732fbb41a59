import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendingMail } from '../../../../host/domain/mail/send-mail.ts';
import { openMailServer } from '../../../../host/domain/mail/smtp.ts';
import { type Database } from '../../../../host/platform/store/database.ts';
import { mailJobs, outboxOf, someMail, startMailHost } from '../../../support/mail-stage.ts';
import { startMailServer, startRefusingServer } from '../../../support/mail-server.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 20 };

describe('a mail server', () => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => sql`delete from mail_outbox`.execute(database.db));
  const state = async (to: string) => (await outboxOf(database))[to];

  test('that is away, or does not know the login, is tried again; its password reaches no log (MAIL-4)', async () => {
    const login = { user: 'ada', password: 'p@ss/wörd' };
    const first = await startMailServer({ login: { ...login, password: 'another' } });
    const port = Number(new URL(first.url).port);
    const url = `smtp://ada:${encodeURIComponent(login.password)}@127.0.0.1:${port}`;
    const host = await startMailHost(database, { smtpUrl: url });
    await host.post(someMail('ada@example.org'));
    await expect.poll(async () => (await state('ada@example.org'))?.last_error, patience).toContain('535');
    await first.close();
    await expect.poll(async () => (await state('ada@example.org'))?.last_error, patience).toContain('ECONNREFUSED');
    expect((await state('ada@example.org'))?.state).toBe('waiting');
    const server = await startMailServer({ login, port });
    await expect.poll(async () => (await state('ada@example.org'))?.state, patience).toBe('sent');
    expect(server.taken.map(({ to }) => to)).toEqual(['ada@example.org']);
    await host.close();
    await server.close();
    expect(host.logged()).toContain('ECONNREFUSED');
    for (const secret of [login.password, encodeURIComponent(login.password)]) expect(host.logged()).not.toContain(secret);
  });

  test.each([{ answer: 1_000 }, { mail: 1_000 }])(
    'that says nothing any more is given up after a while, and tried again (MAIL-4)',
    async (short) => {
      const server = await startMailServer();
      const host = await startMailHost(database, {
        smtpUrl: server.url,
        timeouts: { connecting: 5_000, greeting: 5_000, answer: 60_000, mail: 120_000, ...short },
      });
      server.behave('mute@example.org', 'stall');
      await host.post(someMail('mute@example.org'));
      await expect.poll(async () => (await state('mute@example.org'))?.last_error, patience).toMatch(/timeout/i);
      server.behave('mute@example.org', 'none');
      await expect.poll(async () => (await state('mute@example.org'))?.state, patience).toBe('sent');
      expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(1);
      await host.close();
      await server.close();
    },
  );

  test('that stalls does not keep a host from stopping, and the mail waits for the next one (MAIL-3)', async () => {
    const server = await startMailServer();
    server.behave('mute@example.org', 'stall');
    const host = await startMailHost(database, { smtpUrl: server.url });
    await host.post(someMail('mute@example.org'));
    await expect.poll(() => server.triesOf('mute@example.org'), patience).toBe(1);
    await host.close();
    server.behave('mute@example.org', 'none');
    const next = await startMailHost(database, { smtpUrl: server.url });
    await expect.poll(async () => (await state('mute@example.org'))?.state, patience).toBe('sent');
    expect(server.taken).toHaveLength(1);
    await next.close();
    await server.close();
  });

  test('that is not set keeps all mail here, and none is sent when it is set later (MAIL-2)', async () => {
    const host = await startMailHost(database, {});
    const [id = 0] = await host.post(someMail('kept@example.org'));
    await host.close();
    const server = await startMailServer();
    const later = await startMailHost(database, { smtpUrl: server.url });
    await later.post(someMail('first@example.org'));
    await expect.poll(async () => (await state('first@example.org'))?.state, patience).toBe('sent');
    expect(await state('kept@example.org')).toMatchObject({ state: 'kept', attempts: 0 });
    expect((await mailJobs(database))[id]).toBeUndefined();
    expect(server.taken).toHaveLength(1);
    await later.close();
    await server.close();
  });

  test('that thinks long about each mail gets no more of them than it has connections (MAIL-4)', async () => {
    const server = await startMailServer();
    const other = openMailServer(server.url, 'console@example.org');
    const stopped = new AbortController();
    const { work } = sendingMail(database, other, { log: pino({ level: 'silent' }), stopped: stopped.signal });
    const names = Array.from({ length: 9 }, (_, at) => `slow-${at}@example.org`);
    for (const to of names) server.behave(to, 'think');
    const held: number[] = [];
    const poster = await startMailHost(database, {});
    const ids = await poster.post(...names.map((to) => someMail(to)));
    await poster.close();
    await sql`update mail_outbox set state = 'waiting'`.execute(database.db);
    const tries = ids.map((mail) => {
      const over = new AbortController();
      const hold = async () => void held.push(mail);
      return { mail, over, done: work({ mail, mitasId: null }, { number: 1, signal: over.signal, progress: () => {}, hold }) };
    });
    const outcomes = Promise.allSettled(tries.map(({ done }) => done));
    await expect.poll(() => server.taken.length, patience).toBe(4);
    // Emails that wait for their turn are given up without contacting the server; those being sent continue.
    const sent = new Set(server.taken.map(({ to }) => to));
    const [next, ...others] = tries.filter((_, at) => !sent.has(names[at] ?? ''));
    for (const { over } of others) over.abort(new Error('another host has it'));
    for (const to of names) server.behave(to, 'none');
    await outcomes;
    const states = Object.values(await outboxOf(database)).map(({ state: is, attempts }) => `${is} ${attempts}`);
    expect(states.toSorted()).toEqual(
      [...Array.from({ length: 5 }, () => 'sent 1'), ...others.map(() => 'waiting 0')].toSorted(),
    );
    expect(held).toHaveLength(5);
    expect(held).toContain(next?.mail);
    expect(server.taken).toHaveLength(5);
    other.close();
    await server.close();
  });

  test.each([
    ['with a sign that no text may have', 'There is \0 no such'],
    ['that is cut within a character', `${'x'.repeat(446)}${'🦅'.repeat(30)}`],
    ['that is cut within another', `${'x'.repeat(447)}${'🦅'.repeat(30)}`],
  ])('that refuses a recipient %s is understood, in one try (MAIL-5)', async (_, refuseWith) => {
    const server = await startRefusingServer(refuseWith);
    const host = await startMailHost(database, { smtpUrl: server.url });
    const [id = 0] = await host.post(someMail('odd@example.org'));
    await expect.poll(async () => (await mailJobs(database))[id]?.state, patience).toBe('failed');
    expect(await state('odd@example.org')).toMatchObject({
      state: 'refused',
      attempts: 1,
      last_error: expect.stringContaining('550'),
    });
    expect((await state('odd@example.org'))?.last_error).toSatisfy(
      (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text),
    );
    await host.close();
    await server.close();
  });
});
