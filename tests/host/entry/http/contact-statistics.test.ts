import fc from 'fast-check';
import type { Contact } from '#model/entities/contact.ts';
import { packedContactsType, unpackContacts } from '#model/contract/packed-contacts.ts';
import { packContacts } from '../../../support/packed-contacts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { planted } from '../../../support/planted.ts';
import { plantTransmitters } from '../../../support/transmitter-samples.ts';

/** GET receivers/numContacts and receivers/antenna/lastContacts (STAT-5, CALL-3). */

const hour = 3_600_000;
const pastDay = 'timeSelect=recent&recentAmount=24&recentUnit=hour';

let stage: ChangeStage;
let ada: Sitter;
let outsider: Sitter;
let now: number;
beforeAll(async () => {
  stage = await changeStage();
  ada = await stage.sit('ada', 4);
  outsider = await stage.sit('olga', 4, 'lake');
  await stage.change((writer) => writer.create('receiver', { alias: 'C' }));
  const [a, b] = stage.rx;
  now = Date.now();
  const heard = (rxId: number, ant: number, hours: number) => sampleContact({ rxId, ant, ts: now - hours * hour });
  await insertContacts(stage.host.database.pool, 'river', [
    ...[0.01, 1, 5, 23.9, 24.1, 40].map((hours) => heard(a, 1, hours)),
    ...[2, 3].map((hours) => heard(a, 4, hours)),
    heard(b, 2, 7),
  ]);
});
afterAll(() => stage.close());

const asked = async (path: string, who = ada) => (await who.call('GET', `/receivers/${path}`)).json;

describe('contacts in figures', () => {
  test('per receiver, each of the fleet, and per antenna, of one time: both count the same', async () => {
    const [a, b] = stage.rx;
    expect(await asked(`numContacts?${pastDay}`)).toEqual({
      rxContacts: [
        { rxId: a, rxName: 'A', siteName: '', count: 6 },
        { rxId: b, rxName: 'B', siteName: '', count: 1 },
        { rxId: expect.any(Number), rxName: 'C', siteName: '', count: 0 },
      ],
    });
    expect(await asked(`antenna/lastContacts?${pastDay}`)).toEqual({
      contacts: [
        { ReceiverId: a, antenna: 1, count: 4 },
        { ReceiverId: a, antenna: 4, count: 2 },
        { ReceiverId: b, antenna: 2, count: 1 },
      ],
    });
  });

  test('of a range, and of some receivers; none named is none', async () => {
    const [a, b] = stage.rx;
    const range = `timeSelect=range&range=${now - 4 * hour},${now + 9 * hour}`;
    expect(await asked(`antenna/lastContacts?${range}&filteredRxIds=${a},${b}`)).toEqual({
      contacts: [
        { ReceiverId: a, antenna: 1, count: 2 },
        { ReceiverId: a, antenna: 4, count: 2 },
      ],
    });
    expect(await asked(`antenna/lastContacts?${pastDay}&filteredRxIds=`)).toEqual({ contacts: [] });
  });

  test('by whole minutes, of the fleet together, of at most three hours (NAV-32)', async () => {
    const minute = 60_000;
    const heard = Math.floor((now - 0.01 * hour) / minute) * minute;
    const counted = (from: number, to: number, who = ada) => asked(`contactsPerMinute?timeSelect=range&range=${from},${to}`, who);
    expect(await counted(heard - 2 * minute - 1, heard + 0.5 * minute)).toEqual({
      startTime: heard - 2 * minute,
      counts: [0, 0],
    });
    const older = Math.floor((now - hour) / minute) * minute;
    expect(await counted(older, older + 2 * minute)).toEqual({ startTime: older, counts: [1, 0] });
    expect(await counted(older, older + 2 * minute, outsider)).toEqual({ startTime: older, counts: [0, 0] });
    expect(await counted(now - 3 * hour - 2 * minute, now)).toMatchObject({
      error: { message: 'Contacts are counted by the minute for at most 3 hours' },
    });
  });

  test('of a receiver by the hour, of a retired one as well, and of no other system (FLEET-16)', async () => {
    const [a, b] = stage.rx;
    const ofHours = async (rxId: number, hours = '', who = ada) =>
      (await asked(`${rxId}/hours${hours}`, who)) as { from: number; to: number; rows: { count: number }[] };
    const day = await ofHours(a);
    expect(day.to - day.from, 'a day where no number is given').toBe(24 * hour);
    const past = await ofHours(a, '?hours=168');
    expect(past.rows.reduce((sum, { count }) => sum + count, 0)).toBe(8);
    expect(await ofHours(a, '', outsider)).toMatchObject({ error: { code: 404 } });
    expect(await ofHours(a, '?hours=169')).toMatchObject({ error: { code: 400, field: 'hours' } });
    await stage.change((writer) => writer.retire(b));
    expect((await ofHours(b)).rows).toMatchObject([{ kind: 'sender', count: 1 }]);
    await stage.change((writer) => writer.restore(b));
  });

  test('of another system nothing, whoever is named', async () => {
    expect(await asked(`numContacts?${pastDay}`, outsider)).toEqual({ rxContacts: [] });
    expect(await asked(`antenna/lastContacts?${pastDay}&filteredRxIds=${stage.rx[0]}`, outsider)).toEqual({ contacts: [] });
  });

  test('histograms and the aggregate, of some receivers; noise is left out where that is asked (STAT-6, STAT-7)', async () => {
    const [a, b] = stage.rx;
    const { freq, code, power } = sampleContact({});
    const bucket = Math.min(-60, Math.max(-130, Number(power.toFixed(0))));
    const ofA = `${pastDay}&filteredRxIds=${a}`;
    expect(await asked(`histogram/freq?${ofA}`)).toEqual({ histData: [{ ReceiverId: a, frequency: freq, count: 6 }] });
    expect(await asked(`histogram/codes?${ofA}`)).toEqual({ histData: [{ ReceiverId: a, codeNumber: code, count: 6 }] });
    expect(await asked(`histogram/contact-power?${ofA}`)).toEqual({ histData: [{ ReceiverId: a, power: bucket, count: 6 }] });
    const { data } = (await asked(`stats/aggregate-contacts?${pastDay}`)) as { data: object[] };
    expect(data).toMatchObject([
      { ReceiverId: a, hitCount: 6, maxPower: power, frequency: freq, avgCode: code, siteName: '' },
      { ReceiverId: b, hitCount: 1, stdPower: null },
    ]);
    await insertContacts(stage.host.database.pool, 'river', [sampleContact({ rxId: b, type: 4, code: 995, ts: now - hour })]);
    const noisy = (await asked(`histogram/codes?${pastDay}&filteredRxIds=${b}`)) as { histData: object[] };
    expect(noisy.histData).toHaveLength(2);
    expect(await asked(`histogram/codes?${pastDay}&filteredRxIds=${b}&noise=without`)).toEqual({
      histData: [{ ReceiverId: b, codeNumber: code, count: 1 }],
    });
  });

  test('and none of these of another system', async () => {
    for (const path of ['histogram/freq', 'histogram/codes', 'histogram/contact-power'])
      expect(await asked(`${path}?${pastDay}&filteredRxIds=${stage.rx[0]}`, outsider)).toEqual({ histData: [] });
    expect(await asked(`stats/aggregate-contacts?${pastDay}&filteredRxs=${stage.rx[0]}`, outsider)).toEqual({ data: [] });
  });

  test('how well a beacon is heard, by how long its receiver was online (STAT-8)', async () => {
    const [a] = stage.rx;
    const db = planted(stage.host.database);
    const sent = { frequency_hz: 150_500_000, emit_interval_ms: 60_000 };
    await plantTransmitters(stage.host.database, 'river', [{ serial_number: 'BEACON-1', code_number: 77, ...sent }]);
    const since = now - 10 * hour;
    await db
      .insertInto('receiver_state_events')
      .values({ system_id: 'river', rx_id: a, at: new Date(since), status: 4 })
      .execute();
    const hits = Array.from({ length: 540 }, (_, i) =>
      sampleContact({ rxId: a, ant: 1, freq: 150.501, code: 77, ts: since + i * 60_000 }),
    );
    await insertContacts(stage.host.database.pool, 'river', hits);
    const { beaconStatus } = (await asked(`beacon/status?${pastDay}`)) as { beaconStatus: { efficiency: number }[] };
    expect(beaconStatus).toMatchObject([
      { ReceiverId: a, antenna: 1, beaconName: 'BEACON-1', detectedHits: 540, expectedHits: 600, warningType: null },
    ]);
    expect(beaconStatus[0]?.efficiency).toBeCloseTo(90, 0);
    expect(await asked(`beacon/status?${pastDay}`, outsider)).toEqual({ beaconStatus: [] });
  });

  test('how antennas hear: of the same contacts those that fit, hour by hour, and detections (STAT-16, STAT-17)', async () => {
    const [a, b] = stage.rx;
    type Figures = { ReceiverId: number; antenna: number; count: number };
    type Answer = {
      contacts: Figures[];
      health: { fitting: Figures[]; detections: Figures[]; cells: (Figures & { lastHour: number })[] };
    };
    const sum = (rows: readonly Figures[]) =>
      [...Map.groupBy(rows, ({ ReceiverId, antenna }) => `${ReceiverId}/${antenna}`)].map(([key, all]) => [
        key,
        all.reduce((whole, { count }) => whole + count, 0),
      ]);
    const detected = {
      system_id: 'river',
      ant: 1,
      hits: 2,
      mean_power: -80,
      power_deviation: 0,
      max_power: -80,
      mean_interval_ms: 5_000,
    };
    const [{ id: transmitter_id } = { id: 0 }] = await stage.host.database.db
      .selectFrom('transmitters')
      .select('id')
      .where('serial_number', '=', 'BEACON-1')
      .execute();
    const of = (hours: number, lastHours: number) => ({
      ...detected,
      rx_id: a,
      transmitter_id,
      hour: new Date(Math.floor((now - lastHours * hour) / hour) * hour),
      interval_deviation_ms: 0,
      first_ts: new Date(now - hours * hour),
      last_ts: new Date(now - lastHours * hour),
      is_ambiguous: false,
      has_rhythm: true,
      config_version: 1,
    });
    await stage.host.database.db.deleteFrom('detections').execute();
    await stage.host.database.db
      .insertInto('detections')
      .values([of(30, 29.9), of(24.01, 23.99), of(2, 1.9)])
      .execute();
    const answer = (await asked(`antenna/lastContacts?${pastDay}&health=with`)) as Answer;
    const { contacts } = (await asked(`antenna/lastContacts?${pastDay}`)) as Answer;
    expect(answer.contacts).toEqual(contacts);
    expect(sum(answer.health.cells)).toEqual(sum(contacts));
    expect(answer.health.fitting).toEqual([{ ReceiverId: a, antenna: 1, count: 540 }]);
    expect(answer.health.detections).toEqual([{ ReceiverId: a, antenna: 1, count: 2 }]);
    const last = answer.health.cells.findLast(({ ReceiverId, antenna }) => ReceiverId === a && antenna === 4)?.lastHour;
    expect(last).toBe(Math.floor((now - 2 * hour) / hour) * hour);
    const ofB = (await asked(`antenna/lastContacts?${pastDay}&health=with&filteredRxIds=${b}`)) as Answer;
    expect(ofB.health.fitting).toEqual([]);
    const elsewhere = (await asked(`antenna/lastContacts?${pastDay}&health=with`, outsider)) as Answer;
    expect(elsewhere).toMatchObject({ contacts: [], health: { fitting: null, detections: [], cells: [], cellHours: 1 } });
  });
});

describe('the contacts of one receiver (STAT-13)', () => {
  test('at the antennas that are named, within the time, oldest first; of another system none', async () => {
    const [a] = stage.rx;
    const within = (from: number, to: number, antennas: string) =>
      `${a}/contacts?startTime=${from}&endTime=${to}&antennas=${antennas}`;
    // Without code 77, the beacon's hundreds of contacts above.
    const tsOf = async (path: string) =>
      ((await asked(path)) as { payload: { ts: number; code: number }[] }).payload
        .filter(({ code }) => code !== 77)
        .map(({ ts }) => ts);
    expect(await tsOf(within(now - 6 * hour, now + hour, '1,4'))).toEqual(
      [5, 3, 2, 1, 0.01].map((hours) => Math.round(now - hours * hour)),
    );
    expect(await tsOf(within(now - 3 * hour, now - hour, '1,4')), 'the end is left out').toEqual([
      now - 3 * hour,
      now - 2 * hour,
    ]);
    expect(await tsOf(within(now - 6 * hour, now, '4'))).toEqual([now - 3 * hour, now - 2 * hour]);
    expect(await tsOf(within(now - 6 * hour, now, ''))).toEqual([]);
    const { payload } = (await asked(within(now - 41 * hour, now - 39 * hour, '1'))) as { payload: object[] };
    expect(payload).toEqual([sampleContact({ rxId: a, ant: 1, ts: now - 40 * hour })]);
    const refusal = await outsider.call('GET', `/receivers/${within(0, now, '1')}`);
    expect([refusal.status, (refusal.json as { error: { message: string } }).error.message]).toEqual([
      404,
      `There is no receiver ${a}`,
    ]);
  });

  test('in columns for who asks for them: the same, and exact (EXP-3)', async () => {
    const [, b] = stage.rx;
    const from = now - 500 * hour;
    const all = fc.sample(
      fc.record({
        ts: fc.integer({ min: from, max: from + 30 * hour - 1 }),
        ant: fc.integer({ min: 1, max: 3 }),
        code: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        type: fc.constantFrom(4, 7, 18, 255),
        freq: fc.constantFrom(150.1, 166.3801),
        power: fc.integer({ min: -1_300, max: -500 }).map((tenth) => Math.fround(tenth / 10)),
      }),
      300,
    );
    const contacts = [...new Map(all.map((each) => [each.ts, each])).values()].map((part) => sampleContact({ rxId: b, ...part }));
    await insertContacts(stage.host.database.pool, 'river', contacts);
    const path = `/receivers/${b}/contacts?antennas=1,2&startTime=${from}&endTime=${from + 30 * hour}`;
    const response = await ada.call('GET', path, { headers: { accept: packedContactsType } });
    expect(response.headers.get('content-type')).toBe(packedContactsType);
    const expected = contacts.filter(({ ant }) => ant < 3).toSorted((one, other) => one.ts - other.ts);
    expect(unpackContacts(response.bytes)).toEqual(packContacts(expected));
    const { payload } = (await asked(path.slice('/receivers/'.length))) as { payload: Contact[] };
    expect(packContacts(payload), 'as JSON has them').toEqual(packContacts(expected));
    const none = await ada.call('GET', path.replace('antennas=1,2', 'antennas=8'), { headers: { accept: packedContactsType } });
    expect(unpackContacts(none.bytes)?.count).toBe(0);
  });

  test('too many are refused with what to do', async () => {
    const [, b] = stage.rx;
    const many = Array.from({ length: 100_001 }, (_, at) => sampleContact({ rxId: b, ant: 8, ts: now - 300 * hour + at * 20 }));
    await insertContacts(stage.host.database.pool, 'river', many);
    const path = `/receivers/${b}/contacts?antennas=8&startTime=${now - 301 * hour}&endTime=`;
    const all = await ada.call('GET', `${path}${now}`);
    expect([all.status, (all.json as { error: { message: string } }).error.message]).toEqual([
      400,
      'These are more than 100,000 contacts: ask for a shorter time',
    ]);
    const fewer = await ada.call('GET', `${path}${now - 300 * hour + 1_000}`);
    expect((fewer.json as { payload: object[] }).payload).toHaveLength(50);
  });
});
