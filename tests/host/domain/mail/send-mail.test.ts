import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepMails } from '../../../../host/domain/mail/outbox-sweep.ts';
import { sendingMail } from '../../../../host/domain/mail/send-mail.ts';
import { openMailServer } from '../../../../host/domain/mail/smtp.ts';
import { type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { mailJobs, type MailHost, outboxOf, someMail, startMailHost } from '../../../support/mail-stage.ts';
import { type MailStage, startMailServer } from '../../../support/mail-server.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 20 };

describe.each(engines)('mail on the %s engine', (engine) => {
  let database: Database;
  let server: MailStage;
  let host: MailHost;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    server = await startMailServer();
    host = await startMailHost(database, { smtpUrl: server.url });
  });
  afterAll(async () => {
    await host.close();
    await server.close();
    await database.close();
  });
  const stateOf = async (to: string) => (await outboxOf(database))[to]?.state;
  const takenFor = (to: string) => server.taken.filter((mail) => mail.to === to);

  test('is there with the transaction that posts it, or not at all (MAIL-1)', async () => {
    const failing = inTransaction(database, async (within) => {
      await host.mailing.post(within, someMail('never@example.org'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await host.post(someMail('always@example.org'));
    await expect.poll(() => stateOf('always@example.org'), patience).toBe('sent');
    expect(await stateOf('never@example.org')).toBeUndefined();
    expect(server.triesOf('never@example.org')).toBe(0);
    expect(takenFor('always@example.org')).toHaveLength(1);
  });

  test('that one recipient never gets stops no other, and is not tried again (MAIL-5)', async () => {
    server.behave('gone@example.org', 'refuse');
    server.behave('spam@example.org', 'refuseData');
    const [gone = 0, spam = 0] = await host.post(...['gone', 'spam', 'well'].map((name) => someMail(`${name}@example.org`)));
    await expect.poll(() => stateOf('gone@example.org'), patience).toBe('refused');
    await expect.poll(() => stateOf('spam@example.org'), patience).toBe('refused');
    await expect.poll(() => stateOf('well@example.org'), patience).toBe('sent');
    await expect.poll(async () => (await mailJobs(database))[gone]?.state, patience).toBe('failed');
    await expect.poll(async () => (await mailJobs(database))[spam]?.state, patience).toBe('failed');
    const outbox = await outboxOf(database);
    expect(outbox['gone@example.org']).toMatchObject({ attempts: 1, last_error: expect.stringContaining('550') });
    expect(outbox['spam@example.org']).toMatchObject({ attempts: 1, last_error: expect.stringContaining('554') });
    expect((await mailJobs(database))[gone]?.reason).toContain('550');
    expect(host.logged(), 'a log names nobody who gets mail').not.toContain('gone@example.org');
  });

  test('that did not go now is tried again, under the same Message-ID (MAIL-3, MAIL-4)', async () => {
    const ways = ['defer', 'dropBefore', 'dropAfter'] as const;
    for (const way of ways) server.behave(`${way}@example.org`, way);
    await host.post(...ways.map((way) => someMail(`${way}@example.org`)));
    for (const way of ways) await expect.poll(() => server.triesOf(`${way}@example.org`), patience).toBeGreaterThan(0);
    for (const way of ways) server.behave(`${way}@example.org`, 'none');
    for (const way of ways) {
      const to = `${way}@example.org`;
      await expect.poll(() => stateOf(to), patience).toBe('sent');
      // A server that keeps a mail and cuts the line before it says so gets it again: nobody can know.
      const ids = takenFor(to).map(({ messageId }) => messageId);
      expect(ids).toHaveLength(way === 'dropAfter' ? server.triesOf(to) : 1);
      expect(new Set(ids)).toEqual(new Set([(await outboxOf(database))[to]?.message_id]));
    }
  });

  test('of a sender whom the server does not know waits for its operator (MAIL-5)', async () => {
    server.behave('sender', 'refuseSender');
    await host.post(someMail('later@example.org'));
    await expect.poll(async () => (await outboxOf(database))['later@example.org']?.last_error, patience).toContain('550');
    expect(await stateOf('later@example.org')).toBe('waiting');
    server.behave('sender', 'none');
    await expect.poll(() => stateOf('later@example.org'), patience).toBe('sent');
  });

  test('is given up 24 hours after it was posted (MAIL-6)', async () => {
    server.behave('old@example.org', 'defer');
    const id = await inTransaction(database, async (within) => {
      const [posted = 0] = await host.mailing.post(within, someMail('old@example.org'));
      await sql`update mail_outbox set created_at = now() - interval '25 hours' where id = ${posted}`.execute(within.db);
      return posted;
    });
    await expect.poll(() => stateOf('old@example.org'), patience).toBe('dead');
    await expect.poll(async () => (await mailJobs(database))[id]?.state, patience).toBe('failed');
    expect((await outboxOf(database))['old@example.org']).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining('451'),
    });
    expect((await mailJobs(database))[id]?.reason).toContain('24 hours');
  });

  test('that the server took is noted for as long as that takes, and not sent again (MAIL-3)', async () => {
    await database.asOwner(({ pool }) =>
      pool.query(`
        create function full_disk() returns trigger language plpgsql as $$ begin
          raise exception 'no space' using errcode = '53100';
        end $$;
        create trigger full_disk before update on mail_outbox for each row
          when (new.state = 'sent' and new.recipient = 'noted@example.org') execute function full_disk();`),
    );
    await host.post(someMail('noted@example.org'));
    await expect.poll(() => takenFor('noted@example.org').length, patience).toBe(1);
    expect(await stateOf('noted@example.org')).toBe('waiting');
    await database.asOwner(({ pool }) => pool.query('drop function full_disk cascade'));
    await expect.poll(() => stateOf('noted@example.org'), patience).toBe('sent');
    expect(takenFor('noted@example.org')).toHaveLength(1);
    expect((await outboxOf(database))['noted@example.org']?.attempts).toBe(1);
  });

  test('is not sent by a try whose job went on elsewhere, nor once it was sent (MAIL-3)', async () => {
    server.behave('held@example.org', 'refuse');
    const [id = 0] = await host.post(someMail('held@example.org'));
    await expect.poll(() => stateOf('held@example.org'), patience).toBe('refused');
    const other = openMailServer(server.url, 'console@example.org');
    const { work } = sendingMail(database, other);
    const signal = new AbortController().signal;
    const tries = server.triesOf('held@example.org');
    const told = { mail: id, mitasId: null };
    const attempt = { signal, progress: () => undefined };
    const lost = { ...attempt, number: 1, hold: () => Promise.reject(new Error('elsewhere')) };
    await expect(work(told, lost)).rejects.toThrow('elsewhere');
    expect(server.triesOf('held@example.org')).toBe(tries);
    // A person has it tried again, and once more when it was sent.
    server.behave('held@example.org', 'none');
    const hold = () => Promise.resolve();
    await work(told, { ...attempt, number: 1, hold });
    await work(told, { ...attempt, number: 2, hold });
    other.close();
    expect(takenFor('held@example.org')).toHaveLength(1);
    expect(await stateOf('held@example.org')).toBe('sent');
  });

  test('goes over few connections, each mail once, whichever of two hosts sends it (MAIL-3)', async () => {
    const second = await startMailHost(database, { smtpUrl: server.url });
    const names = Array.from({ length: 60 }, (_, i) => `many-${i}@example.org`);
    await Promise.all([
      host.post(...names.slice(0, 30).map((to) => someMail(to))),
      second.post(...names.slice(30).map((to) => someMail(to))),
    ]);
    const sentOf = async () =>
      Object.values(await outboxOf(database)).filter(({ recipient, state }) => names.includes(recipient) && state === 'sent');
    await expect.poll(async () => (await sentOf()).length, patience).toBe(60);
    await second.close();
    const taken = server.taken.filter(({ to }) => names.includes(to)).map(({ to }) => to);
    expect(taken.toSorted()).toEqual(names.toSorted());
    expect(server.mostConnections(), 'four of each host').toBeLessThanOrEqual(8);
  });
});

test('mails are kept for 30 days, and as long as they wait (MAIL-8)', async () => {
  const database = await withTestDatabase();
  const host = await startMailHost(database, {});
  const states = ['kept', 'sent', 'refused', 'dead', 'waiting'];
  const mails = ['old', 'new'].flatMap((age) => states.map((state) => ({ age, state, to: `${state}@${age}.example.org` })));
  const ids = await host.post(...mails.map(({ to }) => someMail(to)));
  for (const [at, { age, state }] of mails.entries())
    await sql`
      update mail_outbox set state = ${state}, created_at = now() - make_interval(days => ${age === 'old' ? 31 : 29})
      where id = ${ids[at]}`.execute(database.db);
  await sweepMails(database);
  const kept = mails.filter(({ age, state }) => age === 'new' || state === 'waiting').map(({ to }) => to);
  expect(Object.keys(await outboxOf(database)).toSorted()).toEqual(kept.toSorted());
  await host.close();
  await database.close();
});

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

  test('that says nothing any more is given up after a while, and tried again (MAIL-4)', async () => {
    const server = await startMailServer();
    const host = await startMailHost(database, {
      smtpUrl: server.url,
      patience: { connecting: 5_000, greeting: 5_000, answer: 1_000 },
    });
    server.behave('mute@example.org', 'stall');
    await host.post(someMail('mute@example.org'));
    await expect.poll(async () => (await state('mute@example.org'))?.last_error, patience).toMatch(/timeout/i);
    server.behave('mute@example.org', 'none');
    await expect.poll(async () => (await state('mute@example.org'))?.state, patience).toBe('sent');
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(1);
    await host.close();
    await server.close();
  });

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
});
