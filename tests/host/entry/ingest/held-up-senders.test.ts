import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { createStatusIntake } from '../../../../host/domain/vitals/status-intake.ts';
import { nothingSaid } from '../../../../host/domain/vitals/wire-status.ts';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';

/** Whatever blocks one system's small requests blocks no other's (ING-12). */
const otherSystem = 'other';
const otherRxId = 9_001;

let stage: IngestStage;
let keys: string[];
let otherKey: string;
beforeAll(async () => {
  stage = await setIngestStage('embedded', { lockMs: 50 });
  await plantListeners(stage.database, [otherRxId], otherSystem);
  otherKey = (await createReceiverKey(stage.database, otherSystem, 'other')).key;
  keys = await Promise.all(
    [1, 2, 3, 4].map(async (name) => (await createReceiverKey(stage.database, stage.systemId, `key ${name}`)).key),
  );
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
const postTo = async (path: string, key: string, payload: string) => {
  const headers = { authorization: `Receiver ${key}`, 'content-type': 'application/x-ndjson' };
  return (await stage.app.inject({ method: 'POST', url: `/api/ingest/${path}`, headers, payload })).statusCode;
};
const sendOther = (code: number) => postTo(`${otherSystem}/contacts`, otherKey, line(code, { rxId: otherRxId }));
const statusOf = (rxId: number) => JSON.stringify({ rxId, ts: began, voltage: 12 });
const waiting = async () => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await stage.database.pool.query(text)).rows.length;
};

test('a lock on the counts of one, for which requests with several keys wait', async () => {
  await send(0);
  await other.query('begin');
  await other.query('update contacts_hourly set count = count where system_id = $1', [stage.systemId]);
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

test('statuses of systems whose receivers are held, beside as many contacts as are stored at once (VIT-1)', async () => {
  const thirdRxId = 9_002;
  await plantListeners(stage.database, [thirdRxId], 'third');
  const thirdKey = (await createReceiverKey(stage.database, 'third', 'third')).key;
  await other.query('begin');
  await other.query('select from receivers where id = any($1) for update', [[stage.rxIds[0], otherRxId]]);
  const many = (from: number) => Array.from({ length: 200 }, (_, at) => line(from + at)).join('\n');
  const held = [0, 0, 1].map((key, at) => stage.send(many(1 + 200 * at), { authorization: `Receiver ${keys[key]}` }));
  await expect.poll(waiting).toBe(3);
  const reported = [
    stage.report(statusOf(stage.rxIds[0]), { authorization: `Receiver ${keys[2]}` }).then(({ status }) => status),
    postTo(`${otherSystem}/status`, otherKey, statusOf(otherRxId)),
  ];
  expect(await postTo('third/contacts', thirdKey, line(1, { rxId: thirdRxId }))).toBe(200);
  await other.query('rollback');
  expect(await Promise.all(reported)).toEqual([200, 200]);
  expect((await Promise.all(held)).map(({ body }) => body.accepted)).toEqual([200, 200, 200]);
});

test('a status waits for none of the contacts that are sent with the same key (ING-7)', async () => {
  await send(0);
  await other.query('begin');
  await other.query('update contacts_hourly set count = count where system_id = $1', [stage.systemId]);
  const many = (from: number) => Array.from({ length: 200 }, (_, at) => line(from + at)).join('\n');
  const authorization = `Receiver ${keys[0]}`;
  const held = [1, 201, 401].map((from) => stage.send(many(from), { authorization }));
  await expect.poll(waiting).toBe(2);
  expect(await stage.report(statusOf(stage.rxIds[1]), { authorization })).toMatchObject({ status: 200, body: { accepted: 1 } });
  await other.query('rollback');
  expect((await Promise.all(held)).map(({ body }) => body.accepted)).toEqual([200, 200, 200]);
});

test('a lock on the receivers of several systems, for which their statuses wait, and others’ do not (VIT-1)', async () => {
  const fourthRxId = 9_003;
  await plantListeners(stage.database, [fourthRxId], 'fourth');
  const fourthKey = (await createReceiverKey(stage.database, 'fourth', 'fourth')).key;
  await stage.database.pool.query('delete from receiver_vitals');
  await other.query('begin');
  await other.query('select from receivers where id = any($1) for update', [[stage.rxIds[0], otherRxId]]);
  const reported = [
    stage.report(statusOf(stage.rxIds[0])).then(({ status }) => status),
    postTo(`${otherSystem}/status`, otherKey, statusOf(otherRxId)),
  ];
  await expect.poll(waiting).toBeGreaterThan(0);
  for (let times = 0; times < 3; times += 1) expect(await postTo('fourth/status', fourthKey, statusOf(fourthRxId))).toBe(200);
  await other.query('rollback');
  expect(await Promise.all(reported)).toEqual([200, 200]);
});

test('a status that nobody waits for any more is not kept in mind until the lock is gone (VIT-1)', async () => {
  await stage.database.pool.query('delete from receiver_vitals');
  let [begun, ended] = [0, 0];
  const { database, bus } = stage;
  const intake = createStatusIntake({
    database,
    bus,
    log: pino({ level: 'silent' }),
    lockMs: 50,
    turn: () => {
      begun += 1;
      return Promise.resolve(() => void (ended += 1));
    },
  });
  const leaving = new AbortController();
  const accept = (ts: number, signal: AbortSignal) =>
    intake(stage.systemId, { keyId: 1, reports: [{ ...nothingSaid, rxId: stage.rxIds[0], ts, voltage: 12 }], signal });
  await other.query('begin');
  await other.query('select from receivers where id = $1 for update', [stage.rxIds[0]]);
  const left = [1, 2, 3].map((at) => accept(began + at, leaving.signal).then(String, String));
  await expect.poll(waiting).toBe(1);
  const staying = accept(began, new AbortController().signal);
  leaving.abort('gone');
  expect(await Promise.all(left)).toEqual(['gone', 'gone', 'gone']);
  // Anything stored together with them has met the lock by then.
  const from = begun;
  await expect.poll(() => ended).toBeGreaterThan(from);
  await other.query('rollback');
  expect(await staying).toMatchObject({ outcomes: ['added'] });
  const { rows } = await database.pool.query<{ ts: Date }>('select ts from receiver_vitals');
  expect(rows.map(({ ts }) => ts.getTime())).toEqual([began]);
});
