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
  const hit = (rxId: number, ant: number, ts: number, power = -80) =>
    sampleContact({ rxId, ant, code: 77, type: 18, freq: 150.5, power, ts });
  await insertContacts(stage.host.database.pool, stage.river, [
    hit(a, 1, now - 61 * minute),
    hit(a, 1, now - 59 * minute),
    hit(a, 1, now - 58.5 * minute, -84),
    hit(a, 2, now - 5 * minute),
    hit(b, 1, now - 4 * minute),
    hit(b, 1, now - 6 * 24 * 60 * minute),
    hit(b, 1, now - 6 * 24 * 60 * minute + 60_000, -70),
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
  const old = detections.find(({ ReceiverId }) => ReceiverId === b);
  expect(old).toEqual({
    ReceiverId: b,
    antenna: 1,
    blockTime: Math.floor((now - 6 * 24 * 60 * minute) / (60 * minute)) * 60 * minute,
    hits: expect.any(Number),
    avgPower: expect.any(Number),
    powerDeviation: expect.any(Number),
    maxPower: expect.any(Number),
    avgInterval: expect.toSatisfy((value: number | null) => value === null || Math.abs(value - 30_000) < 100),
    intervalDeviation: expect.anything(),
  });
  expect(lastTimes).toContainEqual({ ReceiverId: b, antenna: 1, lastTime: now - 6 * 24 * 60 * minute + 60_000 });
  expect((await vera.call('GET', `/transmitters/${id}`)).json).toMatchObject({ id, serialNumber: 'BEACON-1', codeNumber: 77 });
});

test('of another system there is none', async () => {
  const stranger = await stage.sit('stranger', 4, stage.lake);
  for (const path of ['', '/detections', '/detections/recent'])
    expect((await stranger.call('GET', `/transmitters/${id}${path}`)).status).toBe(404);
});
