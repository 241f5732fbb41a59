import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { joinIntake } from '../../../../host/domain/contacts/joined-intake.ts';
import { readDirectory } from '../../../../host/domain/contacts/receiver-directory.ts';
import { IngestBatch } from '../../../../host/entry/ingest/ingest-batch.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { logLines } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

let database: Database;
beforeEach(async () => {
  database = await withTestDatabase();
  await plantListeners(database, [1, 2], 'field');
});
afterEach(() => database.close());

test('a name that is taken over during a long request is the new receiver’s from the next batch on (RX-37)', async () => {
  const intake = createIntake({ database, bus: createLocalBus(), log: logLines().log });
  const receivers = () => readDirectory(database, 'field');
  const storeTurn = () => Promise.resolve(() => undefined);
  const batch = new IngestBatch({
    intake,
    systemId: 'field',
    keyId: 1,
    directory: await receivers(),
    readDirectory: receivers,
    joined: joinIntake({
      intake: {
        ...intake,
        acceptTogether: (all, lockMs) => intake.acceptTogether(all, { pool: database.ingest.joined, lockMs }),
      },
      storeTurn,
      lockMs: 250,
      now: Date.now,
    }),
    storeTurn,
    timeout: new AbortController().signal,
  });
  const now = Date.now();
  const read = (line: number) => {
    const contact = { receiver: 'Listener 1', ant: 1, freq: 150.05, code: line, type: 8, power: -80, ts: now };
    expect(batch.read([{ line, text: JSON.stringify(contact) }], 0, now)).toBe(1);
  };
  read(1);
  await planted(database).updateTable('receivers').set({ retired_at: new Date() }).where('id', '=', 1).execute();
  await planted(database).updateTable('receivers').set({ alias: 'Listener 1' }).where('id', '=', 2).execute();
  await batch.store();
  read(2);
  expect(await batch.finish()).toMatchObject({ accepted: 2, rejected: 0 });
  const { rows } = await database.pool.query('select rx_id, code from contacts order by code');
  expect(rows).toEqual([
    { rx_id: 1, code: 1 },
    { rx_id: 2, code: 2 },
  ]);
});
