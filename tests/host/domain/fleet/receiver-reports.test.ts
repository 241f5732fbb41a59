import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportMessages, writeReports, type ReceiverReport } from '../../../../host/domain/fleet/receiver-reports.ts';
import { setReceiverState } from '../../../../host/domain/fleet/receiver-states.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { planted } from '../../../support/planted.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';

const start = Date.UTC(2026, 4, 1, 12);

describe.each(engines)('what receivers report, on the %s engine', (engine) => {
  let database: Database;
  let rxIds: number[];
  beforeEach(async () => {
    database = await withTestDatabase(engine);
    const db = planted(database);
    await db
      .insertInto('systems')
      .values(['field', 'other'].map((id) => ({ id, common_name: id })))
      .execute();
    const made = await db
      .insertInto('receivers')
      .values(['R1', 'R2'].map((alias) => ({ system_id: 'field', alias, model: 0 })))
      .returning('id')
      .execute();
    rxIds = made.map(({ id }) => id);
  });
  afterEach(() => database.close());

  const report = (more: Partial<ReceiverReport>): ReceiverReport => ({
    rxId: rxIds[0] ?? 0,
    ts: start,
    model: 1,
    voltage: 12.5,
    memoryUsedMb: 7,
    memoryTotalMb: 64,
    firmware: [7, 10, 2],
    ...more,
  });
  const stored = () => database.db.selectFrom('receiver_reports').selectAll().orderBy('rx_id').execute();

  test('is kept as it is newest by its own time: a late one overwrites nothing, and none touches what people set (RX-21)', async () => {
    const [first = 0, second = 0] = rxIds;
    await writeReports(database.db, 'field', [report({ rxId: second, voltage: 11 }), report({})]);
    await writeReports(database.db, 'field', [
      report({ ts: start - 1, voltage: 9, model: 0, firmware: [1, 0, 0] }),
      report({ rxId: second, ts: start + 1, voltage: 10, model: -1 }),
    ]);
    expect(await stored()).toMatchObject([
      { rx_id: first, info_time: new Date(start), voltage: 12.5, model: 1, firmware_major: 7, status: 0, status_time: null },
      // It did not tell its model again, which is not to have lost it.
      { rx_id: second, info_time: new Date(start + 1), voltage: 10, model: 1 },
    ]);
    expect(await database.db.selectFrom('receivers').select('model').execute()).toEqual([{ model: 0 }, { model: 0 }]);
  });

  test('counts for receivers of its own system alone', async () => {
    await writeReports(database.db, 'other', [report({})]);
    expect(await setReceiverState(database.db, 'other', { rxId: rxIds[0] ?? 0, status: 4, ts: start }, 0)).toBe(false);
    expect(await stored()).toEqual([]);
  });

  test('a state is taken only where the one before still stands, and is not of later', async () => {
    const rxId = rxIds[0] ?? 0;
    const set = (status: number, ts: number, before: number) =>
      setReceiverState(database.db, 'field', { rxId, status, ts }, before);
    expect(await set(4, start, 0)).toBe(true);
    expect(await set(4, start + 1, 0)).toBe(false);
    expect(await set(0, start - 1, 4)).toBe(false);
    expect(await stored()).toMatchObject([{ rx_id: rxId, status: 4, status_time: new Date(start) }]);
    expect(await database.db.selectFrom('receiver_state_events').select(['at', 'status']).execute()).toEqual([
      { at: new Date(start), status: 4 },
    ]);
    expect(await set(0, start, 4)).toBe(true);
    expect(await stored()).toMatchObject([{ status: 0 }]);
  });

  test('goes with its receiver, as its states do; its alarms stay without it', async () => {
    const [rxId = 0] = rxIds;
    await writeReports(database.db, 'field', [report({})]);
    await setReceiverState(database.db, 'field', { rxId, status: 4, ts: start }, 0);
    const alarm = { system_id: 'field', alarm_code_id: 4101, rx_id: rxId, alias: 'R1', site_name: '' };
    await database.db.insertInto('alarms').values(alarm).execute();
    await planted(database).deleteFrom('receivers').where('id', '=', rxId).execute();
    expect(await stored()).toEqual([]);
    expect(await database.db.selectFrom('receiver_state_events').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('alarms').select(['alias', 'rx_id']).execute()).toEqual([{ alias: 'R1', rx_id: null }]);
    await planted(database).deleteFrom('systems').where('id', '=', 'field').execute();
    expect(await database.db.selectFrom('alarms').selectAll().execute()).toEqual([]);
  });
});

test('consoles hear of each report, and of the model only where it is news (SOCK-27)', () => {
  const told = { rxId: 7, ts: start, model: 1, voltage: 12, memoryUsedMb: 7, memoryTotalMb: 64, firmware: [7, 10, 2] as const };
  const kinds = (before: number | null, model = 1) =>
    reportMessages('field', { ...told, model }, before).map((event) => (event.kind === 'message' ? event.message : event));
  const info = expect.objectContaining({ type: 'rxInfo', payload: expect.objectContaining({ rxId: 7, ts: start, voltage: 12 }) });
  const news = { type: 'newRxModel', payload: { rxId: 7, model: 1 } };
  expect(kinds(null)).toEqual([news, info]);
  expect(kinds(0)).toEqual([news, info]);
  expect(kinds(1)).toEqual([info]);
  expect(kinds(null, -1)).toEqual([info]);
});
