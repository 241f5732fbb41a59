import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#model/contract/table.ts';
import { writeVitals } from '../../../../host/domain/vitals/index.ts';
import type { ReceiverVitals } from '../../../../host/platform/store/fleet/receiver-vitals.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { planted } from '../../../support/planted.ts';

/** GET receivers/{id}/vitals (VIT-5). */

const hour = 3_600_000;
const day = 24 * hour;
/** The start of an hour, so that nearby reports fall into one point. */
const start = Math.floor((Date.now() - 2 * day) / hour) * hour;

let stage: ChangeStage;
let ada: Sitter;
beforeAll(async () => {
  stage = await changeStage();
  ada = await stage.sit('ada', 4);
});
afterAll(() => stage.close());

const nothing = {
  status: null,
  model: null,
  voltage: null,
  memoryUsedMb: null,
  memoryTotalMb: null,
  temperature: null,
  firmware: null,
  clockOffsetMs: null,
};
const came = (rxId: number, vitals: (Partial<ReceiverVitals> & { ts: number })[]) =>
  writeVitals(
    stage.host.database,
    'river',
    vitals.map((more) => ({ ...nothing, rxId, ...more })),
  );
const ask = (rxId: number, query = '') => ada.call('GET', `/receivers/${rxId}/vitals${query}`);
const vitalsOf = async (rxId: number, query = '') => (await ask(rxId, query)).json as ReplyOf<'listReceiverVitals'>;

describe('the vitals of a receiver', () => {
  test('are points of least, mean and greatest, with the states of the same time and how its clock is off (VIT-5)', async () => {
    const [a, b] = stage.rx;
    await came(a, [
      { ts: start, voltage: 12, memoryUsedMb: 10, memoryTotalMb: 100, status: 4 },
      { ts: start + 60_000, voltage: 13, temperature: 20, clockOffsetMs: -500 },
      { ts: start + hour, memoryUsedMb: 12, memoryTotalMb: 0, clockOffsetMs: 250 },
      { ts: start + 2 * hour, status: 3 },
    ]);
    await came(b, [{ ts: start, voltage: 1 }]);
    const { from, to, pointMs, points, newest, states, clockOffsetMs, clockTs } = await vitalsOf(a);
    expect([pointMs, to - from]).toEqual([hour, 28 * day]);
    expect(points).toEqual([
      {
        from: start,
        voltage: { min: 12, mean: 12.5, max: 13 },
        memoryPercent: { min: 10, mean: 10, max: 10 },
        temperature: { min: 20, mean: 20, max: 20 },
      },
      // Without a card there is no percentage.
      { from: start + hour, voltage: null, memoryPercent: null, temperature: null },
    ]);
    expect(newest, 'of each thing what was said last, and no mean').toEqual({
      voltage: { ts: start + 60_000, value: 13 },
      memoryPercent: { ts: start + hour, value: null },
      temperature: { ts: start + 60_000, value: 20 },
    });
    expect(states).toMatchObject([
      { status: 4, from: start, to: start + 2 * hour },
      { status: 3, from: start + 2 * hour },
    ]);
    expect([clockOffsetMs, clockTs]).toEqual([250, start + hour]);
    await came(a, [{ ts: start + hour + 1, voltage: 12.5, clockOffsetMs: -8 * hour }]);
    expect(await vitalsOf(a), 'one that came late does not make the clock slow').toMatchObject({ clockOffsetMs: 250 });
    const later = await vitalsOf(a, `?timeSelect=range&range=${start + 2 * hour},${start + 3 * hour}`);
    expect([later.clockOffsetMs, later.clockTs], 'what it told long ago says nothing of now').toEqual([null, null]);
    const sync = {
      system_id: 'river',
      rx_id: a,
      type: 'rxSyncClock',
      status: 'completed',
      changed_at: new Date(start + 2 * hour),
    } as const;
    await stage.host.database.db
      .insertInto('commands')
      .values({ ...sync, command_id: 'command-of-a-clock' })
      .execute();
    expect((await vitalsOf(a)).clockOffsetMs, 'it was set since').toBeNull();
  });

  test('of a time that is asked for; of none there is nothing', async () => {
    const [a] = stage.rx;
    const range = await vitalsOf(a, `?timeSelect=range&range=${start},${start + hour}`);
    expect(range).toMatchObject({ from: start, to: start + hour, pointMs: 60_000 });
    expect(range.points.map(({ from, voltage }) => [from - start, voltage?.mean])).toEqual([
      [0, 12],
      [60_000, 13],
    ]);
    expect(await vitalsOf(a, `?timeSelect=range&range=${start},${start}`)).toMatchObject({
      points: [],
      newest: { voltage: null, memoryPercent: null, temperature: null },
      states: [],
    });
  });

  test('of a retired receiver are read as before; of one of another system there are none (RX-36)', async () => {
    const [, b] = stage.rx;
    await planted(stage.host.database).updateTable('receivers').set({ retired_at: new Date() }).where('id', '=', b).execute();
    expect((await vitalsOf(b)).points).toHaveLength(1);
    const db = planted(stage.host.database);
    await db.insertInto('systems').values({ id: 'elsewhere', common_name: 'Elsewhere' }).execute();
    const other = { system_id: 'elsewhere', alias: 'R1' };
    const { id } = await db.insertInto('receivers').values(other).returning('id').executeTakeFirstOrThrow();
    await writeVitals(stage.host.database, 'elsewhere', [{ ...nothing, rxId: id, ts: start, voltage: 12 }]);
    expect((await ask(id)).status).toBe(404);
  });
});
