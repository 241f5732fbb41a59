import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIntake, type Intake } from '../../../../host/domain/contacts/intake.ts';
import { restoreReceiver } from '../../../../host/domain/fleet/receiver-lifecycle.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { change } from '../../../../host/platform/changes/change.ts';
import { refuseFull } from '../../../../host/platform/changes/full-system.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { logLines } from '../../../support/live-stage.ts';
import { addReceivers, addSystem } from '../../../support/test-host.ts';

/** Units of retired receivers keep sending while others write to the same receivers (RX-37). */

const openDatabase = fileDatabase();
let database: Database;
let field: string;
let one: number;
let two: number;
let intake: Intake;
let logged: ReturnType<typeof logLines>;
beforeEach(async () => {
  database = await openDatabase();
  field = newSystemId('field');
  await addSystem({ database }, field);
  const retired_at = new Date(Date.now() - 60_000);
  [one, two] = await addReceivers({ database }, field, ['R1', 'R2'], { retired_at });
  logged = logLines();
  intake = createIntake({ database, bus: createLocalBus(), log: logged.log });
});

const heard = (...rxIds: number[]) => rxIds.map((rxId) => sampleContact({ rxId, ts: Date.now() }));
const waiting = async () => {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};
const alarms = async () => {
  const its = database.db.selectFrom('alarms').where('system_id', '=', field);
  const rows = await its.select('rx_id').orderBy('rx_id').execute();
  return rows.map(({ rx_id }) => rx_id);
};

test('one that is being restored holds up nothing, and both are done at once (RX-38)', async () => {
  const [counted, accepted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const restoring = change(database, { systemId: field, by: null, through: 'console' }, async (writer) => {
    attempts += 1;
    await refuseFull(writer);
    counted.resolve();
    await accepted.promise;
    await restoreReceiver(writer, one);
  });
  await counted.promise;
  let isStored = false;
  const storing = intake.accept(field, heard(one)).finally(() => (isStored = true));
  try {
    await expect.poll(async () => isStored || (await waiting()) > 0).toBe(true);
  } finally {
    accepted.resolve();
  }
  const [stored] = await Promise.all([storing, restoring]);
  expect([stored, attempts]).toMatchObject([{ accepted: 1, duplicates: 0, refused: [] }, 1]);
});

describe('a report that they still send', () => {
  let other: PoolClient;
  beforeEach(async () => {
    other = await database.pool.connect();
  });
  afterEach(() => other.release(true));

  test('is made after all where another writer and it waited for each other', async () => {
    // The transaction that waits first detects the deadlock first, and gives way.
    await other.query(`begin; set local deadlock_timeout = '5min'`);
    await other.query('select from receivers where id = $1 for no key update', [two]);
    const storing = intake.accept(field, heard(two, one));
    await expect.poll(waiting).toBe(1);
    await other.query('select from receivers where id = $1 for no key update', [one]);
    await other.query('rollback');
    expect(await storing).toMatchObject({ accepted: 2 });
    expect(await alarms()).toEqual([one, two]);
  });

  test('that fails is logged, made with the next contacts, and refuses none that are stored', async () => {
    await other.query('alter table alarms rename to alarms_gone');
    try {
      expect(await intake.accept(field, heard(one))).toMatchObject({ accepted: 1 });
      expect(logged.lines.filter((line) => line.includes('could not be raised'))).toHaveLength(1);
    } finally {
      await other.query('alter table alarms_gone rename to alarms');
    }
    expect(await intake.accept(field, heard(one))).toMatchObject({ accepted: 1 });
    expect(await alarms()).toEqual([one]);
  });
});
