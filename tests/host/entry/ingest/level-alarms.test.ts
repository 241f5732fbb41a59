import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeVitals } from '../../../../host/domain/vitals/index.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';

const minute = 60_000;

describe.each(triedEngines)('alarms by what receivers report, on the %s engine (ALM-6)', (engine) => {
  let stage: IngestStage;
  let now: number;
  beforeAll(async () => void (stage = await setIngestStage(engine)));
  afterAll(() => stage.close());
  beforeEach(async () => {
    for (const table of ['receiver_vitals', 'receiver_reports', 'alarms'])
      await stage.database.pool.query(`delete from ${table}`);
    await planted(stage.database).updateTable('receivers').set({ enabled: true }).execute();
    stage.events.length = 0;
    now = Date.now();
  });

  const status = (ago: number, more: object) => ({ rxId: stage.rxIds[0], ts: now - Math.round(ago * minute), ...more });
  const send = (...statuses: object[]) => stage.report(statuses.map((one) => JSON.stringify(one)).join('\n'));
  const memory = (percent: number) => ({ memoryUsedMb: percent / 2, memoryTotalMb: 50 });
  const alarms = async () => {
    const { rows } = await stage.database.pool.query<{ code: number; ago: number }>(
      `select alarm_code_id as code, round(extract(epoch from $1::timestamptz - at) / 60)::integer as ago from alarms
       where rx_id = $2 and alias = 'R1' order by id`,
      [new Date(now), stage.rxIds[0]],
    );
    return rows.map(({ code, ago }) => [code, ago]);
  };
  const told = () => stage.events.filter((event) => event.kind === 'message' && event.message.type === 'invalidate').length;

  test('memory raises one at each change of its level, and consoles are told to look', async () => {
    await send(status(9, memory(20)));
    expect([await alarms(), told()]).toEqual([[], 0]);
    await send(status(8, memory(90)));
    await send(status(7, memory(95)));
    expect([await alarms(), told()]).toEqual([[[3100, 8]], 1]);
    await send(status(6, memory(100)));
    await send(status(5, { voltage: 12 }));
    await send(status(4, memory(2)));
    expect([await alarms(), told()]).toEqual([
      [
        [3100, 8],
        [4102, 6],
        [2101, 4],
      ],
      3,
    ]);
  });

  test('voltage raises one as it leaves good, and one when it is 0.15 V above the bound again', async () => {
    for (const [at, voltage] of [12, 9.99, 7.5, 9, 10.14, 9.9, 10.15, 10, 9.95].entries())
      await send(status(9 - at, { voltage }));
    expect(await alarms()).toEqual([
      [3101, 8],
      [2102, 3],
      [3101, 1],
    ]);
  });

  test('one that is low or full by its first word is told of; one without a card can store nothing (RX-16)', async () => {
    await send(status(2, { voltage: 7, memoryUsedMb: 0, memoryTotalMb: 0 }));
    expect(await alarms()).toEqual([
      [4102, 2],
      [3101, 2],
    ]);
  });

  test('what comes late, or twice, raises none; of what is sent at once the newest counts', async () => {
    await send(status(5, { voltage: 12, ...memory(10) }));
    await send(status(6, { voltage: 8, ...memory(100) }), status(5, { voltage: 12, ...memory(10) }));
    await send(status(3, { voltage: 8 }), status(2, { voltage: 12.1 }), status(4, { voltage: 8.1 }));
    expect(await alarms()).toEqual([]);
    await send(status(1, { voltage: 9 }));
    await send(status(1, { voltage: 9 }));
    expect(await alarms()).toEqual([[3101, 1]]);
  });

  test('several hosts that take them at once raise each once, and none that does not hold', async () => {
    const rxId = stage.rxIds[0] as number;
    const silent = { model: null, status: null, memoryUsedMb: null, memoryTotalMb: null, firmware: null };
    const report = (nth: number, voltage: number) =>
      inTransaction(stage.database, (within) =>
        writeVitals(within, stage.systemId, [
          { rxId, ts: now - 20 * minute + nth, voltage, temperature: null, clockOffsetMs: null, ...silent },
        ]),
      );
    await report(0, 12);
    const written = await Promise.all(Array.from({ length: 12 }, (_, nth) => report(nth + 1, 9)));
    expect(await alarms()).toEqual([[3101, 20]]);
    expect(written.filter(({ hasAlarms }) => hasAlarms)).toHaveLength(1);
  });

  test('one that is disabled raises none, and once it is enabled what it reports then counts (RX-15)', async () => {
    await planted(stage.database).updateTable('receivers').set({ enabled: false }).execute();
    await send(status(5, { voltage: 7 }));
    expect(await alarms()).toEqual([]);
    await planted(stage.database).updateTable('receivers').set({ enabled: true }).execute();
    await send(status(4, { voltage: 7 }));
    expect(await alarms()).toEqual([[3101, 4]]);
  });
});
