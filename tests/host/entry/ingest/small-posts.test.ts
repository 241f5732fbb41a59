import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { IngestBatch } from '../../../../host/entry/ingest/ingest-batch.ts';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { planted } from '../../../support/planted.ts';

/** Many senders of one or two contacts each, at the same time (ING-12). */
const otherSystem = 'other';
const otherRxId = 9_001;
const senders = 40;

let stage: IngestStage;
let otherKey: string;
beforeAll(async () => {
  // The test blocks these for long on a busy machine, and they must stay together.
  stage = await setIngestStage('embedded', { lockMs: 60_000 });
  await plantListeners(stage.database, [otherRxId], otherSystem);
  otherKey = (await createReceiverKey(stage.database, otherSystem, 'other')).key;
});
afterAll(() => stage.close());
beforeEach(async () => {
  for (const table of ['contacts', 'contacts_hourly', 'contacts_hourly_codes'])
    await stage.database.pool.query(`delete from ${table}`);
  stage.events.length = 0;
});

const began = Date.now() - 60_000;
const line = (code: number, over: Record<string, unknown> = {}) =>
  JSON.stringify({ rxId: stage.rxIds[0], ant: 1, freq: 150.05, code, type: 8, power: -80, ts: began, ...over });
const sendAll = (bodies: readonly string[]) => Promise.all(bodies.map((body) => stage.send(body)));
const sendOther = (code: number) =>
  stage.app.inject({
    method: 'POST',
    url: `/api/ingest/${otherSystem}/contacts`,
    headers: { authorization: `Receiver ${otherKey}`, 'content-type': 'application/x-ndjson' },
    payload: line(code, { rxId: otherRxId }),
  });
const codes = (from = 0) => Array.from({ length: senders }, (_, i) => from + i);
const rowsOf = async (text: string) => (await stage.database.pool.query<Record<string, unknown>>(text)).rows;

/** Blocks all storing during `look`. */
async function whileNobodyStores(look: () => Promise<void>): Promise<void> {
  const holder = await stage.database.pool.connect();
  try {
    await holder.query('begin; lock table contacts_hourly in share mode');
    await look();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}
const isStoring = async () =>
  (await rowsOf(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length > 0;

test('share transactions, and each is answered with its own counts', async () => {
  const replies = await sendAll(codes().map((code) => `${line(code)}\njunk`));
  for (const { status, body } of replies) {
    expect([status, body]).toEqual([
      200,
      { accepted: 1, duplicate: 0, rejected: 1, reasons: [{ line: 2, reason: 'not an object' }] },
    ]);
  }
  const [counted] = await rowsOf(
    `select count(*)::integer as contacts, count(distinct xmin::text)::integer as transactions,
      (select sum(count)::integer from contacts_hourly) as hourly, (select sum(count)::integer from contacts_hourly_codes) as codes
      from contacts`,
  );
  expect(counted).toMatchObject({ contacts: senders, hourly: senders, codes: senders });
  expect(counted?.['transactions']).toBeLessThan(senders / 2);
  const published = stage.events.flatMap((event) => (event.kind === 'contacts' ? event.contacts : []));
  expect(published.map(({ code }) => code).sort((a, b) => a - b)).toEqual(codes());
});

test('none is answered before its transaction is committed', async () => {
  let answered = 0;
  const send = async (code: number) => {
    const { body } = await stage.send(line(code));
    answered += 1;
    return body.accepted;
  };
  let all: Promise<number[]> | undefined;
  await whileNobodyStores(async () => {
    all = Promise.all(codes().map(send));
    await expect.poll(isStoring).toBe(true);
    expect([answered, await stage.stored(), stage.events]).toEqual([0, 0, []]);
  });
  expect(await all).toEqual(codes().map(() => 1));
});

test('the same contact of several at once is stored once, and is new to one of them alone', async () => {
  const replies = await sendAll([...codes().map(() => line(7)), `${line(7)}\n${line(7)}`]);
  const [accepted, duplicate] = [
    replies.reduce((sum, { body }) => sum + body.accepted, 0),
    replies.reduce((sum, { body }) => sum + body.duplicate, 0),
  ];
  // Two equal contacts of one request count as two (CON-3).
  expect([accepted, duplicate, await stage.stored()]).toEqual([2, senders, 2]);
});

test('one that the database refuses is refused alone', async () => {
  await stage.database.pool.query('alter table contacts add constraint no_ghosts check (code <> 666) not valid');
  const replies = await sendAll([...codes(), 666].map((code) => line(code)));
  await stage.database.pool.query('alter table contacts drop constraint no_ghosts');
  expect(replies.map(({ status }) => status)).toEqual([...codes().map(() => 200), 503]);
  expect(replies.slice(0, senders).map(({ body }) => body.accepted)).toEqual(codes().map(() => 1));
  expect(await stage.stored()).toBe(senders);
});

test('contacts of several systems go in together, and each stays with its own', async () => {
  let sent: Promise<number>[] = [];
  await whileNobodyStores(async () => {
    sent = codes().map(async (code) =>
      code % 2 === 0 ? (await stage.send(line(code))).status : (await sendOther(code)).statusCode,
    );
    await expect.poll(isStoring).toBe(true);
  });
  expect(await Promise.all(sent)).toEqual(codes().map(() => 200));
  const half = senders / 2;
  expect(
    await rowsOf('select system_id as id, count(*)::integer as count, max(code % 2) as odd from contacts group by 1 order by 1'),
  ).toEqual([
    { id: stage.systemId, count: half, odd: 0 },
    { id: otherSystem, count: half, odd: 1 },
  ]);
  for (const table of ['contacts_hourly', 'contacts_hourly_codes']) {
    expect(
      await rowsOf(`select system_id as id, sum(count)::integer as count, min(rx_id) as rx from ${table} group by 1 order by 1`),
    ).toEqual([
      { id: stage.systemId, count: half, rx: stage.rxIds[0] },
      { id: otherSystem, count: half, rx: otherRxId },
    ]);
  }
  const published = stage.events.flatMap((event) =>
    event.kind === 'contacts' ? event.contacts.map((one) => [event.mitasId, one.rxId]) : [],
  );
  expect(published).toHaveLength(senders);
  for (const [mitasId, rxId] of published) expect(rxId).toBe(mitasId === stage.systemId ? stage.rxIds[0] : otherRxId);
  expect((await rowsOf('select count(distinct xmin::text)::integer as count from contacts'))[0]?.['count']).toBeLessThan(half);
});

test('a small one is answered before most of many of a hundred contacts that another key has sent before', async () => {
  const read = vi.spyOn(IngestBatch.prototype, 'finish');
  const order: string[] = [];
  let answered: Promise<unknown>[] = [];
  await whileNobodyStores(async () => {
    answered = codes().map(async (from) => {
      const body = Array.from({ length: 100 }, (_, i) => line(100 * from + i)).join('\n');
      expect((await stage.send(body)).body).toMatchObject({ accepted: 100 });
      order.push('many');
    });
    await expect.poll(() => read.mock.calls.length).toBe(senders);
    answered.push(sendOther(1).then(({ statusCode }) => order.push(`one ${statusCode}`)));
    await expect.poll(() => read.mock.calls.length).toBe(senders + 1);
  });
  read.mockRestore();
  await Promise.all(answered);
  expect(order.slice(0, senders / 2)).toContain('one 200');
});

test('that a retired receiver of one still sends is reported when all are answered (RX-37)', async () => {
  const [, retired] = stage.rxIds;
  const retired_at = new Date(began - 1_000);
  await planted(stage.database).updateTable('receivers').set({ retired_at }).where('id', '=', retired).execute();
  const holder = await stage.database.pool.connect();
  await holder.query('begin; lock table alarms in share row exclusive mode');
  const replies = await Promise.all([stage.send(line(1, { rxId: retired })), sendOther(1), stage.send(line(2)), sendOther(2)]);
  expect(replies.map((reply) => ('status' in reply ? reply.status : reply.statusCode))).toEqual([200, 200, 200, 200]);
  await holder.query('rollback');
  holder.release();
  await expect.poll(() => rowsOf('select rx_id from alarms')).toEqual([{ rx_id: retired }]);
});

describe('what is no small post of these days goes by itself', () => {
  test.each([
    ['more than a hundred contacts', 101, {}],
    ['contacts of long ago', 1, { ts: began - 30 * 86_400_000 }],
  ])('%s', async (_, count, over) => {
    const bodies = codes().map((code) => Array.from({ length: count }, (_unused, i) => line(1_000 * code + i, over)).join('\n'));
    for (const { body } of await sendAll(bodies)) expect(body).toMatchObject({ accepted: count, duplicate: 0 });
    expect((await rowsOf('select count(distinct xmin::text)::integer as count from contacts'))[0]).toEqual({ count: senders });
  });
});
