import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#model/contract/failure.ts';
import { addStateEvents } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';

/** GET receivers/states/timeline (RX-42, CALL-3). */

type Event = { ReceiverId: number; startTime: number; endTime: number; status: number; duration: number };

const openStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
beforeEach(async () => {
  stage = await openStage();
  ada = await stage.sit('ada', 4);
});
afterEach(() => stage.close());

const hour = 3_600_000;
const day = 24 * hour;
const came = (rxId: number, ts: number, status: number) =>
  addStateEvents(stage.host.database, stage.river, [{ rxId, ts, status }]);
const timeline = async (query = '', who = ada) =>
  ((await who.call('GET', `/receivers/states/timeline${query}`)).json as { timeline: Event[] }).timeline;

describe('the timeline of states', () => {
  test('joins each state with the next, cut to the time and to the present', async () => {
    const [a, b] = stage.rx;
    const now = Date.now();
    await came(a, now - 30 * day, 4);
    await came(a, now - 2 * day, 0);
    await came(a, now - day, 4);
    await came(b, now - hour, 4);
    const events = await timeline();
    expect(events.map(({ ReceiverId, status }) => [ReceiverId, status])).toEqual([
      [a, 4],
      [a, 0],
      [a, 4],
      [b, 4],
    ]);
    const [first, second, third] = events as [Event, Event, Event, Event];
    expect(first.startTime).toBeGreaterThanOrEqual(now - 7 * day);
    expect(first.endTime).toBe(now - 2 * day);
    expect(second).toMatchObject({ startTime: now - 2 * day, endTime: now - day, duration: day });
    expect(third.endTime).toBeGreaterThanOrEqual(now);
    expect(events.every(({ startTime, endTime, duration }) => duration === endTime - startTime && duration > 0)).toBe(true);
  });

  test('of some receivers, of a recent time and of a range; the end of the range is no state to come', async () => {
    const [a, b] = stage.rx;
    const now = Date.now();
    await came(a, now - 3 * day, 4);
    await came(b, now - 3 * day, 0);
    expect(await timeline(`?rxIds=${b},999`)).toMatchObject([{ ReceiverId: b }]);
    expect(await timeline('?timeSelect=recent&recentAmount=2&recentUnit=hour')).toMatchObject([
      { ReceiverId: a, status: 4 },
      { ReceiverId: b, status: 0 },
    ]);
    const range = `${now - 4 * day},${now + 9 * day}`;
    const [first] = await timeline(`?timeSelect=range&range=${range}`);
    expect(first?.startTime).toBe(now - 3 * day);
    expect(first?.endTime).toBeLessThan(now + day);
    expect(await timeline(`?timeSelect=range&range=${now - 9 * day},${now - 8 * day}`)).toEqual([]);
    expect(await timeline(`?timeSelect=range&range=${now + day},${now + 2 * day}`)).toEqual([]);
  });

  test('a state that was reported again goes on', async () => {
    const [a] = stage.rx;
    const now = Date.now();
    for (const hours of [5, 4, 3]) await came(a, now - hours * hour, 4);
    expect(await timeline()).toMatchObject([{ startTime: now - 5 * hour, status: 4 }]);
  });

  test('is of no other system, and not of retired receivers', async () => {
    const [a] = stage.rx;
    await came(a, Date.now() - hour, 4);
    const outsider = await stage.sit('olga', 2, stage.lake);
    expect(await timeline(`?rxIds=${a}`, outsider)).toEqual([]);
    await stage.change((writer) => writer.retire(a));
    expect(await timeline()).toEqual([]);
  });

  test('that would be too long says what to do', async () => {
    const [a] = stage.rx;
    await stage.host.database.pool.query(
      `insert into receiver_state_events (system_id, rx_id, at, status)
       select $2, $1, now() - n * interval '1 second', 4 * (n % 2) from generate_series(1, 50001) as n`,
      [a, stage.river],
    );
    const answer = await ada.call('GET', '/receivers/states/timeline');
    expect([answer.status, (answer.json as ErrorBody).error.message]).toEqual([
      400,
      'These are more than 50000 states: ask for fewer receivers or a shorter time',
    ]);
    expect(await timeline('?timeSelect=recent&recentAmount=1&recentUnit=minute')).not.toEqual([]);
  });
});

test('the clock sync interval is a change of the system, by its administrators (SYS-8, ROLE-3)', async () => {
  const owner = await stage.sit('olga', 1);
  const body = { interval: 86_400 };
  expect((await ada.call('PATCH', '/config/clock-sync-interval', { body })).status).toBe(403);
  const answer = await owner.call('PATCH', '/config/clock-sync-interval', { body });
  expect(answer.json).toMatchObject({
    items: [{ kind: 'system.clockSyncIntervalChanged', after: { clockSyncInterval: 86_400 } }],
  });
  const odd = await owner.call('PATCH', '/config/clock-sync-interval', { body: { interval: 12_345 } });
  expect([odd.status, (odd.json as ErrorBody).error.message]).toEqual([
    400,
    "'interval' in the body: Clocks are set never (0), every 15 minutes (9000), hourly (3600) or daily (86400)",
  ]);
  expect((await ada.call('GET', '/config')).json).toMatchObject({ config: { clockSyncInterval: 86_400 } });
});
