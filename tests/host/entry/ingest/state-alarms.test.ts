import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { writeVitals } from '../../../../host/domain/vitals/index.ts';
import { raiseBySilence } from '../../../../host/domain/fleet/state-alarms.ts';
import { receiversAtSites } from '../../../../host/platform/store/fleet/receivers.ts';
import { silentMs } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { type Db, inTransaction } from '../../../../host/platform/store/database.ts';
import { type IngestStage, setIngestStage } from '../../../support/ingest-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';

/** Reports are further apart than the time after which a receiver is missed. */
const apartMs = 10 * 60_000;
const { online, rebooting, ready, offline, disabled } = receiverStatuses;

describe.each(triedEngines)('alarms by the states that receivers say they are in, on the %s engine (ALM-5)', (engine) => {
  let stage: IngestStage;
  let began: number;
  beforeAll(async () => void (stage = await setIngestStage(engine)));
  afterAll(() => stage.close());
  beforeEach(async () => {
    for (const table of ['receiver_vitals', 'receiver_reports', 'receiver_state_events', 'alarms'])
      await stage.database.pool.query(`delete from ${table}`);
    began = Date.now() - 24 * 3_600_000;
  });

  const silent = { model: null, voltage: null, temperature: null, clockOffsetMs: null, memoryUsedMb: null, memoryTotalMb: null };
  const atOf = (nth: number) => began + nth * apartMs;
  const say = (within: Db, status: number, nth: number) => {
    const vitals = { rxId: stage.rxIds[0], ts: atOf(nth), status, firmware: null, ...silent };
    return writeVitals(within, stage.systemId, [vitals], atOf(nth));
  };
  const sayEach = async (statuses: readonly number[]) => {
    for (const [nth, status] of statuses.entries()) {
      await inTransaction(stage.database, (within) => say(within, status, nth));
      await look(atOf(nth + 1) - 1);
    }
  };
  /** Two hosts that have heard everything look at once; only one reports. */
  const look = async (now: number) => {
    const { database, systemId } = stage;
    const looks = [1, 2].map(async () => {
      const rows = await receiversAtSites(database, systemId);
      return raiseBySilence(database, systemId, rows, { now, hearingSince: 0, silentAfterMs: silentMs, lockMs: 20_000 });
    });
    await Promise.all(looks);
  };
  const alarms = async () => {
    await look(Date.now());
    const { rows } = await stage.database.pool.query<{ code: number }>('select alarm_code_id as code from alarms order by id');
    return rows.map(({ code }) => code);
  };

  test.each([
    ['reboots and does not come back', [online, rebooting, offline], [4101]],
    ['reboots, begins and is gone', [online, rebooting, ready, offline], [4101]],
    ['comes back after that', [online, rebooting, offline, rebooting, online], [4101, 2100]],
    ['was not there before it reboots', [online, offline, rebooting, offline], [4101]],
    ['was disabled before it reboots', [online, disabled, rebooting, offline], []],
    ['was never online', [ready, offline], []],
    ['reboots and is back', [online, rebooting, ready, online], []],
  ])('one that %s', async (_, statuses, codes) => {
    await sayEach(statuses);
    expect(await alarms()).toEqual(codes);
  });

  test.each([
    ['is back, and gone as another host hears it', [online, offline], online, offline, [4101, 2100, 4101]],
    ['is heard for the first time, and gone as another host hears it', [], online, offline, [4101]],
  ])('one that %s, at once (ALM-15)', async (_, before, first, then, codes) => {
    await sayEach(before);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isWritten = false;
    const one = inTransaction(stage.database, async (within) => {
      await say(within, first, 2);
      isWritten = true;
      await held;
    });
    await expect.poll(() => isWritten, { timeout: 20_000 }).toBe(true);
    const other = inTransaction(stage.database, (within) => say(within, then, 3));
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await stage.database.pool.query(waits)).rowCount, { timeout: 20_000 }).toBe(1);
    letGo();
    await Promise.all([one, other]);
    expect(await alarms()).toEqual(codes);
  });
});
