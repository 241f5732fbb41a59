import { afterAll, beforeAll, expect, test } from 'vitest';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';

/** GET transmitters/{id} and its detections (REG-26, REG-27). */

const minute = 60_000;
let stage: ChangeStage;
let vera: Sitter;
let id: number;
beforeAll(async () => {
  stage = await changeStage();
  const ada = await stage.sit('ada', 3);
  vera = await stage.sit('vera', 4);
  const txData = {
    serialNumber: 'BEACON-1',
    modelNumber: 'M1',
    protocolId: 18,
    frequency: 150.5,
    frequencyVariance: 1,
    codeNumber: 77,
  };
  const made = await ada.call('POST', '/transmitters', {
    body: { txData: { ...txData, emitInterval: 30_000, emitIntervalVariance: 100, purpose: 1 } },
  });
  ({ id } = made.json as { id: number });
});
afterAll(() => stage.close());

test('what was heard in exactly the past 60 minutes, and detected in the past 7 days', async () => {
  const [a, b] = stage.rx;
  const now = Date.now();
  // Both hits are in one hour, whatever the time of day.
  const old = Math.floor(now / (60 * minute)) * 60 * minute - 6 * 24 * 60 * minute + 10 * minute;
  const hit = (rxId: number, ant: number, ts: number, power = -80) =>
    sampleContact({ rxId, ant, code: 77, type: 18, freq: 150.5, power, ts });
  await insertContacts(stage.host.database.pool, stage.river, [
    hit(a, 1, now - 61 * minute),
    hit(a, 1, now - 59 * minute),
    hit(a, 1, now - 58.5 * minute, -84),
    hit(a, 2, now - 5 * minute),
    hit(b, 1, now - 4 * minute),
    hit(b, 1, old),
    hit(b, 1, old + minute, -70),
    sampleContact({ rxId: b, code: 78, type: 18, freq: 150.5, ts: now - minute }),
  ]);
  expect((await vera.call('GET', `/transmitters/${id}/detections/recent`)).json).toEqual({ rxCount: 2, antCount: 3, hits: 4 });
  const { all, recent } = (await vera.call('GET', '/transmitters/beacons/summary')).json as Record<
    'all' | 'recent',
    { hits: number }[]
  >;
  expect([all.reduce((sum, { hits }) => sum + hits, 0), recent.reduce((sum, { hits }) => sum + hits, 0)]).toEqual([7, 4]);

  const follower = new SystemFollower(stage.host.database, stage.river);
  type Reply = { detections: { ReceiverId: number; hits: number }[]; lastTimes: object[] };
  const list = async () => {
    await follower.pass(Date.now());
    return (await vera.call('GET', `/transmitters/${id}/detections`)).json as Reply;
  };
  await expect.poll(async () => (await list()).lastTimes.length, { timeout: 20_000, interval: 50 }).toBe(2);
  const { detections, lastTimes } = await list();
  expect(detections.find(({ ReceiverId }) => ReceiverId === b)).toEqual({
    ReceiverId: b,
    antenna: 1,
    blockTime: old - 10 * minute,
    hits: 2,
    avgPower: -75,
    powerDeviation: 5,
    maxPower: -70,
    avgInterval: 30_000,
    intervalDeviation: 0,
    measuredInterval: null,
    registeredInterval: null,
  });
  expect(lastTimes).toContainEqual({ ReceiverId: b, antenna: 1, lastTime: old + minute });
  expect((await vera.call('GET', `/transmitters/${id}`)).json).toMatchObject({ id, serialNumber: 'BEACON-1', codeNumber: 77 });
});

test('a beacon that emits otherwise than it is registered says so: its hours, and itself for a day (DET-22)', async () => {
  const ada = await stage.sit('ada-2', 3);
  const txData = {
    serialNumber: 'BEACON-2',
    modelNumber: 'M1',
    protocolId: 18,
    frequency: 151.5,
    frequencyVariance: 1,
    codeNumber: 88,
    emitInterval: 14_200,
    emitIntervalVariance: 10,
    purpose: 1,
  };
  const { id: wrong } = (await ada.call('POST', '/transmitters', { body: { txData } })).json as { id: number };
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
  const hits = Array.from({ length: 200 }, (_, at) => hour + 137 + at * 7_100);
  await insertContacts(
    stage.host.database.pool,
    stage.river,
    hits.map((ts) => sampleContact({ rxId: stage.rx[0], ant: 3, code: 88, type: 18, freq: 151.5, ts })),
  );
  const follower = new SystemFollower(stage.host.database, stage.river);
  const list = async () => {
    await follower.pass(Date.now());
    return ((await vera.call('GET', `/transmitters/${wrong}/detections`)).json as { detections: object[] }).detections;
  };
  await expect.poll(list, { timeout: 20_000, interval: 50 }).toHaveLength(1);
  expect(await list()).toMatchObject([{ hits: 200, avgInterval: 14_200, measuredInterval: 7_100, registeredInterval: 14_200 }]);
  const itself = async () => (await vera.call('GET', `/transmitters/${wrong}`)).json as { measuredInterval: number | null };
  expect((await itself()).measuredInterval).toBe(7_100);
  const { transmitters } = (await vera.call('GET', '/transmitters')).json as {
    transmitters: { serialNumber: string; measuredInterval: number | null }[];
  };
  expect(transmitters.map(({ serialNumber, measuredInterval }) => [serialNumber, measuredInterval])).toEqual([
    ['BEACON-1', null],
    ['BEACON-2', 7_100],
  ]);
  const edit = (emitInterval: number) =>
    ada.call('PUT', `/transmitters/${wrong}`, { body: { txData: { ...txData, emitInterval } } });
  await edit(7_200);
  expect((await itself()).measuredInterval, 'it was measured against another registered interval').toBeNull();
  await edit(14_200);
  expect((await itself()).measuredInterval).toBe(7_100);
  const { pool } = stage.host.database;
  await pool.query(`update detections set last_ts = last_ts - interval '1 day' where transmitter_id = $1`, [wrong]);
  expect((await itself()).measuredInterval).toBeNull();
});

test('of another system there is none', async () => {
  const stranger = await stage.sit('stranger', 4, stage.lake);
  for (const path of ['', '/detections', '/detections/recent'])
    expect((await stranger.call('GET', `/transmitters/${id}${path}`)).status).toBe(404);
});
