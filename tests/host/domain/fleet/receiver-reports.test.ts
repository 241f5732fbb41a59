import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportMessages } from '../../../../host/domain/fleet/receiver-reports.ts';
import { writeReports, type ReceiverReport } from '../../../../host/platform/store/fleet/receiver-reports.ts';
import { addStateEvents, setReceiverState } from '../../../../host/platform/store/fleet/receiver-states.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addReceivers, addSystem } from '../../../support/test-host.ts';

const start = Date.UTC(2026, 4, 1, 12);

describe.each(triedEngines)('what receivers report, on the %s engine', (engine) => {
  const openDatabase = fileDatabase(engine);
  let database: Database;
  let field: string;
  let other: string;
  let rxIds: readonly [number, number];
  beforeEach(async () => {
    database = await openDatabase();
    [field, other] = [newSystemId('field'), newSystemId('other')];
    for (const id of [field, other]) await addSystem({ database }, id);
    rxIds = await addReceivers({ database }, field, ['R1', 'R2'], { model: 0 });
  });

  const report = (more: Partial<ReceiverReport>): ReceiverReport => ({
    rxId: rxIds[0],
    ts: start,
    model: 1,
    voltage: 12.5,
    memoryUsedMb: 7,
    memoryTotalMb: 64,
    firmware: [7, 10, 2],
    ...more,
  });
  const stored = () =>
    database.db.selectFrom('receiver_reports').selectAll().where('rx_id', 'in', rxIds).orderBy('rx_id').execute();
  const states = () =>
    database.db
      .selectFrom('receiver_state_events')
      .select(['system_id', 'rx_id', 'at', 'status'])
      .where('rx_id', 'in', rxIds)
      .execute();
  const alarms = () => database.db.selectFrom('alarms').select(['alias', 'rx_id']).where('system_id', '=', field).execute();

  test('is kept as it is newest by its own time: a late one overwrites nothing, and none touches what people set (RX-21)', async () => {
    const [first, second] = rxIds;
    await writeReports(database, field, [report({ rxId: second, voltage: 11 }), report({})]);
    await writeReports(database, field, [
      report({ ts: start - 1, voltage: 9, model: 0, firmware: [1, 0, 0] }),
      report({ rxId: second, ts: start + 1, voltage: 10, model: -1 }),
    ]);
    expect(await stored()).toMatchObject([
      { rx_id: first, info_time: new Date(start), voltage: 12.5, model: 1, firmware_major: 7, status: 0, status_time: null },
      // It did not report its model again, but the model is still known.
      { rx_id: second, info_time: new Date(start + 1), voltage: 10, model: 1 },
    ]);
    const named = database.db.selectFrom('receivers').select('model').where('id', 'in', rxIds);
    expect(await named.execute()).toEqual([{ model: 0 }, { model: 0 }]);
  });

  describe('of a receiver that is being deleted', () => {
    let deleting: PoolClient;
    beforeEach(async () => {
      deleting = await database.pool.connect();
      await deleting.query(`begin; set local console.writing = 'on'`);
      await deleting.query('select from receivers where id = $1 for update', [rxIds[0]]);
    });
    afterEach(() => deleting.release(true));

    const during = async (end: () => Promise<unknown>) => {
      const writing = writeReports(database, field, [report({}), report({ rxId: rxIds[1] })]);
      const waiting = async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      };
      try {
        await expect.poll(waiting).toBe(1);
      } finally {
        await end();
        await writing;
      }
    };

    test('is left out once it is gone, and that of no other (RX-35)', async () => {
      await during(async () => {
        await deleting.query('delete from receivers where id = $1', [rxIds[0]]);
        await deleting.query('commit');
      });
      expect(await stored()).toMatchObject([{ rx_id: rxIds[1] }]);
    });

    test('is kept where it stays after all', async () => {
      await during(() => deleting.query('rollback'));
      expect(await stored()).toMatchObject([{ rx_id: rxIds[0] }, { rx_id: rxIds[1] }]);
    });
  });

  test('counts for receivers of its own system alone', async () => {
    await writeReports(database, other, [report({})]);
    expect(await setReceiverState(database, other, { rxId: rxIds[0], status: 4, ts: start }, 0)).toBe(false);
    expect(await stored()).toEqual([]);
  });

  test('a state is taken only where the one before still stands, and is not of later', async () => {
    const rxId = rxIds[0];
    const set = (status: number, ts: number, before: number) => setReceiverState(database, field, { rxId, status, ts }, before);
    expect(await set(4, start, 0)).toBe(true);
    expect(await set(4, start + 1, 0)).toBe(false);
    expect(await set(0, start - 1, 4)).toBe(false);
    expect(await stored()).toMatchObject([{ rx_id: rxId, status: 4, status_time: new Date(start) }]);
    expect(await states()).toEqual([{ system_id: field, rx_id: rxId, at: new Date(start), status: 4 }]);
    expect(await set(0, start, 4)).toBe(true);
    expect(await stored()).toMatchObject([{ status: 0 }]);
  });

  test.each<[string, (rxId: number) => Promise<unknown>]>([
    ['comes', (rxId) => setReceiverState(database, field, { rxId, status: 4, ts: start }, 0)],
    ['is noted as past', (rxId) => addStateEvents(database, field, [{ rxId, status: 4, ts: start }])],
  ])('a state that %s while its receiver is being deleted leaves nothing behind (RX-35)', async (_, write) => {
    const [rxId] = rxIds;
    const waiting = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    let writing: Promise<unknown> | undefined;
    await planted(database)
      .transaction()
      .execute(async (db) => {
        await db.deleteFrom('receivers').where('id', '=', rxId).execute();
        writing = write(rxId);
        await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(1);
      });
    expect(await writing).not.toBe(true);
    expect(await stored()).toEqual([]);
    expect(await states()).toEqual([]);
  });

  test('past states of one that is gone, or of another system, are left out', async () => {
    const [rxId, gone] = rxIds;
    await planted(database).deleteFrom('receivers').where('id', '=', gone).execute();
    const past = [gone, rxId].map((id) => ({ rxId: id, status: 4, ts: start }));
    await addStateEvents(database, other, past);
    await addStateEvents(database, field, past);
    expect(await states()).toEqual([{ system_id: field, rx_id: rxId, at: new Date(start), status: 4 }]);
  });

  test('goes with its receiver, as its states do; its alarms stay without it', async () => {
    const [rxId] = rxIds;
    await writeReports(database, field, [report({})]);
    await setReceiverState(database, field, { rxId, status: 4, ts: start }, 0);
    const alarm = { system_id: field, alarm_code_id: 4101, rx_id: rxId, alias: 'R1', site_name: '' };
    await database.db.insertInto('alarms').values(alarm).execute();
    await planted(database).deleteFrom('receivers').where('id', '=', rxId).execute();
    expect(await stored()).toEqual([]);
    expect(await states()).toEqual([]);
    expect(await alarms()).toEqual([{ alias: 'R1', rx_id: null }]);
    await planted(database).deleteFrom('systems').where('id', '=', field).execute();
    expect(await alarms()).toEqual([]);
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
