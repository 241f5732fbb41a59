import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchDetections } from '../../../../host/domain/detection/watch-detections.ts';
import { type Bus, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { burstsOf as of, detectionStage, hourMs, start } from '../../../support/detection-stage.ts';
import { planted } from '../../../support/planted.ts';

/** Consoles that show beacons are notified when a beacon's detections change (REG-26). */

const on = detectionStage();
const patience = { timeout: 30_000, interval: 50 };

let bus: Bus;
let now: number;
let told: string[];
let watch: ReturnType<typeof watchDetections>;
beforeEach(async () => {
  await on.hearNothing();
  [bus, now, told] = [createLocalBus(), Date.now(), []];
  bus.subscribe((event) => {
    if (event.kind !== 'message' || event.message.type !== 'invalidate') return;
    told.push(...event.message.payload.map((what) => `${event.mitasId} ${what}`));
  });
  watch = watchDetections({ database: on.stage().host.database, bus, log: pino({ level: 'silent' }), now: () => now });
});
afterEach(() => watch.close());

/**
 * Waits until the host has followed the stored contacts and looked again; waking it makes it look at once.
 */
async function followed(detections: number): Promise<void> {
  const isFollowed = async () => {
    bus.publish({ kind: 'missed', mitasIds: null });
    return (await on.kept()).length;
  };
  await expect.poll(isFollowed, patience).toBe(detections);
}
const news = () => told.filter((what) => what === `${on.stage().river} beacons`).length;
async function newsIs(count: number): Promise<void> {
  const heard = () => {
    bus.publish({ kind: 'missed', mitasIds: null });
    return news();
  };
  await expect.poll(heard, patience).toBe(count);
}

test('at once, then at most once in 30 s, where the last word counts too (REG-26)', async () => {
  const { rx } = on.stage();
  await on.store(of(rx[0], start, 3));
  await newsIs(1);
  await on.store(of(rx[0], start + hourMs, 3));
  await followed(2);
  now += 29_999;
  await on.store(of(rx[0], start + 2 * hourMs, 3));
  await followed(3);
  expect(news(), 'not within 30 s').toBe(1);
  now += 1;
  await newsIs(2);
  now += 30_000;
  await on.store(of(rx[0], start + 3 * hourMs, 3));
  await newsIs(3);
  expect(
    told.every((what) => what.startsWith(on.stage().river)),
    'no other system hears of it',
  ).toBe(true);
});

test('not where what was heard is no beacon', async () => {
  const { host, river, rx } = on.stage();
  const setPurpose = (purpose: number) =>
    planted(host.database).updateTable('transmitters').set({ purpose }).where('system_id', '=', river).execute();
  await setPurpose(0);
  try {
    await on.store(of(rx[0], start, 3));
    await followed(1);
    await on.store(of(rx[0], start + hourMs, 3));
    await followed(2);
    expect(news()).toBe(0);
  } finally {
    await setPurpose(1);
  }
});
