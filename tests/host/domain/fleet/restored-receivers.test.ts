import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchPresence } from '../../../../host/domain/fleet/presence.ts';
import { watchRestored } from '../../../../host/domain/fleet/restored-receivers.ts';
import { nothingSaid } from '../../../../host/domain/vitals/wire-status.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { stateSpans } from '../../../../host/platform/store/fleet/state-timeline.ts';
import { addVitals } from '../../../../host/platform/store/fleet/receiver-vitals.ts';
import { noteLastContacts } from '../../../../host/platform/store/fleet/last-contacts.ts';
import { writeReports } from '../../../../host/platform/store/fleet/receiver-reports.ts';
import { setReceiverState } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { type ChangeStage, changeStages } from '../../../support/change-stage.ts';
import { logLines, until } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';

const newStage = changeStages();
let stage: ChangeStage;
beforeEach(async () => {
  stage = await newStage();
});
afterEach(() => stage.close());

test('a restored receiver shows at once in every console what it had reported (RX-38)', async () => {
  const [a, b] = stage.rx;
  const { database, bus } = stage.host;
  const logged = logLines();
  const end = watchRestored({ database, bus, log: logged.log });
  await setReceiverState(database, stage.river, { rxId: a, status: 4, ts: 5_000 }, 0);
  const firmware = [7, 10, 2] as const;
  const report = { rxId: a, ts: 6_000, model: 1, voltage: 12.5, memoryUsedMb: 8, memoryTotalMb: 64, firmware };
  await writeReports(database, stage.river, [report]);
  await noteLastContacts(database, [{ rxId: a, ts: 7_000 }]);
  const ben = await stage.sit('ben', 4);
  for (const id of [a, b]) await stage.change((writer) => writer.retire(id));
  for (const id of [a, b]) await stage.change((writer) => writer.restore(id));
  await until('the report', () => ben.of('rxInfo').length > 0);
  await until('both changes', () => ben.of('changed').length === 4);
  expect(ben.of('newRxModel').map(({ payload }) => payload)).toEqual([{ rxId: a, model: 1 }]);
  const retiredAt = expect.toSatisfy((ts: number) => Math.abs(Date.now() - ts) < 60_000);
  expect(ben.of('newRxState').map(({ payload }) => payload)).toEqual([{ rxId: a, state: 0, ts: retiredAt }]);
  expect(ben.of('rxInfo').map(({ payload }) => payload)).toMatchObject([
    { rxId: a, ts: 6_000, voltage: 12.5, firmwareMinor: 10 },
  ]);
  await until('its last contact (RX-49)', () => ben.of('rxContacts').length > 0);
  expect(ben.of('rxContacts').map(({ payload }) => payload)).toEqual([[{ rxId: a, ts: 7_000 }]]);
  await end();
  expect(logged.lines).toEqual([]);
});

const hourMs = 3_600_000;
const minuteMs = 60_000;

test.each([
  ['restored', (rxId: number) => `/receivers/${rxId}/restore`],
  ['brought back by undo', (_: number, revision: number) => `/changes/${revision}/undo`],
])('one that was online, retired an hour ago and is %s now is offline, and nobody is alarmed (RX-38)', async (_, path) => {
  const [a, b] = stage.rx;
  const { database, bus } = stage.host;
  const began = Date.now();
  await setReceiverState(database, stage.river, { rxId: a, status: 4, ts: began - 3 * hourMs }, 0);
  await insertContacts(database.pool, stage.river, [contactOf(a, began - 2 * hourMs)]);
  const ada = await stage.sit('ada', 3);
  const { revision } = await stage.change((writer) => writer.retire(a), { by: { id: ada.id }, through: 'console' });
  const retiredAt = began - hourMs;
  await planted(database)
    .updateTable('receivers')
    .set({ retired_at: new Date(retiredAt) })
    .where('id', '=', a)
    .execute();

  // The host has been running longer than the receiver was retired.
  let now = began - 4 * hourMs;
  const presence = watchPresence({ database, bus, log: pino({ level: 'silent' }), now: () => now });
  const endRestored = watchRestored({ database, bus, log: logLines().log });
  now = Date.now();
  const ben = await stage.sit('ben', 4);
  expect((await ada.call('POST', path(a, revision))).status).toBe(200);
  await until('its state', () => ben.of('newRxState').length > 0);
  expect(ben.of('newRxState').map(({ payload }) => payload)).toEqual([{ rxId: a, state: 0, ts: retiredAt }]);
  presence.follow([stage.river]);
  const speak = (rxId: number) => bus.publish({ kind: 'heard', mitasId: stage.river, rxIds: [rxId] });
  const online = (rxId: number) => ben.of('newRxState').some(({ payload }) => payload.rxId === rxId && payload.state === 4);
  speak(b);
  await until('the look that hears of the other one', () => online(b));
  const spans = await stateSpans(database, stage.river, { from: began - 4 * hourMs, to: now, rxIds: [a], limit: 10 });
  expect(spans).toEqual([
    { rxId: a, status: 4, from: began - 3 * hourMs, to: retiredAt },
    { rxId: a, status: 0, from: retiredAt, to: now },
  ]);
  // No alarm was raised when it went, so none reports that it is back.
  speak(a);
  await until('it to be heard', () => online(a));
  await presence.close();
  await endRestored();
  const alarms = database.db.selectFrom('alarms').select('alarm_code_id').where('system_id', '=', stage.river);
  expect(await alarms.execute()).toEqual([]);
});

test.each<[string, (rxId: number, ts: number) => Promise<unknown>]>([
  ['heard', (rxId, ts) => insertContacts(stage.host.database.pool, stage.river, [contactOf(rxId, ts)])],
  ['reporting', (rxId, ts) => addVitals(stage.host.database, stage.river, [{ ...nothingSaid, rxId, ts, voltage: 12 }])],
])('one that was %s a moment ago stays online where it is restored (RX-38)', async (_, speak) => {
  const [a] = stage.rx;
  const { database } = stage.host;
  const now = Date.now();
  await setReceiverState(database, stage.river, { rxId: a, status: 4, ts: now - hourMs }, 0);
  await stage.change((writer) => writer.retire(a));
  await speak(a, now - minuteMs);
  await stage.change((writer) => writer.restore(a));
  const reports = database.db.selectFrom('receiver_reports').select(['status', 'status_time']).where('rx_id', 'in', stage.rx);
  expect(await reports.execute()).toEqual([{ status: 4, status_time: new Date(now - hourMs) }]);
});

const contactOf = (rxId: number, ts: number) => ({ rxId, ant: 1, freq: 150.05, code: 42, type: 8, power: -80, ts });
