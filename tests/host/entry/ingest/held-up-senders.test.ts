import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { setIngestStage, systemId, type IngestStage } from '../../../support/ingest-stage.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';

/** What holds up one system's small requests holds up no other's (ING-12). */
const otherSystem = 'other';
const otherRxId = 9_001;

let stage: IngestStage;
let keys: string[];
let otherKey: string;
beforeAll(async () => {
  stage = await setIngestStage('embedded', { lockMs: 50 });
  await plantListeners(stage.database, [otherRxId], otherSystem);
  otherKey = await createReceiverKey(stage.database, otherSystem, 'other');
  keys = await Promise.all([1, 2, 3, 4].map((key) => createReceiverKey(stage.database, systemId, `key ${key}`)));
});
afterAll(() => stage.close());
let other: PoolClient;
beforeEach(async () => {
  for (const table of ['contacts', 'contacts_hourly', 'contacts_hourly_codes'])
    await stage.database.pool.query(`delete from ${table}`);
  other = await stage.database.pool.connect();
});
afterEach(() => other.release(true));

const began = Date.now() - 60_000;
const line = (code: number, over: Record<string, unknown> = {}) =>
  JSON.stringify({ rxId: stage.rxIds[0], ant: 1, freq: 150.05, code, type: 8, power: -80, ts: began, ...over });
const send = (code: number, key = 0) => stage.send(line(code), { authorization: `Receiver ${keys[key % keys.length]}` });
const sendOther = async (code: number) => {
  const { statusCode } = await stage.app.inject({
    method: 'POST',
    url: `/api/ingest/${otherSystem}/contacts`,
    headers: { authorization: `Receiver ${otherKey}`, 'content-type': 'application/x-ndjson' },
    payload: line(code, { rxId: otherRxId }),
  });
  return statusCode;
};
const waiting = async () => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await stage.database.pool.query(text)).rows.length;
};

test('a lock on the counts of one, for which requests with several keys wait', async () => {
  await send(0);
  await other.query('begin');
  await other.query('update contacts_hourly set count = count where system_id = $1', [systemId]);
  let answered = 0;
  const sent = Array.from({ length: 12 }, async (_, i) => {
    const { status, body } = await send(1 + i, i);
    answered += 1;
    return [status, body.accepted];
  });
  await expect.poll(waiting).toBeGreaterThan(1);
  for (let code = 0; code < 10; code += 1) expect(await sendOther(code)).toBe(200);
  expect(answered).toBe(0);
  await other.query('rollback');
  expect(await Promise.all(sent)).toEqual(sent.map(() => [200, 1]));
});
