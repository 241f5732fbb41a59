import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReceiverKey } from '../../../../../host/domain/accounts/receiver-keys.ts';
import { insertSequencedContacts } from '../../../../../host/platform/store/contacts/sequenced-contacts.ts';
import type { Contact } from '#model/entities/contact.ts';
import { setIngestStage, type IngestStage } from '../../../../support/ingest-stage.ts';
import { engines } from '../../../../support/test-database.ts';
import { runs } from '../../../../support/thorough.ts';

describe.each(engines)('contacts that their sender counts, on the %s engine (ING-5)', (engine) => {
  let stage: IngestStage;
  beforeAll(async () => void (stage = await setIngestStage(engine)));
  afterAll(() => stage.close());
  beforeEach(async () => {
    for (const table of ['contacts', 'contacts_hourly', 'contacts_hourly_codes', 'receiver_key_sequences'])
      await stage.database.pool.query(`delete from ${table}`);
    stage.events.length = 0;
  });

  const ts = 1_700_000_000_000;
  const contact = (over: Record<string, unknown> = {}) => ({
    rxId: stage.rxIds[0],
    ant: 1,
    freq: 150.05,
    code: 42,
    type: 8,
    power: -80.3,
    ts,
    ...over,
  });
  const send = async (...contacts: unknown[]) => (await stage.send(contacts.map((one) => JSON.stringify(one)).join('\n'))).body;
  const stored = async () => (await stage.database.pool.query('select code, n from contacts order by code, n')).rows;
  const inRollups = async () => {
    const { rows } = await stage.database.pool.query<{ hours: number; codes: number }>(`select
      (select coalesce(sum(count), 0)::integer from contacts_hourly) as hours,
      (select coalesce(sum(count), 0)::integer from contacts_hourly_codes) as codes`);
    return rows[0];
  };

  test('equal ones in two requests are two, and sending again changes nothing', async () => {
    expect(await send(contact({ seq: 1 }))).toMatchObject({ accepted: 1, duplicate: 0 });
    expect(await send(contact({ seq: 2 }))).toMatchObject({ accepted: 1, duplicate: 0 });
    expect(await send(contact({ seq: 1 }), contact({ seq: 2 }))).toMatchObject({ accepted: 0, duplicate: 2, rejected: 0 });
    expect(await stored()).toEqual([
      { code: 42, n: 0 },
      { code: 42, n: 1 },
    ]);
    expect(await inRollups()).toEqual({ hours: 2, codes: 2 });
  });

  test('without a number equal ones in two requests are one, as docs/ingest.md says', async () => {
    await send(contact());
    expect(await send(contact())).toMatchObject({ accepted: 0, duplicate: 1 });
    expect(await stored()).toEqual([{ code: 42, n: 0 }]);
  });

  test('what is stored without a number is one, what is counted is another; a dump read again finds both', async () => {
    await send(contact());
    expect(await send(contact({ seq: 0 }))).toMatchObject({ accepted: 1, duplicate: 0 });
    expect(await send(contact(), contact())).toMatchObject({ accepted: 0, duplicate: 2 });
    expect(await stored()).toEqual([
      { code: 42, n: 0 },
      { code: 42, n: 1 },
    ]);
  });

  test('live screens hear of each once, in one event, without the number', async () => {
    const recent = contact({ ts: Date.now() - 1_000 });
    await send({ ...recent, seq: 7 }, { ...recent, seq: 8 });
    await send({ ...recent, seq: 8 }, { ...recent, seq: 7 });
    const shown = stage.events.filter(({ kind }) => kind === 'contacts');
    expect(shown).toEqual([{ kind: 'contacts', mitasId: stage.systemId, contacts: [recent, { ...recent, n: 1 }] }]);
  });

  test('a number that stands for another contact is refused and told by its line, never called a duplicate', async () => {
    await send(contact({ seq: 1 }));
    const reply = await send(
      contact({ seq: 3 }),
      contact({ seq: 1, code: 7 }),
      'junk',
      contact({ seq: 3, power: -80.4 }),
      contact({ seq: 3 }),
    );
    expect(reply).toEqual({
      accepted: 1,
      duplicate: 1,
      rejected: 3,
      reasons: [
        { line: 2, reason: 'seq 1 was taken in before, but with another contact' },
        { line: 3, reason: 'not an object' },
        { line: 4, reason: 'seq 3 is another contact of this request' },
      ],
    });
    expect(await stored()).toEqual([
      { code: 42, n: 0 },
      { code: 42, n: 1 },
    ]);
  });

  test('each key counts for itself', async () => {
    const other = (await createReceiverKey(stage.database, stage.systemId, 'other')).key;
    await send(contact({ seq: 1 }));
    const { body } = await stage.send(JSON.stringify(contact({ seq: 1 })), { authorization: `Receiver ${other}` });
    expect(body).toMatchObject({ accepted: 1, duplicate: 0 });
  });

  test.each([-1, 1.5, 2 ** 53, '1', null])('seq %j is refused', async (seq) => {
    const { rejected, reasons } = await send(contact({ seq }));
    expect([rejected, reasons[0]?.reason]).toEqual([
      1,
      `seq is ${JSON.stringify(seq)}: it takes a whole number from 0 to 9007199254740991`,
    ]);
  });

  test('the greatest number and the least are taken', async () => {
    const both = [contact({ seq: 0 }), contact({ seq: Number.MAX_SAFE_INTEGER })];
    expect(await send(...both)).toMatchObject({ accepted: 2 });
    expect(await send(...both)).toMatchObject({ duplicate: 2 });
  });

  test('senders of equal contacts at the same time lose none', async () => {
    const keys = await Promise.all(
      ['a', 'b'].map(async (name) => (await createReceiverKey(stage.database, stage.systemId, name)).key),
    );
    const requests = Array.from({ length: 24 }, (_, i) => {
      const contacts = i % 3 === 2 ? [contact({ n: 0 })] : [contact({ seq: i }), contact({ seq: i + 1_000 })];
      const headers = { authorization: `Receiver ${keys[i % 2]}` };
      return stage.send(contacts.map((one) => JSON.stringify(one)).join('\n'), headers);
    });
    const replies = await Promise.all(requests);
    const counted = replies.filter((_, i) => i % 3 !== 2);
    expect(counted.map(({ body }) => body)).toEqual(counted.map(() => ({ accepted: 2, duplicate: 0, rejected: 0, reasons: [] })));
    const rows = await stored();
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i));
    expect(rows.length - 32).toBeLessThanOrEqual(1);
  });

  test('one sent many times at once is one', async () => {
    const { pool } = stage.database;
    await send(contact({ seq: 0 }));
    const { rows } = await pool.query<{ key_id: number }>('select key_id from receiver_key_sequences');
    const kind: Contact = contact({ code: 7, power: -80 });
    // Otherwise the first would finish before the others connect.
    const connections = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
    for (const connection of connections) connection.release();
    const counted = Array.from({ length: 200 }, (_, i) => ({ contact: kind, seq: i + 1 }));
    const results = await Promise.all(
      Array.from({ length: 8 }, () => insertSequencedContacts(pool, stage.systemId, rows[0]?.key_id ?? 0, counted)),
    );
    expect(results.map(({ accepted }) => accepted.length).toSorted((x, y) => x - y)).toEqual([0, 0, 0, 0, 0, 0, 0, 200]);
    expect(results.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(1_400);
  });

  test('all or nothing: where the contacts cannot be stored, their numbers are not used up', async () => {
    const { pool } = stage.database;
    await pool.query('alter table contacts add constraint no_ghosts check (code <> 666) not valid');
    const { status } = await stage.send(JSON.stringify(contact({ seq: 5, code: 666 })));
    await pool.query('alter table contacts drop constraint no_ghosts');
    expect(status).toBe(503);
    expect(await send(contact({ seq: 5, code: 666 }))).toMatchObject({ accepted: 1, duplicate: 0 });
  });

  test('a sender that counts with gaps is remembered by its last thousand stretches; what is older is refused, or known', async () => {
    const sparse = Array.from({ length: 1_500 }, (_, i) => contact({ seq: i * 2, ts: ts + i }));
    expect(await send(...sparse)).toMatchObject({ accepted: 1_500 });
    expect(await send(...sparse)).toMatchObject({ accepted: 0, duplicate: 1_500, rejected: 0 });
    const { rows } = await stage.database.pool.query(
      `select closed_below, (select count(*)::integer from unnest(taken)) as stretches from receiver_key_sequences`,
    );
    expect(rows).toEqual([{ closed_below: 999, stretches: 1_000 }]);
    expect(await send(contact({ seq: 997, code: 1 }), contact({ seq: 999, code: 1 }), contact({ seq: 1_001, code: 2 }))).toEqual({
      accepted: 2,
      duplicate: 0,
      rejected: 1,
      reasons: [{ line: 1, reason: 'seq 997 comes too late: the numbers of this key are closed below 999' }],
    });
  });

  test('what is stored is told to live screens, also where the numbers below cannot be closed then', async () => {
    const { pool } = stage.database;
    const from = Date.now() - 60_000;
    const sparse = (first: number) =>
      Array.from({ length: 1_100 }, (_, i) => contact({ seq: first + i * 2, ts: from + first + i }));
    await pool.query(`
      create function keep_open() returns trigger language plpgsql as $$ begin raise 'kept open'; end $$;
      create trigger keep_open before update of closed_below on receiver_key_sequences for each row execute function keep_open();`);
    try {
      expect(await send(...sparse(0))).toMatchObject({ accepted: 1_100, duplicate: 0 });
      expect(stage.events.flatMap((event) => (event.kind === 'contacts' ? event.contacts : []))).toHaveLength(1_100);
      // The next request finds too many open numbers, and changes nothing if they cannot be closed.
      expect((await stage.send(JSON.stringify(contact({ seq: 5_000 })))).status).toBe(503);
      expect(await stored()).toHaveLength(1_100);
    } finally {
      await pool.query('drop function keep_open cascade');
    }
    expect(await send(contact({ seq: 5_000 }))).toMatchObject({ accepted: 1 });
    expect(await send(contact({ seq: 199, code: 1 }), contact({ seq: 201, code: 1 }))).toMatchObject({
      accepted: 1,
      reasons: [{ line: 1, reason: 'seq 199 comes too late: the numbers of this key are closed below 201' }],
    });
  });

  test('a batch of more days than one statement takes, its numbers in no order: each is stored once, and told by its line', async () => {
    const dayMs = 86_400_000;
    const today = Date.UTC(new Date().getUTCFullYear(), 0, 1, 12);
    // Each of these days has its own partition, and neighbouring numbers are far apart in time.
    const counted = Array.from({ length: 3_000 }, (_, seq) => contact({ seq, ts: today - ((seq * 37) % 100) * dayMs + seq }));
    const clash = contact({ seq: 1, code: 7, ts: today - 99 * dayMs });
    expect(await send(...counted, clash)).toEqual({
      accepted: 3_000,
      duplicate: 0,
      rejected: 1,
      reasons: [{ line: 3_001, reason: 'seq 1 is another contact of this request' }],
    });
    const { rows } = await stage.database.pool.query(
      'select closed_below, taken::text as taken, (select count(*)::integer from contacts) as contacts from receiver_key_sequences',
    );
    expect(rows).toEqual([{ closed_below: 0, taken: '{[0,3000)}', contacts: 3_000 }]);
    expect(await inRollups()).toEqual({ hours: 3_000, codes: 3_000 });
    expect(await send(...counted.toReversed())).toEqual({ accepted: 0, duplicate: 3_000, rejected: 0, reasons: [] });
    expect(await inRollups()).toEqual({ hours: 3_000, codes: 3_000 });
  });

  test('those of a dropped day are refused by their lines and use up no number', async () => {
    const gone = Date.UTC(new Date().getUTCFullYear() - 1, 6, 3, 12);
    await send(contact({ seq: 1, ts: gone }));
    await stage.database.pool.query('select drop_contact_partition($1::date)', [new Date(gone).toISOString().slice(0, 10)]);
    const reason = 'of a time whose contacts were deleted here';
    expect(await send(contact({ seq: 2 }), contact({ seq: 1, ts: gone }), 'junk', contact({ seq: 3, ts: gone + 1 }))).toEqual({
      accepted: 1,
      duplicate: 0,
      rejected: 3,
      reasons: [
        { line: 2, reason },
        { line: 3, reason: 'not an object' },
        { line: 4, reason },
      ],
    });
    expect(await inRollups()).toEqual({ hours: 2, codes: 2 });
    expect(await send(contact({ seq: 3 }))).toMatchObject({ accepted: 1, rejected: 0 });
  });

  test('whatever is sent how often and in whatever order: each number is one contact', async () => {
    const { pool } = stage.database;
    const kinds: Contact[] = [1, 2].map((code) => contact({ code, power: -80 }));
    const sends = fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sends, async (batches) => {
        await pool.query('delete from contacts');
        const { rows: made } = await pool.query<{ id: number }>(
          `insert into receiver_keys (system_id, name, key_hash) values ($1, 'p', gen_random_uuid()::text::bytea) returning id`,
          [stage.systemId],
        );
        const keyId = made[0]?.id ?? 0;
        const results = [];
        for (const batch of batches) {
          const contacts = batch.map((seq) => ({ seq, contact: kinds[seq % 2] as Contact }));
          results.push(await insertSequencedContacts(pool, stage.systemId, keyId, contacts));
        }
        const numbers = new Set(batches.flat());
        expect(results.reduce((sum, { accepted }) => sum + accepted.length, 0)).toBe(numbers.size);
        expect(results.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(batches.flat().length - numbers.size);
        expect(results.flatMap(({ refused }) => refused)).toEqual([]);
        const rows = await stored();
        for (const code of [1, 2]) {
          const ns = rows.filter((row) => row.code === code).map((row) => row.n);
          expect(ns).toEqual(ns.map((_, i) => i));
        }
        expect(rows.length).toBe(numbers.size);
      }),
      { numRuns: runs(40) },
    );
  });
});
