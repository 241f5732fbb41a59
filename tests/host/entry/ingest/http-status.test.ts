import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { raiseBySilence } from '../../../../host/domain/fleet/state-alarms.ts';
import { receiversAtSites } from '../../../../host/platform/store/fleet/receivers.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';

const minute = 60_000;

describe.each(triedEngines)('what receivers report over HTTP on the %s engine', (engine) => {
  let stage: IngestStage;
  let now: number;
  beforeAll(async () => void (stage = await setIngestStage(engine)));
  afterAll(() => stage.close());
  beforeEach(async () => {
    for (const table of ['receiver_vitals', 'receiver_reports', 'receiver_state_events', 'receivers_heard', 'alarms'])
      await stage.database.pool.query(`delete from ${table}`);
    await planted(stage.database)
      .updateTable('receivers')
      .set({ enabled: true, retired_at: null, retired_heard_at: null })
      .execute();
    stage.events.length = 0;
    now = Date.now();
  });

  const status = (ago: number, more: object = {}) => ({ rxId: stage.rxIds[0], ts: now - Math.round(ago * minute), ...more });
  const send = (...statuses: object[]) => stage.report(statuses.map((one) => JSON.stringify(one)).join('\n'));
  const known = async () => {
    const { rows } = await stage.database.pool.query(
      `select status, status_time, info_time, model, voltage, memory_used_mb, memory_total_mb, firmware_minor
       from receiver_reports where rx_id = $1`,
      [stage.rxIds[0]],
    );
    return rows[0] as Record<string, unknown> | undefined;
  };
  const timeline = async () => {
    const { rows } = await stage.database.pool.query<{ at: Date; status: number }>(
      'select at, status from receiver_state_events where rx_id = $1 order by at',
      [stage.rxIds[0]],
    );
    return rows.map((row) => [Math.round((now - row.at.getTime()) / minute), row.status]);
  };
  const told = () => stage.events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
  const heard = () => stage.events.filter((event) => event.kind === 'heard');

  test('is kept, known and told: of whom it is heard, and what is new (VIT-1, RX-22, RX-23, SOCK-27)', async () => {
    const [rxId, other] = stage.rxIds;
    const said = { voltage: 12.5, memoryUsedMb: 8, memoryTotalMb: 64, firmware: '7.10.2', model: 1, temperature: 21, state: 4 };
    const reply = await send(status(1, { ...said, clock: now - 90_000 }), { receiver: 'R2', ts: now, voltage: 11 });
    expect(reply).toEqual({ status: 200, body: { accepted: 2, duplicate: 0, rejected: 0, reasons: [] } });
    expect(await known()).toEqual({
      status: 4,
      status_time: new Date(now - minute),
      info_time: new Date(now - minute),
      model: 1,
      voltage: 12.5,
      memory_used_mb: 8,
      memory_total_mb: 64,
      firmware_minor: 10,
    });
    const { rows } = await stage.database.pool.query(
      'select temperature, clock_offset_ms from receiver_vitals where rx_id = $1',
      [rxId],
    );
    expect(rows).toEqual([{ temperature: 21, clock_offset_ms: expect.any(Number) }]);
    expect((rows as { clock_offset_ms: number }[])[0]?.clock_offset_ms).toBeLessThanOrEqual(-90_000);
    expect(heard()).toEqual([{ kind: 'heard', mitasId: stage.systemId, rxIds: [rxId, other] }]);
    expect(told()).toEqual([
      { type: 'newRxState', payload: { rxId, state: 4, ts: now - minute } },
      { type: 'newRxModel', payload: { rxId, model: 1 } },
      {
        type: 'rxInfo',
        payload: expect.objectContaining({ rxId, ts: now - minute, voltage: 12.5, memoryTotalMb: 64, firmwarePatch: 2 }),
      },
      {
        type: 'rxInfo',
        payload: expect.objectContaining({ rxId: other, voltage: 11, memoryTotalMb: null, firmwareMajor: null }),
      },
    ]);
  });

  test('one that is repeated changes nothing, and another of the same moment is refused by its line (VIT-3)', async () => {
    const first = status(1, { voltage: 12.1, state: 4 });
    expect((await send(first)).body).toMatchObject({ accepted: 1 });
    stage.events.length = 0;
    const reasons = [{ line: 3, reason: 'a status of this receiver for this time already exists' }];
    const again = await send(first, { ...first, clock: now }, { ...first, voltage: 12.2 });
    expect(again.body).toEqual({ accepted: 0, duplicate: 2, rejected: 1, reasons });
    expect(await known()).toMatchObject({ voltage: expect.closeTo(12.1, 3) });
    expect(told()).toEqual([]);
    // The receiver has still been heard.
    expect(heard()).toHaveLength(1);
    const batch = await send(status(0, { voltage: 1 }), status(0, { voltage: 1 }), status(0, { voltage: 2 }));
    expect(batch.body).toMatchObject({ accepted: 1, duplicate: 1, rejected: 1 });
  });

  test('a bad one loses no good one (ING-3)', async () => {
    const reply = await send(status(1, { voltage: 500 }), status(1, { voltage: 12 }), status(2, {}));
    expect(reply.body).toEqual({
      accepted: 1,
      duplicate: 0,
      rejected: 2,
      reasons: [
        { line: 1, reason: 'voltage is 500: it takes V from 0 to 100' },
        { line: 3, reason: 'it has no field about the receiver' },
      ],
    });
  });

  test('one with a number too small to be kept is as good as nothing of it, and loses no other (ING-3)', async () => {
    const tiny = [{ voltage: 1e-46 }, { temperature: -1e-300 }, { memoryUsedMb: 1e-46, memoryTotalMb: 0 }];
    const reply = await send(...tiny.map((more, at) => status(at + 2, more)), status(1, { voltage: 12 }));
    expect(reply).toMatchObject({ status: 200, body: { accepted: 4, rejected: 0 } });
    expect((await send(status(2, { voltage: 0 }))).body).toMatchObject({ duplicate: 1 });
  });

  test('two that are kept as the same are the same, in one request and in two (VIT-3)', async () => {
    const said = status(1, { voltage: 12.1 });
    const again = { ...said, voltage: 12.100000001 };
    expect((await send(said, again)).body).toMatchObject({ accepted: 1, duplicate: 1 });
    expect((await send(again)).body).toMatchObject({ duplicate: 1 });
  });

  test('one that comes late is history, and changes nothing of what is known (VIT-3, RX-13, RX-21)', async () => {
    await send(status(10, { voltage: 12, state: 4 }));
    await send(status(20, { voltage: 9, state: 3, model: 1 }));
    expect(await known()).toMatchObject({ voltage: 12, status: 4, model: null });
    expect(await timeline()).toEqual([
      [20, 3],
      [10, 4],
    ]);
  });

  test('of several at once each thing is known by the newest that says it', async () => {
    await send(status(5, { voltage: 12 }));
    await send(
      status(1, { memoryUsedMb: 1, memoryTotalMb: 2 }),
      status(6, { voltage: 3, firmware: '1.1.1' }),
      status(2, { voltage: 13 }),
    );
    expect(await known()).toMatchObject({
      voltage: 13,
      memory_total_mb: 2,
      firmware_minor: null,
      info_time: new Date(now - minute),
    });
  });

  test('a receiver without a card has no total (RX-19)', async () => {
    await send(status(1, { memoryUsedMb: 0, memoryTotalMb: 0 }));
    const payload = expect.objectContaining({ memoryUsedMb: 0, memoryTotalMb: null });
    // Without a card nothing can be stored, which raises an alarm (RX-16).
    expect(told()).toEqual([
      { type: 'rxInfo', payload },
      { type: 'invalidate', payload: ['alarms'] },
    ]);
  });

  test('a state that goes on is no event, unless a late one comes before it (VIT-4)', async () => {
    await send(status(30, { state: 4 }), status(20, { state: 4 }), status(10, { state: 4 }));
    await send(status(5, { state: 4 }));
    expect(await timeline()).toEqual([[30, 4]]);
    await send(status(15, { state: 3 }));
    expect(await timeline()).toEqual([
      [30, 4],
      [15, 3],
      [10, 4],
    ]);
    await send(status(7, { state: 3 }));
    expect((await timeline()).slice(-2)).toEqual([
      [7, 3],
      [5, 4],
    ]);
    // It was online five minutes ago by its own report, whenever that state began.
    expect(await known()).toMatchObject({ status: 4 });
  });

  test('a state other than online is the receiver’s own word, and its alarm is raised (VIT-4, ALM-5)', async () => {
    const rxId = stage.rxIds[0];
    await planted(stage.database).updateTable('systems').set({ offline_alarm_minutes: 1 }).execute();
    await send(status(9, { state: 4 }));
    stage.events.length = 0;
    await send(status(8, { state: 0 }));
    expect(heard()).toEqual([{ kind: 'heard', mitasId: stage.systemId, rxIds: [rxId], isState: true }]);
    // The same state, in a new status or a repeated one, is still the receiver's own report.
    await send(status(7, { state: 2 }));
    await send(status(6.5, { state: 2 }));
    await send(status(6.5, { state: 2 }));
    // Older statuses do not change its reported state.
    await send(status(6.2, { state: 4 }), status(6.1, { state: 2 }), status(6.3, { voltage: 12 }));
    // By a slow clock, the state is no newer than the known one, and still no report that it is online.
    await send(status(60, { state: 1 }));
    expect(heard().map((event) => event.isState)).toEqual([true, true, true, true, true, true]);
    const rows = await receiversAtSites(stage.database, stage.systemId);
    const look = { now: Date.now() + 60_000, hearingSince: 0, silentAfterMs: 60_000, lockMs: 20_000 };
    expect(await raiseBySilence(stage.database, stage.systemId, rows, look)).toBe(1);
    await send(status(6.05, { voltage: 12 }));
    await send(status(6, { state: 4 }));
    expect(heard().slice(-2)).toEqual([
      expect.not.objectContaining({ isState: true }),
      { kind: 'heard', mitasId: stage.systemId, rxIds: [rxId] },
    ]);
    const alarms = await stage.database.pool.query('select alarm_code_id, alias from alarms order by id');
    expect(alarms.rows).toEqual([
      { alarm_code_id: 4101, alias: 'R1' },
      { alarm_code_id: 2100, alias: 'R1' },
    ]);
    expect(told()).toContainEqual({ type: 'invalidate', payload: ['alarms'] });
  });

  test('one that says itself that it goes is known by how often it came (RX-44)', async () => {
    const rxId = stage.rxIds[0];
    const day = 24 * 60 * minute;
    const visit = (ago: number) => [
      { rx_id: rxId, system_id: stage.systemId, status: 4, at: new Date(now - ago * day - 2 * minute) },
      { rx_id: rxId, system_id: stage.systemId, status: 0, at: new Date(now - ago * day - minute) },
    ];
    const db = planted(stage.database);
    await db.insertInto('receiver_state_events').values([4, 3, 2, 1].flatMap(visit)).execute();
    await db
      .insertInto('receivers_heard')
      .values({ rx_id: rxId, heard_at: new Date(now) })
      .execute();
    await send(status(2, { state: 4 }), status(1, { state: 0 }));
    expect(told()).toContainEqual({ type: 'rxHeard', payload: [{ rxId, ts: now, uploadsEveryMs: day }] });
    stage.events.length = 0;
    await send(status(0, { state: 4 }));
    expect(told().map(({ type }) => type)).not.toContain('rxHeard');
  });

  test('of a receiver that is not enabled no state is taken (RX-12)', async () => {
    await planted(stage.database).updateTable('receivers').set({ enabled: false }).execute();
    expect((await send(status(1, { state: 4, voltage: 12 }))).body).toMatchObject({ accepted: 1 });
    expect(await timeline()).toEqual([]);
    expect(await known()).toMatchObject({ status: 0, voltage: 12 });
  });

  test('of a retired receiver it is kept and not shown, and it is reported that it still sends (RX-37)', async () => {
    await planted(stage.database)
      .updateTable('receivers')
      .set({ retired_at: new Date(now - 5 * minute) })
      .execute();
    expect((await send(status(1, { state: 4, voltage: 12 }))).body).toMatchObject({ accepted: 1 });
    expect(await timeline()).toEqual([]);
    expect(heard()).toEqual([]);
    expect(told()).toEqual([{ type: 'invalidate', payload: ['alarms'] }]);
    const { rows } = await stage.database.pool.query('select alarm_code_id from alarms');
    expect(rows).toEqual([{ alarm_code_id: 3102 }]);
  });

  test('what is too much, or not taken, is said of statuses (VIT-1)', async () => {
    const bad = await stage.report(Array.from({ length: 11_000 }, () => 'x').join('\n'));
    expect(bad).toMatchObject({
      status: 413,
      body: { error: { message: expect.stringMatching(/10000 statuses .* send the statuses/) } },
    });
    const long = await stage.report('', { 'content-length': String(65 * 1024 * 1024) });
    expect(JSON.stringify(long.body)).toContain('send the statuses in several');
  });

  test('needs a key of the system (ING-1)', async () => {
    const body = JSON.stringify(status(1, { voltage: 12 }));
    expect((await stage.report(body, { authorization: 'Receiver none' })).status).toBe(401);
    const { rows } = await stage.database.pool.query('select from receiver_vitals');
    expect(rows).toHaveLength(0);
  });

  test('many that come at once are all answered by their own counts', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(status(n + 1, { voltage: n }), status(n + 1, { voltage: n }), { ts: now })),
    );
    for (const { body } of replies) expect(body).toMatchObject({ accepted: 1, duplicate: 1, rejected: 1 });
    expect(await known()).toMatchObject({ voltage: 0 });
  });
});
