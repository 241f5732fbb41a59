import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockOf } from '../../../../host/platform/timezone.ts';
import type { Account } from '#model/entities/account.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { System } from '#model/entities/system.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, addSystem, startTestHost, testPassword, testVersion, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';
import { plantTransmitters } from '../../../support/transmitter-samples.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The calls of a system (CALL-3), answered from the database. */
describe.each(triedEngines)('calls on the %s database', (engine) => {
  let host: TestHost;
  let browser: TestBrowser;
  let token: string;
  let ann: number;

  beforeAll(async () => {
    host = await startTestHost({ engine });
    ann = await addPerson(host, 'ann');
    const bob = await addPerson(host, 'bob');
    await addSystem(host, 'own', [[ann, 2]], { timezone: 'America/Boise' });
    await addSystem(host, 'empty', [[ann, 4]]);
    await addSystem(host, 'foreign', [[bob, 1]]);
    browser = host.browser();
    token = await browser.logIn('ann', testPassword);
  });
  afterAll(() => host.close());

  async function get<T>(url: string): Promise<T> {
    const { status, text, json } = await browser.send('GET', url, { token });
    expect([status, text]).toEqual([200, text]);
    return json as T;
  }
  const patch = (url: string, body: unknown) => browser.send('PATCH', url, { token, body });
  const at = (ms: number) => new Date(ms).toISOString();

  describe('the account', () => {
    test('is who logged in, and nothing of the password (ACC-1)', async () => {
      const account = await get<Account>('/api/app/client/account');
      expect(account).toEqual({
        id: ann,
        username: 'ann',
        email: 'ann@example.org',
        firstName: 'Test',
        lastName: 'ann',
        activated: true,
        createdAt: expect.any(Number),
        lastLogin: expect.any(Number),
        mitasId: null,
        darkMode: true,
        csvForExcel: false,
        timezone: 'UTC',
        pendingEmail: null,
      });
    });

    test('changes by its owner, and the answer is what is stored', async () => {
      const change = { firstName: ' Ann ', lastName: 'Bell', username: 'annbell', email: 'ann@example.org' };
      const answer = await patch('/api/app/client/account', change);
      expect([answer.status, answer.json]).toEqual([200, { ...change, firstName: 'Ann', pendingEmail: null }]);
      expect(await get('/api/app/client/account')).toMatchObject({ ...change, firstName: 'Ann' });
    });

    test('refuses the username of another person, by field', async () => {
      const change = { firstName: 'Ann', lastName: 'Bell', username: 'BOB', email: 'ann@example.org' };
      const { status, json } = await patch('/api/app/client/account', change);
      const error = { code: 409, type: 'Conflict', message: 'This username is taken', field: 'username' };
      expect([status, json]).toEqual([409, { error }]);
    });

    test('keeps whether CSV files are for Excel (FILE-17)', async () => {
      for (const csvForExcel of [true, false]) {
        expect((await patch('/api/app/client/csv-for-excel', { csvForExcel })).json).toEqual({ csvForExcel });
        expect(await get('/api/app/client/account')).toMatchObject({ csvForExcel });
      }
    });

    test('keeps dark mode', async () => {
      for (const darkMode of [false, true, false]) {
        expect((await patch('/api/app/client/dark-mode', { darkMode })).json).toEqual({ darkMode });
        expect(await get('/api/app/client/account')).toMatchObject({ darkMode });
      }
    });

    test('keeps the timezone, with a fresh token', async () => {
      const { json } = await patch('/api/app/client/timezone', { timezone: 'Europe/Zurich', autoTimezone: false });
      const { token: fresh, clientAccount } = json as { token: string; clientAccount: Account };
      expect(clientAccount.timezone).toBe('Europe/Zurich');
      expect((await browser.send('GET', '/api/app/client/account', { token: fresh })).status).toBe(200);
      const { systems } = await get<{ systems: System[] }>('/api/app/client/mitas');
      expect(systems.map(({ autoTimezone }) => autoTimezone)).toEqual([false, false]);
    });
  });

  describe('the systems', () => {
    test("are the person's own, by name, with how to reach their sockets (SYS-1)", async () => {
      const { systems } = await get<{ systems: System[] }>('/api/app/client/mitas');
      expect(systems.map(({ mitasId, RoleId }) => [mitasId, RoleId])).toEqual([
        ['empty', 4],
        ['own', 2],
      ]);
      expect(systems[1]).toMatchObject({
        url: '127.0.0.1',
        wsPort: 8081,
        commonName: 'System own',
        timezone: 'America/Boise',
        demo: false,
      });
      expect(systems[1]?.roles.map(({ name }) => name)).toEqual(['Owner', 'Administrator', 'Researcher', 'Viewer']);
    });

    test('choosing one makes it the current one; another person’s is refused', async () => {
      const chosen = await patch('/api/app/client/host', { mitasId: 'own' });
      expect(chosen.json).toMatchObject({ token: expect.any(String), clientAccount: { mitasId: 'own' } });
      for (const mitasId of ['foreign', 'nosuch']) {
        const { status, json } = await patch('/api/app/client/host', { mitasId });
        expect([status, json]).toEqual([
          403,
          { error: { code: 403, type: 'Forbidden', message: 'You are not authorized to view this MITAS' } },
        ]);
      }
      expect(await get('/api/app/client/account')).toMatchObject({ mitasId: 'own' });
    });

    test('tell their own settings (SYS-2), and how their clocks go (SYS-16)', async () => {
      const { config } = await get<{ config: object }>('/api/mitashost/own/config');
      const version = engine === 'embedded' ? /^18\./ : /^\d+\./;
      expect(config).toEqual({
        mitasId: 'own',
        commonName: 'System own',
        status: 1,
        hostVersion: testVersion,
        dbVersion: expect.stringMatching(version),
        maxReceivers: 100,
        expiry: null,
        clockSyncInterval: 3600,
        ftpsPort: 8990,
        ftpsProblem: null,
        timezone: 'America/Boise',
        autoTimezone: false,
        clock: clockOf('America/Boise', Date.now()),
        email: { emailsEnabled: true, emailAlarms: true, emailReports: true, emailTagSpotted: true },
        sidebar: { disabled: [], hidden: [], enabled: ['collaborators'] },
      });
    });
  });

  describe('the fleet', () => {
    let rxIds: number[];
    let siteId: number;
    const now = Date.now();

    beforeAll(async () => {
      const { db } = host.database;
      const site = await planted(host.database)
        .insertInto('sites')
        .values({ system_id: 'own', alias: 'Weir', color: '#112233', point_style: 'rect' })
        .returning('id')
        .executeTakeFirstOrThrow();
      siteId = site.id;
      await planted(host.database).insertInto('sites').values({ system_id: 'own', alias: 'Bridge' }).execute();
      const made = await planted(host.database)
        .insertInto('receivers')
        .values([
          {
            system_id: 'own',
            alias: 'weir 2',
            site_id: siteId,
            model: 0,
            latitude: 44.5,
            longitude: -113.25,
          },
          { system_id: 'own', alias: 'Weir 1', site_id: siteId, model: 0 },
          { system_id: 'own', alias: 'Alone', enabled: false },
        ])
        .returning('id')
        .execute();
      rxIds = made.map(({ id }) => id);
      await db
        .insertInto('receiver_reports')
        .values([
          {
            rx_id: rxIds[0] ?? 0,
            status: 4,
            status_time: at(now),
            info_time: at(now - 1_000),
            model: 1,
            voltage: 12.5,
            memory_used_mb: 1.5,
            memory_total_mb: 8,
            firmware_major: 2,
            firmware_minor: 0,
            firmware_patch: 0,
          },
          { rx_id: rxIds[1] ?? 0, status: 1 },
        ])
        .execute();
      await planted(host.database).insertInto('receivers').values({ system_id: 'foreign', alias: 'Foreign' }).execute();
    });

    test('is listed with its sites, each with its receivers by alias, and nothing of other systems (RX-2, SITE-1)', async () => {
      const [two = 0, one = 0, alone = 0] = rxIds;
      const { receivers, sites } = await get<{ receivers: Receiver[]; sites: object[] }>('/api/mitashost/own/receiver-sites');
      expect(receivers.map(({ id, alias }) => [id, alias])).toEqual([
        [alone, 'Alone'],
        [one, 'Weir 1'],
        [two, 'weir 2'],
      ]);
      expect(receivers[2]).toEqual({
        id: two,
        SiteId: siteId,
        alias: 'weir 2',
        model: 1,
        ipAddress: '',
        portNumber: 20001,
        enabled: true,
        status: 4,
        statusTime: now,
        color: '#9ccc65',
        latitude: 44.5,
        longitude: -113.25,
        memoryUsedMb: 1.5,
        memoryTotalMb: 8,
        voltage: 12.5,
        firmwareMajor: 2,
        firmwareMinor: 0,
        firmwarePatch: 0,
        infoTime: now - 1_000,
        heardTime: null,
        uploadsEveryMs: null,
        rev: 0,
      });
      // One has not reported its model; one is disabled and has never reported (RX-12).
      expect(receivers.map(({ model, status, infoTime }) => [model, status, infoTime])).toEqual([
        [-1, -1, null],
        [0, 1, null],
        [1, 4, now - 1_000],
      ]);
      expect(sites).toEqual([
        { id: siteId + 1, alias: 'Bridge', color: '#4caf50', pointStyle: 'circle', rxIds: [], rev: 0 },
        { id: siteId, alias: 'Weir', color: '#112233', pointStyle: 'rect', rxIds: [one, two], rev: 0 },
      ]);
      expect(await get('/api/mitashost/empty/receiver-sites')).toEqual({
        asOf: { epoch: expect.any(String), revision: 0 },
        receivers: [],
        sites: [],
      });
    });

    test('has the changes of 7 days, and the state each receiver had before them (RX-27)', async () => {
      const [two = 0, one = 0] = rxIds;
      const events: [number, number, number][] = [
        [two, now - 20 * day, 4],
        [two, now - 8 * day, 0],
        [two, now - 6 * day, 4],
        [one, now - 9 * day, 1],
        [one, now - hour, 0],
      ];
      await host.database.db
        .insertInto('receiver_state_events')
        .values(events.map(([rx_id, ms, status]) => ({ system_id: 'own', rx_id, at: at(ms), status })))
        .execute();
      const { states, initialStates } = await get<{ states: unknown[]; initialStates: unknown[] }>(
        '/api/mitashost/own/receivers/states',
      );
      expect(states).toEqual([
        { rxId: two, state: 4, ts: now - 6 * day },
        { rxId: one, state: 0, ts: now - hour },
      ]);
      expect(initialStates).toHaveLength(2);
      expect(initialStates).toEqual(
        expect.arrayContaining([
          { rxId: two, state: 0, ts: now - 8 * day },
          { rxId: one, state: 1, ts: now - 9 * day },
        ]),
      );
    });

    test('alarms come newest first, within bounds, in the time of the system (ALM-1, ALM-7)', async () => {
      const noon = Date.parse('2026-01-15T19:00:00Z');
      for (let i = 0; i < 30; i++) {
        await host.database.db
          .insertInto('alarms')
          .values({ system_id: 'own', alarm_code_id: 4101, alias: `rx ${i}`, site_name: 'Weir', at: at(noon + i * hour) })
          .execute();
      }
      const list = async (query: string) =>
        (await get<{ alarms: { id: number; FormattedTime: string }[] }>(`/api/mitashost/own/alarms${query}`)).alarms;
      const newest = await list('');
      expect(newest.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => 30 - i));
      expect(newest[0]).toEqual({
        id: 30,
        AlarmCodeId: 4101,
        alias: 'rx 29',
        siteName: 'Weir',
        FormattedTime: '2026-01-16 17:00:00',
      });
      expect((await list(`?from=${noon}&to=${noon + hour}`)).map(({ FormattedTime }) => FormattedTime)).toEqual([
        '2026-01-15 13:00:00',
        '2026-01-15 12:00:00',
      ]);
      expect(await list('?limit=3')).toHaveLength(3);
      expect((await get<{ alarms: unknown[] }>('/api/mitashost/empty/alarms')).alarms).toEqual([]);
    });

    test.each(['PST', 'Mars/Base'])('alarms of a system whose stored timezone is %s come in UTC (ALM-1)', async (timezone) => {
      const [system, name] = [timezone.replace('/', '-'), `zoe-${timezone.slice(0, 3)}`];
      await addSystem(host, system, [[await addPerson(host, name), 4]], { timezone });
      await host.database.db
        .insertInto('alarms')
        .values({ system_id: system, alarm_code_id: 4101, alias: 'rx', site_name: 'Weir', at: '2026-01-15T19:00:00Z' })
        .execute();
      const zoe = host.browser();
      const login = await zoe.logIn(name, testPassword);
      for (let i = 0; i < 2; i++) {
        const { status, json } = await zoe.send('GET', `/api/mitashost/${system}/alarms`, { token: login });
        expect([status, json]).toMatchObject([200, { alarms: [{ FormattedTime: '2026-01-15 19:00:00' }] }]);
      }
      const lines = host.logged().split('\n');
      const warned = lines.filter((line) => line.includes(`"timezone":"${timezone}"`));
      expect(warned.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40]);
    });

    test('the beacon summary counts what fits a beacon, of 7 days and of the past hour (REG-11, REG-12)', async () => {
      const { db } = host.database;
      const [rx = 0] = rxIds;
      const [coded = 0, beeper = 0] = await plantTransmitters(host.database, 'own', [
        { serial_number: 'BEACON-1', protocol_id: 19, code_number: 501, frequency_hz: 150_000_000 },
        { serial_number: 'BEEPER-1', protocol_id: 7, code_number: null, frequency_hz: 151_000_000 },
        { serial_number: 'ANIMAL-1', protocol_id: 19, code_number: 77, frequency_hz: 150_000_000, purpose: 0 },
      ]);
      const heard = (hoursAgo: number, freq_hz: number, code: number, type: number, count: number, system_id = 'own') => ({
        system_id,
        rx_id: rx,
        ant: 2,
        hour: at(Math.floor(Date.now() / hour) * hour - hoursAgo * hour),
        freq_hz,
        code,
        type,
        count,
        sum_power: -80 * count,
        sum_power_sq: 6400 * count,
        max_power: -70,
      });
      await db
        .insertInto('contacts_hourly_codes')
        .values([
          heard(0, 150_000_000, 501, 19, 5),
          heard(0, 150_003_000, 501, 19, 2),
          heard(0, 150_004_000, 501, 19, 100),
          heard(0, 150_000_000, 502, 19, 100),
          // A beeper sends no code, whatever number the contact has (CON-5).
          heard(0, 150_000_000, 501, 7, 100),
          heard(0, 150_000_000, 77, 19, 100),
          heard(0, 150_000_000, 501, 19, 100, 'foreign'),
          heard(50, 150_000_000, 501, 19, 10),
          heard(24 * 8, 150_000_000, 501, 19, 1000),
          heard(30, 151_001_000, 0, 7, 4),
          heard(30, 151_001_000, 9, 18, 100),
        ])
        .execute();
      expect(await get('/api/mitashost/own/transmitters/beacons/summary')).toEqual({
        all: [
          { ReceiverId: rx, TransmitterId: coded, antenna: 2, hits: 17 },
          { ReceiverId: rx, TransmitterId: beeper, antenna: 2, hits: 4 },
        ],
        recent: [{ ReceiverId: rx, TransmitterId: coded, antenna: 2, hits: 7 }],
      });
      expect(await get('/api/mitashost/empty/transmitters/beacons/summary')).toEqual({ all: [], recent: [] });
      const receivers = planted(host.database).updateTable('receivers').where('id', '=', rx);
      await receivers.set({ retired_at: new Date() }).execute();
      expect(await get('/api/mitashost/own/transmitters/beacons/summary')).toEqual({ all: [], recent: [] });
      await receivers.set({ retired_at: null }).execute();
    });

    test('the transmitters of the system, in MHz and kHz, and its models (REG-1, REG-17)', async () => {
      const [made] = await planted(host.database)
        .insertInto('transmitters')
        .values({
          system_id: 'own',
          serial_number: 'A-000001',
          model_number: 'TX',
          protocol_id: 18,
          frequency_hz: 166_380_000,
          frequency_variance_hz: 1_500,
          code_number: 42,
          emit_interval_ms: 5_000,
          emit_interval_variance_ms: 10,
        })
        .returning('id')
        .execute();
      const { transmitters, models } = (await get('/api/mitashost/own/transmitters')) as {
        transmitters: { serialNumber: string }[];
        models: { id: number; modelNumber: string }[];
      };
      const model = models.find(({ modelNumber }) => modelNumber === 'TX');
      expect(transmitters.find(({ serialNumber }) => serialNumber === 'A-000001')).toEqual({
        id: made?.id,
        serialNumber: 'A-000001',
        TransmitterModelId: model?.id,
        modelNumber: 'TX',
        protocolId: 18,
        frequency: 166.38,
        frequencyVariance: 1.5,
        codeNumber: 42,
        emitInterval: 5_000,
        emitIntervalVariance: 10,
        purpose: 0,
        isTagged: false,
        measuredInterval: null,
      });
      expect(await get('/api/mitashost/empty/transmitters')).toMatchObject({ transmitters: [], models: [] });
    });
  });
});
