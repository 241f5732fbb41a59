import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchAlarmMails } from '../../../../host/domain/mail/alarm-mails.ts';
import type { PostMail } from '../../../../host/domain/mail/post-mail.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { newestMails } from '../../../../host/platform/store/accounts/outbox.ts';
import { type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { holdAlarmMails, systemsToMail } from '../../../../host/platform/store/fleet/alarm-mails.ts';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { type MailHost, startMailHost, testPageUrl } from '../../../support/mail-stage.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';

const patience = { timeout: 30_000, interval: 20 };
const log = pino({ level: 'silent' });

describe.each(triedEngines)('alarms are mailed on the %s engine (MAIL-16)', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let host: MailHost;
  let now: number;
  let rx: number[];
  const open: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    database = await emptied();
    now = Date.now();
    const db = planted(database);
    const systems = [{ id: 'field', common_name: 'Salmon River', timezone: 'America/Boise' }];
    await db.insertInto('systems').values(systems).execute();
    const receivers = ['Crest', 'Weir'].map((alias) => ({ system_id: 'field', alias }));
    rx = (await db.insertInto('receivers').values(receivers).returning('id').execute()).map(({ id }) => id);
    for (const [username, wishes] of [
      ['ada', {}],
      ['ben', {}],
      ['cid', { email_alarms: false }],
      ['dot', { emails_enabled: false }],
    ] as const) {
      const person = { username, email: `${username}@example.org`, password_hash: null };
      const { id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
      await db
        .insertInto('memberships')
        .values({ user_id: id, system_id: 'field', role_id: 4, ...wishes })
        .execute();
    }
    host = await startMailHost(database, {});
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await host.close();
  });

  /** Starts another host that watches alarms. */
  const watch = (post: PostMail = host.mailing.post) => {
    const bus = createLocalBus();
    open.push(watchAlarmMails({ database, bus, post, pageUrl: () => testPageUrl, log, now: () => now }));
  };
  const raise = (...codes: readonly number[]) =>
    addAlarms(
      database,
      'field',
      codes.map((code) => ({ rxId: rx[0] ?? 0, code, at: now })),
    );
  const mails = async () => (await newestMails(database, 100)).toReversed();
  const subjects = async () => (await mails()).map(({ recipient, subject }) => `${recipient}: ${subject}`);
  const lookedAt = async () => (await database.pool.query('select last_id from alarm_mails')).rows as unknown;

  test('to who has subscribed, once by two hosts, each with its own link', async () => {
    watch();
    watch();
    const at = Date.UTC(2026, 6, 1, 18);
    now = at;
    const missed = { since: at - 300_000, minutes: 5 };
    await addAlarms(database, 'field', [{ rxId: rx[0] ?? 0, code: 4101, at, missed }]);
    const subject = "Salmon River: 'Crest' has gone offline.";
    await expect.poll(subjects, patience).toEqual([`ada@example.org: ${subject}`, `ben@example.org: ${subject}`]);
    const [first, second] = await mails();
    expect(first).toMatchObject({ system_id: 'field', kind: 'alarm', state: 'kept' });
    expect(first?.body_text).toContain('Raised: 2026-07-01 12:00:00\nOffline since: 2026-07-01 11:55:00');
    expect(first?.body_text).toContain(`${testPageUrl}/dashboard/field`);
    expect(first?.unsubscribe_url).not.toBe(second?.unsubscribe_url);
    await raise(2100);
    await expect.poll(async () => (await mails()).length, patience).toBe(4);
  });

  test('none of a receiver that is snoozed, nor of yesterday', async () => {
    const [snoozed = 0, heard = 0] = rx;
    const until = { system_id: 'field', rx_id: snoozed, snooze_until: new Date(Date.now() + 3_600_000) };
    await planted(database).insertInto('rx_snooze').values(until).execute();
    watch();
    await addAlarms(database, 'field', [
      { rxId: snoozed, code: 3100, at: now },
      { rxId: heard, code: 4101, at: now - 25 * 3_600_000 },
    ]);
    await expect.poll(lookedAt, patience).toEqual([{ last_id: 2 }]);
    expect(await subjects()).toEqual([]);
    // Nor do they count towards a person's emails in ten minutes.
    expect((await database.pool.query('select window_mails from alarm_mails')).rows).toEqual([{ window_mails: 0 }]);
    await addAlarms(database, 'field', [{ rxId: heard, code: 2100, at: now }]);
    await expect.poll(subjects, patience).toHaveLength(2);
  });

  test('as a digest where they are more than five in ten minutes (MAIL-17)', async () => {
    await raise(3100, 4102, 2101, 3101, 2102, 4103);
    watch();
    await expect
      .poll(subjects, patience)
      .toEqual(['ada@example.org: Salmon River: 6 alarms', 'ben@example.org: Salmon River: 6 alarms']);
    const [digest] = await mails();
    expect(digest?.body_text).toContain("'Crest' memory is full!");
    await raise(4104);
    // The alarms of the other system are read after these.
    await planted(database).insertInto('systems').values({ id: 'west', common_name: 'West' }).execute();
    await planted(database)
      .insertInto('alarms')
      .values({ system_id: 'west', alarm_code_id: 3100, alias: 'R', site_name: '' })
      .execute();
    await expect.poll(lookedAt, patience).toContainEqual({ last_id: 1 });
    expect(await subjects()).toHaveLength(2);
    now += 10 * 60_000;
    await expect.poll(subjects, patience).toHaveLength(4);
    expect((await mails()).at(-1)?.subject).toBe("Salmon River: 'Crest' refused a command.");
  });

  test('by one host at a time: another one leaves a system alone until the first is done', async () => {
    await systemsToMail(database, 'alarm_mails');
    await inTransaction(database, async (one) => {
      expect(await holdAlarmMails(one, 'alarm_mails', 'field')).toMatchObject({ lastId: 0 });
      expect(await inTransaction(database, (other) => holdAlarmMails(other, 'alarm_mails', 'field'))).toBeUndefined();
    });
  });

  test('all or none of one moment: what could not be posted is posted by the next look', async () => {
    let failures = 0;
    watch(async (within, ...posted) => {
      const ids = await host.mailing.post(within, ...posted);
      if (failures++ < 2) throw new Error('planted');
      return ids;
    });
    await raise(4101);
    await expect.poll(subjects, patience).toHaveLength(2);
    expect(failures).toBe(3);
  });
});
