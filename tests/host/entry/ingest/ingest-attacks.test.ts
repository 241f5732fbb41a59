import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { IngestBatch } from '../../../../host/entry/ingest/ingest-batch.ts';
import { ingestBounds, largeBytes, type IngestBounds } from '../../../../host/entry/ingest/ingest-bounds.ts';
import { ItemSplitter } from '../../../../host/entry/ingest/item-splitter.ts';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { ingestStages, setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { RawConnection } from '../../../support/raw-connection.ts';

/** Limits low enough for a test to reach; the others are unchanged. */
const few: Partial<IngestBounds> = {
  bytes: 8 * 1024 * 1024,
  requests: { perKey: 3, total: 4 },
  large: { perKey: 1, total: 2 },
  stores: { perKey: 2, total: 2 },
};

const newStage = ingestStages();
let stage: IngestStage;
let limited: IngestStage;
beforeAll(async () => {
  [stage, limited] = await Promise.all([newStage(), newStage(few)]);
});
afterAll(() => Promise.all([stage.close(), limited.close()]));
beforeEach(async () => void (await stage.database.pool.query('delete from contacts')));
afterEach(() => void vi.restoreAllMocks());

const contactOf = ({ rxIds }: IngestStage, i: number) => ({
  rxId: rxIds[i % 2],
  ant: 1,
  freq: 150.05,
  code: i % 500,
  type: 8,
  power: -80,
  ts: 1_700_000_000_000 + i,
});
const lines = (of: IngestStage, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `${JSON.stringify(contactOf(of, from + i))}\n`).join('');
const messageOf = (body: unknown) => (body as { error: { message: string } }).error.message;
/** Waits for a condition, however slow the machine. */
const until = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 30_000 });
const packed = { 'content-encoding': 'gzip' };

describe('what is not worth reading is not read', () => {
  const mb = 1024 * 1024;
  test.each([
    ['2 MB of bad lines', Buffer.alloc(2 * mb, 'x\n'), {}],
    ['20 MB of bad lines in 20 KB', gzipSync(Buffer.alloc(20 * mb, 'x\n')), packed],
    ['30 MB of empty elements', gzipSync(`[${','.repeat(30 * mb)}`), packed],
    ['20 MB of objects that break off', gzipSync(Buffer.alloc(20 * mb, '{\n')), packed],
    ['20 MB of numbers', gzipSync(`[${'1,'.repeat(10 * mb)}`), packed],
  ])('%s', async (_, body, headers) => {
    const cut = vi.spyOn(ItemSplitter.prototype, 'push');
    const parsed = vi.spyOn(JSON, 'parse');
    const { status, body: reply } = await stage.send(body, headers);
    expect(status).toBe(413);
    expect(messageOf(reply)).toMatch(
      /^A request with more than 10000 contacts that are refused is not read to its end: .* Of this one 0 are stored, 1[01]\d\d\d refused \(line 1: not/,
    );
    expect(cut.mock.calls.length).toBeLessThanOrEqual(2);
    // Checked after each slice of up to 1,024, some of which end early on a busy machine.
    expect(parsed.mock.calls.length).toBeLessThanOrEqual(ingestBounds.refusals + 1_024);
  });

  test('20 MB of blank lines', async () => {
    const cut = vi.spyOn(ItemSplitter.prototype, 'push');
    const { status, body } = await stage.send(gzipSync(Buffer.alloc(20 * mb, '\n')), packed);
    expect([status, messageOf(body)]).toEqual([413, expect.stringContaining('A request of more than 1000000 lines')]);
    expect(cut.mock.calls.length).toBeLessThanOrEqual(17);
  });

  test('a contact that is nested without end', async () => {
    const deep = `{"ant":${'['.repeat(2_000)}${']'.repeat(2_000)},"rxId":${stage.rxIds[0]}}`;
    const { status, body } = await stage.send(`${deep}\n${'['.repeat(4_000)}\n${lines(stage, 1)}`);
    expect([status, body.accepted, body.rejected]).toEqual([200, 1, 2]);
  });
});

describe('exactly the limit is taken, one more is not (ING-6)', () => {
  test('refusals: the good ones beside them are stored either way, and all are counted', async () => {
    const bad = 'x\n'.repeat(ingestBounds.refusals);
    expect(await stage.send(lines(stage, 2) + bad + lines(stage, 1, 2))).toMatchObject({
      status: 200,
      body: { accepted: 3, rejected: ingestBounds.refusals },
    });
    const more = await stage.send(`${lines(stage, 2)}${bad}${lines(stage, 2, 2)}x\n`);
    expect([more.status, messageOf(more.body)]).toEqual([
      413,
      expect.stringContaining('Of this one 4 are stored, 10001 refused (line 3: not an object).'),
    ]);
    expect(await stage.stored()).toBe(4);
  });

  test.each([['plain'], ['gzip']])('bytes, %s', async (how) => {
    const pack = (body: Buffer) => (how === 'gzip' ? gzipSync(body) : body);
    const headers = how === 'gzip' ? packed : {};
    const body = Buffer.alloc(few.bytes ?? 0, ' ');
    expect((await limited.send(pack(body), headers)).status).toBe(200);
    const { status, body: reply } = await limited.send(pack(Buffer.concat([body, Buffer.from(' ')])), headers);
    expect([status, messageOf(reply)]).toEqual([413, expect.stringContaining('A request takes 8 MiB')]);
  });

  test('lines', async () => {
    const bound = await newStage({ items: 1_000 });
    expect((await bound.send(lines(bound, 1_000))).body).toMatchObject({ accepted: 1_000 });
    const { status, body } = await bound.send(lines(bound, 1_001));
    expect([status, messageOf(body)]).toEqual([413, expect.stringContaining('Of this one 1001 are stored.')]);
    await bound.close();
  });

  test('a request takes 64 MiB and a million lines, as docs/ingest.md says', () => {
    expect([ingestBounds.bytes, ingestBounds.items, ingestBounds.refusals]).toEqual([67_108_864, 1_000_000, 10_000]);
  });
});

describe('the event loop turns', () => {
  /** Counts turns of the event loop, and the items read in each slice and each turn. */
  function watchSlices(): { stop: () => { items: number[]; mostInOneTurn: number } } {
    const read = vi.spyOn(IngestBatch.prototype, 'read');
    const turn = vi.fn<() => void>();
    let timer = setImmediate(function next() {
      turn();
      timer = setImmediate(next);
    });
    return {
      stop: () => {
        clearImmediate(timer);
        const items = read.mock.results.map(({ value }, i) => (value as number) - (read.mock.calls[i]?.[1] ?? 0));
        const itemsAt = new Map(read.mock.invocationCallOrder.map((order, i) => [order, items[i] ?? 0]));
        let [inThisTurn, mostInOneTurn] = [0, 0];
        for (const order of [...turn.mock.invocationCallOrder, ...itemsAt.keys()].sort((a, b) => a - b)) {
          inThisTurn = itemsAt.has(order) ? inThisTurn + (itemsAt.get(order) ?? 0) : 0;
          mostInOneTurn = Math.max(mostInOneTurn, inThisTurn);
        }
        return { items, mostInOneTurn };
      },
    };
  }

  test('between the slices of all requests, and no slice is long', async () => {
    const watch = watchSlices();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => stage.send(lines(stage, 6_000, i * 6_000))));
    const { items, mostInOneTurn } = watch.stop();
    expect(answers.map(({ body }) => body.accepted)).toEqual(Array.from({ length: 5 }, () => 6_000));
    expect(items.reduce((sum, count) => sum + count, 0)).toBe(30_000);
    expect(Math.max(...items)).toBeLessThanOrEqual(1_024);
    expect(mostInOneTurn).toBeLessThanOrEqual(1_024 + 128);
  });

  test('also while nothing but junk is read', async () => {
    const watch = watchSlices();
    await stage.send('x\n'.repeat(ingestBounds.refusals));
    const { items, mostInOneTurn } = watch.stop();
    expect(items.length).toBeGreaterThanOrEqual(ingestBounds.refusals / 1_024);
    expect(mostInOneTurn).toBeLessThanOrEqual(1_024 + 128);
  });
});

describe('one sender among others', () => {
  let url: string;
  const opened: RawConnection[] = [];
  beforeAll(async () => {
    await limited.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(limited.app.server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.destroy();
  });

  /** Starts a request: sends its head and the first part of its body. */
  async function begin(body: string | Buffer, sent: number, headers: Record<string, string> = {}): Promise<RawConnection> {
    const connection = await RawConnection.open(url);
    opened.push(connection);
    connection.head('POST', `/api/ingest/${limited.systemId}/contacts`, body.length, {
      authorization: `Receiver ${limited.key}`,
      'content-type': 'application/x-ndjson',
      ...headers,
    });
    connection.write(body.slice(0, sent));
    return connection;
  }
  const statusOf = async (headers: Record<string, string> = {}) => (await limited.send('', headers)).status;

  test('has so many requests under way and no more, and is told when to come again (ING-7)', async () => {
    const body = lines(limited, 10);
    const cut = vi.spyOn(ItemSplitter.prototype, 'push');
    const senders = await Promise.all(Array.from({ length: 3 }, () => begin(body, 100)));
    await until(() => expect(cut).toHaveBeenCalledTimes(3));
    expect(await statusOf()).toBe(429);
    const refused = await begin(body, body.length);
    const answer = await refused.answer();
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '5']);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { type: 'TooManyRequests', message: expect.stringContaining('3 requests') },
    });

    // Another key is still accepted, until there are too many requests in total.
    const authorization = `Receiver ${(await createReceiverKey(limited.database, limited.systemId, 'other')).key}`;
    expect(await statusOf({ authorization })).toBe(200);
    cut.mockClear();
    const other = await begin(body, 100, { authorization });
    await until(() => expect(cut).toHaveBeenCalledTimes(1));
    expect(await statusOf({ authorization })).toBe(503);

    for (const sender of [...senders, other]) sender.write(body.slice(100));
    const answers = await Promise.all([...senders, other].map((sender) => sender.answer()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([await statusOf(), await statusOf({ authorization })]).toEqual([200, 200]);
  });

  test('one of a key that is large waits for the other; small ones do not', async () => {
    const body = lines(limited, 30_000);
    expect(body.length).toBeGreaterThan(2 * largeBytes);
    const cut = vi.spyOn(ItemSplitter.prototype, 'push');
    const first = await begin(body, 1.5 * largeBytes);
    await until(() => expect(cut.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0)).toBe(1.5 * largeBytes));
    let answered = false;
    const second = limited.send(body).finally(() => (answered = true));
    expect((await limited.send(lines(limited, 10))).status).toBe(200);
    await until(() => expect(cut.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0)).toBeGreaterThan(2.4 * largeBytes));
    expect(answered).toBe(false);
    first.write(body.slice(1.5 * largeBytes));
    expect(JSON.parse((await first.answer()).body)).toMatchObject({ rejected: 0 });
    const { body: reply } = await second;
    expect([reply.accepted + reply.duplicate, reply.rejected]).toEqual([30_000, 0]);
  });

  test('stores at most two batches at a time', async () => {
    const { pool } = stage.database.ingest;
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    let [storing, most] = [0, 0];
    const watched = (...given: unknown[]) => {
      const isInsert = (given[0] as { name?: string }).name === 'insert-contacts';
      if (isInsert) most = Math.max(most, ++storing);
      return query(...given).finally(() => (storing -= isInsert ? 1 : 0));
    };
    vi.spyOn(pool, 'query').mockImplementation(watched as never);
    await Promise.all(Array.from({ length: 12 }, (_, i) => stage.send(lines(stage, 20, i * 20))));
    expect([most, await stage.stored()]).toEqual([2, 240]);
  });

  test('that hangs up is read no further, and what was read is stored (ING-9)', async () => {
    // Compressed so well that all of it arrives at once.
    const body = gzipSync(Array.from({ length: 8 }, (_, i) => lines(limited, 1, 1_000_000 + i).repeat(9_000)).join(''));
    const before = await limited.stored();
    const cut = vi.spyOn(ItemSplitter.prototype, 'push');
    const finish = vi.spyOn(IngestBatch.prototype, 'finish');
    const sender = await begin(body, body.length, packed);
    await until(() => expect(cut.mock.calls.length).toBeGreaterThan(2));
    sender.destroy();
    await until(() => expect(finish).toHaveBeenCalled());
    const { accepted } = await (finish.mock.results.at(0) as { value: ReturnType<IngestBatch['finish']> }).value;
    const pushed = cut.mock.calls.length;
    expect(accepted).toBeLessThan(72_000);
    expect((await limited.stored()) - before).toBe(accepted);
    // Its place is free again, and no part of it is still being read.
    expect(await statusOf()).toBe(200);
    expect(cut.mock.calls.length).toBe(pushed);
  });
});

describe('when the database fails', () => {
  test('an error before anything is read is the app’s to answer', async () => {
    const failing = await setIngestStage('embedded');
    await failing.database.pool.query('alter table receivers rename to receivers_gone');
    expect((await failing.send(lines(failing, 1))).status).toBe(500);
    await failing.database.pool.query('alter table receiver_keys rename to keys_gone');
    expect((await failing.send(lines(failing, 1))).status).toBe(500);
    expect(failing.errors).toMatchObject([{ code: '42P01' }, { code: '42P01' }]);
    await failing.close();
  });

  test('what is stored is told, and when to send again', async () => {
    await stage.database.pool.query('alter table contacts add constraint no_ghosts check (code <> 666) not valid');
    const ghost = JSON.stringify({ ...contactOf(stage, 0), code: 666 });
    const reply = await stage.app.inject({
      method: 'POST',
      url: `/api/ingest/${stage.systemId}/contacts`,
      headers: { authorization: `Receiver ${stage.key}`, 'content-type': 'application/x-ndjson' },
      payload: `${lines(stage, 10_000)}${ghost}`,
    });
    await stage.database.pool.query('alter table contacts drop constraint no_ghosts');
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
      503,
      '5',
      { error: { type: 'Unavailable', message: expect.stringContaining('Of this request 10000 are stored. Send them again') } },
    ]);
    expect(await stage.stored()).toBe(10_000);
    expect(stage.logged.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'contacts could not be stored', err: { message: expect.stringContaining('no_ghosts') } },
    ]);
    // The next request is not affected.
    expect((await stage.send(lines(stage, 10_001))).body).toMatchObject({ accepted: 1, duplicate: 10_000 });
  });

  test('that does not answer, what waits for it is given up in time and stored by nobody', { timeout: 60_000 }, async () => {
    const hasty = await newStage({ stores: { perKey: 1, total: 1 }, timeoutMs: 1_000 });
    expect((await hasty.send(lines(hasty, 1))).status).toBe(200);
    const holder = await hasty.database.pool.connect();
    await holder.query('begin; lock table contacts in access exclusive mode');
    const hanging = await hasty.send(lines(hasty, 1, 1));
    const waiting = await hasty.send(lines(hasty, 1, 2));
    expect([hanging, waiting].map(({ status, body }) => [status, messageOf(body)])).toEqual(
      Array.from({ length: 2 }, () => [
        503,
        expect.stringMatching(/^Not all was stored within 1 s: .* Of this one 0 are stored/),
      ]),
    );
    await holder.query('commit');
    holder.release();
    // A new request waits behind the one being stored, and behind no other.
    await vi.waitFor(async () => expect((await hasty.send(lines(hasty, 1, 3))).status).toBe(200), { timeout: 30_000 });
    const { rows } = await hasty.database.pool.query('select code from contacts where system_id = $1 order by code', [
      hasty.systemId,
    ]);
    expect(rows.map(({ code }) => code as number)).toEqual([0, 1, 3]);
    await hasty.close();
  });

  test('a body that is damaged keeps what came before', async () => {
    const whole = gzipSync(lines(stage, 20_000));
    const { status, body } = await stage.send(whole.subarray(0, whole.length - 2_000), packed);
    expect(status).toBe(400);
    const told = Number(/Of this one (\d+) are stored/.exec(messageOf(body))?.[1]);
    expect(told).toBeGreaterThan(0);
    expect(await stage.stored()).toBe(told);
  });
});
