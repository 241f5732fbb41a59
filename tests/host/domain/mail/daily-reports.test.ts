import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchDailyReports } from '../../../../host/domain/mail/daily-reports.ts';
import { newestMails } from '../../../../host/platform/store/accounts/outbox.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { LookingHosts } from '../../../support/looking-hosts.ts';
import { type MailHost, startMailHost, testPageUrl } from '../../../support/mail-stage.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const hour = 3_600_000;

describe.each(triedEngines)('daily reports on the %s engine (MAIL-19)', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let host: MailHost;
  let rx: number[];
  let hosts: LookingHosts;

  beforeEach(async () => {
    database = await emptied();
    const db = planted(database);
    const field = { common_name: 'Elbe', timezone: 'Europe/Berlin' };
    await db
      .insertInto('systems')
      .values([
        { id: 'field', ...field },
        { id: 'off', ...field, offline: true },
      ])
      .execute();
    const receivers = ['Crest', 'Weir'].map((alias) => ({ system_id: 'field', alias }));
    rx = (await db.insertInto('receivers').values(receivers).returning('id').execute()).map(({ id }) => id);
    await db
      .insertInto('receiver_reports')
      .values({ rx_id: rx[0] ?? 0, status: 4 })
      .execute();
    for (const [username, email_reports] of [
      ['ada', true],
      ['ben', false],
    ] as const) {
      const person = { username, email: `${username}@example.org`, password_hash: null };
      const { id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
      const of = ['field', 'off'].map((system_id) => ({ user_id: id, system_id, role_id: 4, email_reports }));
      await db.insertInto('memberships').values(of).execute();
    }
    host = await startMailHost(database, {});
    hosts = new LookingHosts();
  });
  afterEach(async () => {
    await hosts.close();
    await host.close();
  });

  const watch = () =>
    hosts.add((bus, now) => watchDailyReports({ database, bus, post: host.mailing.post, pageUrl: () => testPageUrl, log, now }));
  const reports = async () => (await newestMails(database, 100)).toReversed();
  const heard = (rxId: number, at: string, count: number) =>
    planted(database)
      .insertInto('contacts_hourly')
      .values({ system_id: 'field', rx_id: rxId, ant: 1, hour: new Date(at), count, sum_power: 0, sum_power_sq: 0, max_power: 0 })
      .execute();

  test('come once by two hosts at 07:00 of the system, also on the day on which its clocks go forward', async () => {
    hosts.now = Date.parse('2026-03-27T12:00:00Z');
    watch();
    watch();
    const sent: string[] = [];
    await hosts.look();
    // A report that was due before the first look is not sent.
    expect(await reports()).toEqual([]);
    for (const until = hosts.now + 72 * hour; hosts.now < until; hosts.now += hour) {
      await hosts.look();
      const mails = await reports();
      if (mails.length > sent.length)
        sent.push(`${new Date(hosts.now).toISOString()} ${mails.at(-1)?.recipient} ${mails.at(-1)?.subject}`);
      expect(mails).toHaveLength(sent.length);
    }
    expect(sent).toEqual([
      '2026-03-28T06:00:00.000Z ada@example.org Elbe: report of 2026-03-27',
      '2026-03-29T05:00:00.000Z ada@example.org Elbe: report of 2026-03-28',
      '2026-03-30T05:00:00.000Z ada@example.org Elbe: report of 2026-03-29',
    ]);
  });

  test('tell of states, of contacts against the day before, and of alarms that were not snoozed', async () => {
    const [crest = 0, weir = 0] = rx;
    // The 23-hour day, from 23:00 to 22:00.
    await heard(crest, '2026-03-28T22:00Z', 7);
    await heard(crest, '2026-03-28T23:00Z', 100);
    await heard(crest, '2026-03-29T21:00Z', 20);
    await heard(crest, '2026-03-29T22:00Z', 1_000);
    await heard(weir, '2026-03-27T22:00Z', 1_000);
    await heard(weir, '2026-03-27T23:00Z', 3);
    await addAlarms(database, 'field', [
      { rxId: weir, code: 3101, at: Date.parse('2026-03-28T22:59:59Z') },
      { rxId: crest, code: 3100, at: Date.parse('2026-03-29T10:00Z') },
      { rxId: weir, code: 4200, at: Date.parse('2026-03-29T11:00Z'), alias: 'B 12' },
      { rxId: weir, code: 4101, at: Date.parse('2026-03-29T22:00Z') },
    ]);
    hosts.now = Date.parse('2026-03-29T12:00Z');
    watch();
    await hosts.look();
    hosts.now = Date.parse('2026-03-30T08:00Z');
    await hosts.look();
    const [report] = await reports();
    expect(report?.body_text).toContain('online: 1\noffline: 1\n');
    expect(report?.body_text).toContain('Crest: 120 (7 the day before)\nWeir: 0 (3 the day before)');
    expect(report?.body_text).toContain(
      "There were 2 alarms:\n\n2026-03-29 12:00:00: 'Crest' memory is almost full.\n" +
        "2026-03-29 13:00:00: Beacon 'B 12' is silent at receiver 'Weir'.\n",
    );
    expect(report).toMatchObject({ kind: 'report', unsubscribe_url: expect.stringContaining('/unsubscribe?token=') });
  });

  test('count from midnight to midnight also where that is half past an hour of UTC', async () => {
    const [crest = 0] = rx;
    await planted(database).updateTable('systems').set({ timezone: 'Asia/Kolkata' }).where('id', '=', 'field').execute();
    const contact = { rxId: crest, ant: 1, freq: 150.1, code: 7, type: 8, power: -70 };
    const times = ['03-27T18:29', '03-27T18:30', '03-28T18:29', '03-28T18:30', '03-28T18:31', '03-29T18:29', '03-29T18:30'];
    await insertContacts(
      database.pool,
      'field',
      times.map((at) => ({ ...contact, ts: Date.parse(`2026-${at}Z`) })),
    );
    hosts.now = Date.parse('2026-03-29T00:00Z');
    watch();
    await hosts.look();
    hosts.now = Date.parse('2026-03-30T02:00Z');
    await hosts.look();
    expect((await reports()).at(-1)).toMatchObject({
      subject: 'Elbe: report of 2026-03-29',
      body_text: expect.stringContaining('Crest: 3 (2 the day before)'),
    });
  });
});
