import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingestBounds } from '../../../../host/entry/ingest/ingest-bounds.ts';
import { change } from '../../../../host/platform/changes/change.ts';
import type { ChangeWriter } from '../../../../host/platform/changes/change-writer.ts';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';

describe.each(triedEngines)('ingest over HTTP on the %s engine', (engine) => {
  let stage: IngestStage;
  beforeAll(async () => void (stage = await setIngestStage(engine)));
  afterAll(() => stage.close());
  beforeEach(async () => {
    await stage.database.pool.query('delete from contacts');
    await stage.database.pool.query('delete from contacts_hourly');
    await stage.database.pool.query('delete from contacts_hourly_codes');
    stage.events.length = 0;
  });

  const contact = (over: Record<string, unknown> = {}) => ({
    rxId: stage.rxIds[0],
    ant: 1,
    freq: 150.05,
    code: 42,
    type: 8,
    power: -80,
    ts: Date.now() - 1_000,
    ...over,
  });
  const contactEvents = () => stage.events.flatMap((event) => (event.kind === 'contacts' ? [event] : []));
  const lines = (...contacts: unknown[]) => contacts.map((one) => JSON.stringify(one)).join('\n');

  test('takes NDJSON, and says what it took (ING-1)', async () => {
    const { status, body } = await stage.send(
      lines(contact(), contact({ rxId: undefined, receiver: 'R2', ts: new Date().toISOString() })),
    );
    expect({ status, body }).toEqual({ status: 200, body: { accepted: 2, duplicate: 0, rejected: 0, reasons: [] } });
    const { rows } = await stage.database.pool.query(
      'select rx_id, ant, freq_hz, code, type, power from contacts order by rx_id',
    );
    expect(rows).toEqual(stage.rxIds.map((rx_id) => ({ rx_id, ant: 1, freq_hz: 150_050_000, code: 42, type: 8, power: -80 })));
  });

  test('takes a JSON array, plain and gzipped', async () => {
    const array = JSON.stringify([contact({ code: 1 }), contact({ code: 2 })], null, 2);
    expect((await stage.send(array, { 'content-type': 'application/json' })).body).toMatchObject({ accepted: 2, rejected: 0 });
    const packed = gzipSync(JSON.stringify([contact({ code: 3 })]));
    expect((await stage.send(packed, { 'content-encoding': 'gzip' })).body).toMatchObject({ accepted: 1, rejected: 0 });
  });

  test('two equal contacts of one second are both kept, and sending again changes nothing (CON-3, ING-4)', async () => {
    const batch = lines(
      contact({ ts: 1_700_000_000_000 }),
      contact({ ts: 1_700_000_000_000 }),
      contact({ ts: 1_700_000_000_000, code: 7 }),
    );
    expect((await stage.send(batch)).body).toMatchObject({ accepted: 3, duplicate: 0 });
    expect((await stage.send(batch)).body).toMatchObject({ accepted: 0, duplicate: 3 });
    const { rows } = await stage.database.pool.query('select code, n from contacts order by code, n');
    expect(rows).toEqual([
      { code: 7, n: 0 },
      { code: 42, n: 0 },
      { code: 42, n: 1 },
    ]);
  });

  test.each([
    ['is not enabled', 'update receivers set enabled = false where id = $1', 'Not enabled: R1'],
    [
      'is of a system that has expired',
      `update systems set expiry = now() - interval '1 day' where exists (select from receivers where id = $1)`,
      'Of a system that has expired: R1',
    ],
  ])('what a receiver sends that %s is stored and counted, not shown live, and said (ING-14)', async (_why, change, note) => {
    const notes = [`${note}. Their contacts are stored and counted, but not shown live.`];
    const client = await stage.database.pool.connect();
    const write = async (text: string, values: unknown[] = []) => {
      await client.query(`begin; set local console.writing = 'on'`);
      await client.query(text, values);
      await client.query('commit');
    };
    try {
      await write(change, [stage.rxIds[0]]);
      const now = Date.now();
      expect(
        (await stage.send(lines(contact({ ts: now - 10 }), contact({ ts: now - 20, seq: 2_000_000 + note.length })))).body,
      ).toEqual({
        accepted: 2,
        duplicate: 0,
        rejected: 0,
        reasons: [],
        notes,
      });
      expect((await stage.report(JSON.stringify({ rxId: stage.rxIds[0], ts: now, voltage: 12 }))).body).toMatchObject({
        accepted: 1,
        notes,
      });
      expect(contactEvents()).toEqual([]);
      expect(stage.events.filter(({ kind }) => kind === 'message')).toEqual([]);
      expect(await stage.stored()).toBe(2);
      const counted = await stage.database.pool.query('select sum(count)::integer as count from contacts_hourly');
      expect(counted.rows).toEqual([{ count: 2 }]);
      // Even so, the receiver was heard.
      expect(stage.events.filter(({ kind }) => kind === 'heard')).not.toEqual([]);
    } finally {
      await write('update receivers set enabled = true');
      await write('update systems set expiry = null');
      client.release();
    }
    expect((await stage.send(lines(contact({ code: 99 })))).body).not.toHaveProperty('notes');
  });

  test('a bad line never loses a good one, and each is told by its line (CON-7, ING-3)', async () => {
    const body = [
      JSON.stringify(contact({ code: 1 })),
      '{"rxId": 1, oops',
      '',
      JSON.stringify(contact({ rxId: 999_999 })),
      JSON.stringify(contact({ rxId: undefined, receiver: 'R9' })),
      JSON.stringify(contact({ ant: 9 })),
      JSON.stringify(contact({ ts: Date.now() + 3_600_000 })),
      JSON.stringify(contact({ ts: 0 })),
      JSON.stringify(contact({ ts: '2023-02-30T00:00:00Z' })),
      '"just a text"',
      `{"x":"${'y'.repeat(10_000)}"}`,
      JSON.stringify(contact({ code: 2 })),
    ].join('\r\n');
    const { status, body: reply } = await stage.send(body);
    expect(status).toBe(200);
    expect(reply).toMatchObject({ accepted: 2, duplicate: 0, rejected: 9 });
    expect(reply.reasons).toEqual([
      { line: 2, reason: 'not JSON' },
      { line: 4, reason: 'unknown receiver 999999' },
      { line: 5, reason: "unknown receiver 'R9'" },
      { line: 6, reason: 'ant is 9: it takes a whole number from 1 to 8' },
      { line: 7, reason: 'the time is in the future' },
      { line: 8, reason: 'the time is before the year 2000' },
      { line: 9, reason: 'ts is "2023-02-30T00:00:00Z": it takes ms since 1970 or an ISO time with its offset' },
      { line: 10, reason: 'not an object' },
      { line: 11, reason: 'longer than 4096 characters' },
    ]);
    expect(await stage.stored()).toBe(2);
  });

  test('only the first 20 reasons are told, and all are counted (ING-3)', async () => {
    const { body } = await stage.send(Array.from({ length: 50 }, () => 'nonsense').join('\n'));
    expect(body.rejected).toBe(50);
    expect(body.reasons.map((reason) => reason.line)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test('an array that breaks off keeps what was whole', async () => {
    const whole = JSON.stringify([contact({ code: 1 }), contact({ code: 2 })]);
    const { body } = await stage.send(whole.slice(0, -1));
    expect(body).toMatchObject({ accepted: 2, rejected: 1, reasons: [{ line: 3, reason: 'the array does not end' }] });
  });

  test('new and recent contacts go on the bus once, old ones and duplicates never (CON-12)', async () => {
    const recent = contact();
    const body = lines(recent, contact({ ts: Date.now() - 6 * 60_000 }));
    await stage.send(body);
    await stage.send(body);
    expect(contactEvents()).toEqual([{ kind: 'contacts', mitasId: stage.systemId, contacts: [recent] }]);
  });

  test('recent contacts of one request make one event, in their order, and a single batch no second', async () => {
    // Equal contacts have the same time.
    const ts = Date.now() - 1_000;
    const recent = [contact({ code: 3, ts }), contact({ code: 1 }), contact({ code: 3, ts }), contact({ code: 2 })];
    await stage.send(lines(...recent));
    const [a, b, again, c] = recent;
    expect(contactEvents()).toEqual([{ kind: 'contacts', mitasId: stage.systemId, contacts: [a, b, { ...again, n: 1 }, c] }]);
    stage.events.length = 0;
    await stage.send(lines(contact({ code: 4 }), recent[0], 'junk', contact({ code: 5 })));
    expect(contactEvents()).toMatchObject([{ contacts: [{ code: 4 }, { code: 5 }] }]);
  });

  test('a batch is ten thousand contacts: each is one event, and one more makes a second', async () => {
    const many = (count: number, code: number) => Array.from({ length: count }, (_, i) => contact({ code, ts: Date.now() - i }));
    await stage.send(lines(...many(10_000, 1)));
    const sizes = () => contactEvents().map(({ contacts }) => contacts.length);
    expect(sizes()).toEqual([10_000]);
    await stage.send(lines(...many(10_001, 2)));
    expect(sizes()).toEqual([10_000, 10_000, 1]);
  });

  test('what is refused is counted, and nothing else comes of it', async () => {
    const { status, body } = await stage.send('junk');
    expect({ status, body }).toEqual({
      status: 200,
      body: { accepted: 0, duplicate: 0, rejected: 1, reasons: [{ line: 1, reason: 'not an object' }] },
    });
    expect((await stage.send('')).body).toEqual({ accepted: 0, duplicate: 0, rejected: 0, reasons: [] });
    expect([stage.events, await stage.stored()]).toEqual([[], 0]);
  });

  test('as many equal contacts as can be numbered, and not one more', async () => {
    const { body } = await stage.send(`${JSON.stringify(contact({ ts: 1_700_000_000_000 }))}\n`.repeat(32_769));
    expect(body).toEqual({
      accepted: 32_768,
      duplicate: 0,
      rejected: 1,
      reasons: [{ line: 32_769, reason: 'more than 32768 equal contacts' }],
    });
    const { rows } = await stage.database.pool.query('select min(n) as least, max(n) as most from contacts');
    expect(rows).toEqual([{ least: 0, most: 32_767 }]);
  });

  test('a byte order mark costs no contact, packed or not', async () => {
    const marked = `\ufeff${lines(contact({ code: 1 }), contact({ code: 2 }))}`;
    expect((await stage.send(marked)).body).toMatchObject({ accepted: 2, rejected: 0 });
    const array = `\ufeff${JSON.stringify([contact({ code: 3 })])}`;
    expect((await stage.send(gzipSync(array), { 'content-encoding': 'gzip' })).body).toMatchObject({ accepted: 1, rejected: 0 });
  });

  test('a body of many batches is stored whole', async () => {
    const many = Array.from({ length: 23_456 }, (_, i) => contact({ ts: 1_700_000_000_000 + i }));
    expect((await stage.send(lines(...many))).body).toMatchObject({ accepted: 23_456, rejected: 0 });
    expect(await stage.stored()).toBe(23_456);
    const { rows } = await stage.database.pool.query('select sum(count)::integer as count from contacts_hourly');
    expect(rows).toEqual([{ count: 23_456 }]);
  });

  test('without a good key of this system nobody gets in', async () => {
    await planted(stage.database)
      .insertInto('systems')
      .values({ id: 'other', common_name: 'Other' })
      .onConflict((c) => c.doNothing())
      .execute();
    const otherKey = (await createReceiverKey(stage.database, 'other', 'other')).key;
    const revoked = (await createReceiverKey(stage.database, stage.systemId, 'revoked')).key;
    await stage.database.db.updateTable('receiver_keys').set({ revoked_at: new Date() }).where('name', '=', 'revoked').execute();
    const statuses = await Promise.all(
      ['', 'Receiver nonsense-nonsense-nonsense', `Bearer ${stage.key}`, `Receiver ${otherKey}`, `Receiver ${revoked}`].map(
        async (authorization) => (await stage.send(lines(contact()), { authorization })).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 401, 403, 401]);
    expect(stage.events).toEqual([]);
    expect(await stage.stored()).toBe(0);
  });

  test('a new name counts from the next request on, and so does a receiver that is gone (ING-13)', async () => {
    const changed = <T>(work: (writer: ChangeWriter) => Promise<T>) =>
      change(stage.database, { systemId: stage.systemId, by: null, through: 'host' }, work);
    const send = async (receiver: string) => {
      const { accepted, reasons } = (await stage.send(lines(contact({ rxId: undefined, receiver })))).body;
      return accepted === 1 ? 'accepted' : reasons[0]?.reason;
    };
    expect(await send('Weir')).toBe("unknown receiver 'Weir'");
    const { reply: weir } = await changed((writer) => writer.create('receiver', { alias: 'Weir' }));
    expect(await send('Weir')).toBe('accepted');
    await changed((writer) => writer.edit('receiver.renamed', weir, { alias: 'Dam' }));
    expect([await send('Weir'), await send('Dam')]).toEqual(["unknown receiver 'Weir'", 'accepted']);
    // Without a change that hosts are notified of, as the sweep does.
    await stage.database.pool.query('delete from contacts');
    await planted(stage.database).deleteFrom('receivers').where('id', '=', weir).execute();
    expect(await send('Dam')).toBe(`unknown receiver ${weir}`);
    await changed((writer) => writer.create('receiver', { alias: 'Dam' }));
    expect(await send('Dam')).toBe('accepted');
  });

  test('a system that is switched off takes nothing (ING-10)', async () => {
    await planted(stage.database).updateTable('systems').set({ offline: true }).where('id', '=', stage.systemId).execute();
    expect(await stage.send(lines(contact()))).toMatchObject({ status: 503, body: { error: { type: 'SystemOffline' } } });
    expect([stage.events, await stage.stored()]).toEqual([[], 0]);
    await planted(stage.database).updateTable('systems').set({ offline: false }).where('id', '=', stage.systemId).execute();
  });

  test('a body beyond the bound is refused, also when it unpacks to it', async () => {
    const huge = Buffer.alloc(ingestBounds.bytes + 1, 0x20);
    expect((await stage.send(huge)).status).toBe(413);
    expect((await stage.send(gzipSync(huge), { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  test('what is not gzip is told so', async () => {
    const { status, body } = await stage.send('not gzip at all', { 'content-encoding': 'gzip' });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { type: 'InvalidRequest' } } });
  });
});
