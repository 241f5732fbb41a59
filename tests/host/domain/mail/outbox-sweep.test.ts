import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepMails } from '../../../../host/domain/mail/outbox-sweep.ts';
import { mailJob } from '../../../../host/domain/mail/post-mail.ts';
import { type Database } from '../../../../host/platform/store/database.ts';
import { mailJobs, outboxOf, someMail, startMailHost } from '../../../support/mail-stage.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 20 };

describe.each(triedEngines)('mails past their time on the %s engine', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(() => sql`delete from mail_outbox`.execute(database.db));

  test('are those of 30 days ago (MAIL-8)', async () => {
    const host = await startMailHost(database, {});
    const states = ['kept', 'sent', 'refused', 'cancelled', 'dead'];
    const mails = ['old', 'new'].flatMap((age) => states.map((state) => ({ age, state, to: `${state}@${age}.example.org` })));
    const ids = await host.post(...mails.map(({ to }) => someMail(to)));
    for (const [at, { age, state }] of mails.entries())
      await sql`
        update mail_outbox set state = ${state}, created_at = now() - make_interval(days => ${age === 'old' ? 31 : 29})
        where id = ${ids[at]}`.execute(database.db);
    await sweepMails(database);
    const kept = mails.filter(({ age }) => age === 'new').map(({ to }) => to);
    expect(Object.keys(await outboxOf(database)).toSorted()).toEqual(kept.toSorted());
    await host.close();
  });

  test('are none that still wait; one whose job is over waits no more (MAIL-8, MAIL-15)', async () => {
    const names = ['waits', 'stopped', 'exhausted', 'forgotten'].map((name) => `${name}@example.org`);
    const server = await startMailServer();
    for (const to of names) server.behave(to, 'defer');
    const first = await startMailHost(database, { smtpUrl: server.url });
    const ids = await first.post(...names.map((to) => someMail(to)));
    const untried = async () => Object.values(await outboxOf(database)).filter(({ last_error }) => last_error === null);
    await expect.poll(untried, patience).toEqual([]);
    await first.close();
    await server.close();

    const host = await startMailHost(database, {});
    const jobs = await mailJobs(database);
    const [, stopped = '', exhausted, forgotten] = ids.map((id) => jobs[id]?.jobId);
    await host.jobs.cancel(mailJob, stopped);
    await sql`update jobs.job set state = 'failed', completed_on = now() where id = ${exhausted}`.execute(database.db);
    await sql`delete from jobs.job where id = ${forgotten}`.execute(database.db);
    await sweepMails(database);
    const outbox = await outboxOf(database);
    expect(names.map((to) => outbox[to]?.state)).toEqual(['waiting', 'cancelled', 'dead', 'dead']);
    for (const to of names) expect(outbox[to]?.last_error).toContain('451');
    await sql`update mail_outbox set created_at = now() - interval '31 days'`.execute(database.db);
    await sweepMails(database);
    expect(Object.keys(await outboxOf(database))).toEqual(['waits@example.org']);
    await host.close();
  });

  test('are no more than 50,000 that wait: one more is refused, and not kept (MAIL-1)', async () => {
    const host = await startMailHost(database, { smtpUrl: 'smtp://127.0.0.1:1' });
    const jobs = sql.table('jobs.job');
    await sql`delete from ${jobs} where name = ${mailJob.name}`.execute(database.db);
    await sql`
      insert into ${jobs} (name, data, start_after)
      select ${mailJob.name}, '{"input":{"mail":0}}', now() + interval '1 day' from generate_series(1, 50000)`.execute(
      database.db,
    );
    const leave = (waiting: number) =>
      sql`delete from ${jobs} where id in (
        select id from ${jobs} where name = ${mailJob.name} offset ${waiting})`.execute(database.db);
    await expect(host.post(someMail('late@example.org'))).rejects.toMatchObject({ status: 503 });
    await leave(49_999);
    await expect(host.post(someMail('one@example.org'), someMail('other@example.org'))).rejects.toMatchObject({ status: 503 });
    expect(await outboxOf(database)).toEqual({});
    await host.post(someMail('last@example.org'));
    expect(Object.keys(await outboxOf(database))).toEqual(['last@example.org']);
    await leave(0);
    await host.close();
  });
});
