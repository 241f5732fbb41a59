import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#model/contract/failure.ts';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { findPreview, makePreview, notePreview } from '../../../../host/platform/store/detection/detection-previews.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { transmitter } from '../../../support/transmitter-samples.ts';

/** What settings would have detected in the past 7 days (DET-4). */

const hourMs = 3_600_000;
const balanced = {
  minimumHits: 2,
  minimumAveragePower: null,
  maximumPowerDeviation: null,
  maximumIntervalDeviation: null,
  frequencyToleranceMultiplier: 1,
  intervalToleranceMultiplier: 1,
};

let stage: ChangeStage;
let olga: Sitter;
beforeAll(async () => {
  stage = await changeStage();
  olga = await stage.sit('olga', 2);
});
afterAll(() => stage.close());

const preview = (body: object, who = olga) => who.call('POST', '/detection-config/preview', { body });

test('counts what is detected now and would be, and says where it is gained and lost', async () => {
  expect((await preview(balanced)).json, 'of nothing there is no percentage').toEqual({
    currentDetectionCount: 0,
    previewDetectionCount: 0,
    lostDetectionCount: 0,
    estimatedChangePercent: null,
    changes: [],
  });
  const made = await olga.call('POST', '/transmitters', { body: { txData: transmitter('TX-000001', 17, 150.1) } });
  const { id: transmitterId } = made.json as { id: number };
  const [a, b] = stage.rx;
  const start = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs;
  const bursts = (rxId: number, hours: number, count: number, power = -80) =>
    Array.from({ length: count }, (_, at) =>
      sampleContact({ rxId, code: 17, freq: 150.1, type: 18, power, ts: start + hours * hourMs + at * 5_000 }),
    );
  await insertContacts(stage.host.database.pool, stage.river, [
    ...bursts(a, 0, 4),
    ...bursts(a, 2, 2),
    ...bursts(b, 1, 1),
    ...bursts(b, 3, 9, -95),
    // Older than the preview's range.
    ...bursts(a, -24 * 7, 5),
  ]);
  const follower = new SystemFollower(stage.host.database, stage.river);
  const count = 'select count(*)::integer as count from detections where system_id = $1';
  const detected = async () => {
    await follower.pass(Date.now());
    return (await stage.host.database.pool.query<{ count: number }>(count, [stage.river])).rows[0]?.count;
  };
  await expect.poll(detected, { timeout: 20_000, interval: 20 }).toBe(4);

  expect((await preview(balanced)).json, 'as it is set now').toEqual({
    currentDetectionCount: 3,
    previewDetectionCount: 3,
    lostDetectionCount: 0,
    estimatedChangePercent: 0,
    changes: [],
  });
  expect((await preview({ ...balanced, minimumHits: 3, minimumAveragePower: -90 })).json).toEqual({
    currentDetectionCount: 3,
    previewDetectionCount: 1,
    lostDetectionCount: 2,
    estimatedChangePercent: -66.7,
    changes: [
      { transmitterId, receiverId: a, gained: 0, lost: 1 },
      { transmitterId, receiverId: b, gained: 0, lost: 1 },
    ],
  });
  expect((await preview({ ...balanced, minimumHits: 1 })).json).toMatchObject({
    previewDetectionCount: 4,
    estimatedChangePercent: 33.3,
    changes: [{ receiverId: b, gained: 1, lost: 0 }],
  });

  await olga.call('DELETE', `/transmitters?ids=${transmitterId}`);
  expect(await detected(), 'the detections of a deleted transmitter stay').toBe(4);
  expect((await preview(balanced)).json, 'no settings lose what a deleted transmitter left').toEqual({
    currentDetectionCount: 0,
    previewDetectionCount: 0,
    lostDetectionCount: 0,
    estimatedChangePercent: null,
    changes: [],
  });
});

test('says how far it is; another system and another role see nothing of it, and a cancelled one is gone', async () => {
  const previewId = await makePreview(stage.host.database, stage.river, balanced);
  await notePreview(stage.host.database, previewId, { progress: 40 });
  const path = `/detection-config/preview/${previewId}`;
  expect((await olga.call('GET', path)).json).toEqual({ previewId, progressPct: 40 });
  const stranger = await stage.sit('stranger', 2, stage.lake);
  expect([(await stranger.call('GET', path)).status, (await stranger.call('POST', `${path}/cancel`)).status]).toEqual([404, 404]);
  const editor = await stage.sit('edda', 3);
  expect([(await editor.call('GET', path)).status, (await preview(balanced, editor)).status]).toEqual([403, 403]);
  expect((await olga.call('POST', `${path}/cancel`)).status).toBe(200);
  expect((await olga.call('GET', path)).status).toBe(404);
});

test('one that was not found yet when another was asked for says so, and can still be closed (DET-4)', async () => {
  const first = await makePreview(stage.host.database, stage.river, balanced);
  const elsewhere = await makePreview(stage.host.database, stage.lake, balanced);
  expect((await preview({ ...balanced, minimumHits: 3 })).status).toBe(200);
  const path = `/detection-config/preview/${first}`;
  const { status, json } = await olga.call('GET', path);
  expect([status, (json as ErrorBody).error]).toEqual([
    409,
    {
      code: 409,
      type: 'Conflict',
      message: 'Another preview was asked for since, which ended this one: ask for it again',
    },
  ]);
  expect(await findPreview(stage.host.database, stage.lake, elsewhere)).toMatchObject({ superseded: false });
  expect((await olga.call('POST', `${path}/cancel`)).status).toBe(200);
  expect((await olga.call('GET', path)).status).toBe(404);
});
