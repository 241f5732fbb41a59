import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailJob } from '../../../../host/domain/mail/post-mail.ts';
import { sendingMail } from '../../../../host/domain/mail/send-mail.ts';
import { openMailServer } from '../../../../host/domain/mail/smtp.ts';
import { type Database, type Db, inTransaction } from '../../../../host/platform/store/database.ts';
import { mailJobs, type MailHost, outboxOf, someMail, startMailHost } from '../../../support/mail-stage.ts';
import { type MailStage, startMailServer } from '../../../support/mail-server.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 20 };

describe.each(triedEngines)('mail on the %s engine', (engine) => {
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
      // A server that stores an email but cuts the line before confirming gets it again: the host cannot
      // know.
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

  const age = (id: number, { db }: Db = database) =>
    sql`update mail_outbox set created_at = now() - interval '25 hours' where id = ${id}`.execute(db);

  test('is given up 24 hours after it was posted, and goes out when a person has it tried again (MAIL-6)', async () => {
    server.behave('old@example.org', 'defer');
    const [id = 0] = await host.post(someMail('old@example.org'));
    await expect.poll(async () => (await outboxOf(database))['old@example.org']?.last_error, patience).toContain('451');
    await age(id);
    await expect.poll(() => stateOf('old@example.org'), patience).toBe('dead');
    await expect.poll(async () => (await mailJobs(database))[id]?.state, patience).toBe('failed');
    const { reason, jobId } = (await mailJobs(database))[id] ?? {};
    expect(reason).toMatch(/24 hours.*451/);
    server.behave('old@example.org', 'none');
    await host.jobs.retry(mailJob, jobId ?? '');
    await expect.poll(() => stateOf('old@example.org'), patience).toBe('sent');
  });

  test('that nobody could try for 24 hours is given up unsent (MAIL-6)', async () => {
    const id = await inTransaction(database, async (within) => {
      const [posted = 0] = await host.mailing.post(within, someMail('late@example.org'));
      await age(posted, within);
      return posted;
    });
    await expect.poll(() => stateOf('late@example.org'), patience).toBe('dead');
    expect(server.triesOf('late@example.org')).toBe(0);
    await expect.poll(async () => (await mailJobs(database))[id]?.reason, patience).toContain('24 hours');
  });

  test('that the server took is noted for as long as that takes, and not sent again (MAIL-3)', async () => {
    // Disk full, deadlock, lock not available, query cancelled.
    const codes = ['53100', '40P01', '55P03', '57014'];
    await database.asOwner(({ pool }) =>
      pool.query(`
        create function no_note() returns trigger language plpgsql as $$ begin
          raise exception 'no' using errcode = upper(split_part(new.recipient, '@', 1));
        end $$;
        create trigger no_note before update on mail_outbox for each row
          when (new.state = 'sent' and new.recipient like '%@noted.example.org') execute function no_note();`),
    );
    const names = codes.map((code) => `${code}@noted.example.org`);
    const ids = await host.post(...names.map((to) => someMail(to)));
    const untold = () => ids.filter((id) => !new RegExp(`"mail":${id},.*could not be marked as sent`).test(host.logged()));
    await expect.poll(untold, patience).toEqual([]);
    expect(await Promise.all(names.map(stateOf))).toEqual(names.map(() => 'waiting'));
    await database.asOwner(({ pool }) => pool.query('drop function no_note cascade'));
    for (const to of names) {
      await expect.poll(() => stateOf(to), patience).toBe('sent');
      expect(takenFor(to)).toHaveLength(1);
      expect((await outboxOf(database))[to]?.attempts).toBe(1);
    }
    expect(host.logged()).not.toContain('@noted.example.org');
  });

  test('is not sent by a try whose job went on elsewhere, nor once it was sent (MAIL-3)', async () => {
    server.behave('held@example.org', 'refuse');
    const [id = 0] = await host.post(someMail('held@example.org'));
    await expect.poll(() => stateOf('held@example.org'), patience).toBe('refused');
    const other = openMailServer(server.url, 'console@example.org');
    const signal = new AbortController().signal;
    const { work } = sendingMail(database, other, { log: pino({ level: 'silent' }), stopped: signal });
    const tries = server.triesOf('held@example.org');
    const told = { mail: id, mitasId: null };
    const attempt = { signal, progress: () => undefined };
    const lost = { ...attempt, number: 1, hold: () => Promise.reject(new Error('elsewhere')) };
    await expect(work(told, lost)).rejects.toThrow('elsewhere');
    expect(server.triesOf('held@example.org')).toBe(tries);
    // Retried by a person, then once more after it was sent.
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
