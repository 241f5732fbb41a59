import type { Pool, PoolClient } from 'pg';
import { type Contact, maxEqual, tooManyEqual } from '#model/entities/contact.ts';
import { toContactArrays, toHz } from './binary-columns.ts';
import { droppedDay, goneReceiver } from './contacts-store.ts';
import { insertRows } from './insert-rows.ts';
import { storeInParts } from './stored-in-parts.ts';

/**
 * A contact with the number (`seq`, 0 to 2^53 - 1) by which its sender knows it from all others that it sends
 * with its key.
 */
export type SequencedContact = { contact: Contact; seq: number };

/** `index` in the contacts that were given. */
export type SequencedRefusal = { index: number; reason: string };

/**
 * What became of a batch: the contacts that are new (with their `n`), how many were stored before, and which
 * were refused.
 */
export type SequencedResult = { accepted: Contact[]; duplicates: number; refused: SequencedRefusal[] };

type Numbered = SequencedContact & { index: number };

/**
 * Stretches of a sender's numbers that are remembered, and so the gaps between them that stay open for what
 * comes late.
 */
const maxStretches = 1_000;
/** Another writer may store an equal contact in between; it cannot do so forever. */
const attempts = 10;

/**
 * Stores the contacts of one system that are not stored yet, told apart by their sender's numbers: one whose
 * number was taken in before is a duplicate, any other gets the next free `n` among its equals, so that a
 * dump that is read again still changes nothing. Adds them to the hourly rollups and to the numbers taken in,
 * in parts of few partitions, each all or nothing. Refused is a number that stands for another contact, one
 * below all that are still open, a contact of a day that this host no longer keeps, and one of a receiver
 * that was deleted meanwhile. `contacts` carry no `n`; whether the receivers belong to the system is the
 * caller's to know.
 */
export async function insertSequencedContacts(
  pool: Pool,
  systemId: string,
  keyId: number,
  contacts: readonly SequencedContact[],
): Promise<SequencedResult> {
  const plain = contacts.map(({ contact }) => contact);
  const { kept, refused: clashing } = refuseClashing(contacts);
  const whole: SequencedResult = { accepted: [], duplicates: 0, refused: clashing };
  // Before anything is stored: what follows the storing could fail, and what is stored would not be reported.
  await closeLowest(pool, keyId);
  const store = async (_part: readonly Contact[], places: readonly number[]): Promise<void> => {
    const part = places.map((index) => ({ ...(contacts[index] as SequencedContact), index }));
    const { accepted, duplicates, refused } = await inTransaction(pool, (client) => storePart(client, systemId, keyId, part));
    for (const contact of accepted) whole.accepted.push(contact);
    whole.duplicates += duplicates;
    for (const refusal of refused) whole.refused.push(refusal);
  };
  const dropped = await storeInParts(pool, plain, store, kept);
  for (const index of dropped) whole.refused.push({ index, reason: droppedDay });
  return whole;
}

/**
 * Of contacts of one number the first stands, and its equals with it: the parts are stored by their age, not
 * in the sender's order.
 */
function refuseClashing(contacts: readonly SequencedContact[]): { kept: number[]; refused: SequencedRefusal[] } {
  const firsts = new Map<number, Contact>();
  const kept: number[] = [];
  const refused: SequencedRefusal[] = [];
  for (const [index, { contact, seq }] of contacts.entries()) {
    const first = firsts.get(seq);
    if (first === undefined) firsts.set(seq, contact);
    if (first === undefined || identityOf(first) === identityOf(contact)) kept.push(index);
    else refused.push({ index, reason: `seq ${seq} is another contact of this request` });
  }
  return { kept, refused };
}

async function storePart(
  client: PoolClient,
  systemId: string,
  keyId: number,
  contacts: readonly Numbered[],
): Promise<SequencedResult> {
  const { fresh, repeated, taken, closed, closedBelow } = await divide(client, keyId, contacts);
  const result: SequencedResult = { accepted: [], duplicates: repeated, refused: [] };
  const stored = await countEquals(client, [...taken, ...closed]);
  judgeKnown(result, stored, taken, 'was taken in before, but with another contact');
  judgeKnown(result, stored, closed, `comes too late: the numbers of this key are closed below ${closedBelow}`);
  const seqs = await insertFresh(client, systemId, [...fresh.values()], result);
  await noteTaken(client, keyId, seqs);
  return result;
}

type Divided = {
  /** By their numbers, which nobody used before. */
  fresh: Map<number, Numbered>;
  /** How many equals of these came with their numbers. */
  repeated: number;
  /** With a number that was taken in before. */
  taken: Numbered[];
  closed: Numbered[];
  closedBelow: number;
};

/**
 * Holds the key's numbers until the transaction ends: of two batches of one key, the later sees what the
 * earlier took in.
 */
async function divide(client: PoolClient, keyId: number, contacts: readonly Numbered[]): Promise<Divided> {
  await client.query('insert into receiver_key_sequences (key_id) values ($1) on conflict do nothing', [keyId]);
  const locked = await client.query<{ closed_below: number }>(
    'select closed_below from receiver_key_sequences where key_id = $1 for update',
    [keyId],
  );
  const closedBelow = locked.rows[0]?.closed_below ?? 0;
  const known = await client.query<{ place: number }>(
    `select given.place::integer as place from receiver_key_sequences,
      unnest($2::bigint[]) with ordinality as given(seq, place) where key_id = $1 and taken @> given.seq`,
    [keyId, contacts.map(({ seq }) => seq)],
  );
  const takenPlaces = new Set(known.rows.map(({ place }) => place));
  const divided: Divided = { fresh: new Map(), repeated: 0, taken: [], closed: [], closedBelow };
  for (const [place, one] of contacts.entries()) {
    const { seq } = one;
    if (takenPlaces.has(place + 1)) divided.taken.push(one);
    else if (seq < closedBelow) divided.closed.push(one);
    else if (divided.fresh.has(seq)) divided.repeated += 1;
    else divided.fresh.set(seq, one);
  }
  return divided;
}

/** What is stored is a duplicate; what is not would be lost in silence if it were called one. */
function judgeKnown(result: SequencedResult, stored: Map<string, number>, known: readonly Numbered[], reason: string): void {
  for (const { contact, seq, index } of known) {
    if (stored.has(identityOf(contact))) result.duplicates += 1;
    else result.refused.push({ index, reason: `seq ${seq} ${reason}` });
  }
}

/** Adds to `result` what is stored; answers the numbers that are used up by it. */
async function insertFresh(
  client: PoolClient,
  systemId: string,
  fresh: readonly Numbered[],
  result: SequencedResult,
): Promise<number[]> {
  const seqs: number[] = [];
  let waiting = fresh;
  // Most contacts have no equal, so what is stored is asked only where one was in the way.
  let stored = new Map<string, number>();
  for (let attempt = 1; waiting.length > 0; attempt += 1) {
    if (attempt > attempts) throw new Error(`Equal contacts were stored by others ${attempts} times in a row`);
    const rows = new Map<Contact, Numbered>();
    for (const one of waiting) {
      const identity = identityOf(one.contact);
      const n = stored.get(identity) ?? 0;
      stored.set(identity, n + 1);
      if (n < maxEqual) rows.set({ ...one.contact, ...(n > 0 && { n }) }, one);
      else result.refused.push({ index: one.index, reason: tooManyEqual });
    }
    const tried = [...rows.keys()];
    if (tried.length === 0) return seqs;
    const { accepted, gone, deleted } = await insertRows(client, { systems: [systemId] }, tried);
    for (const place of accepted) {
      const contact = tried[place] as Contact;
      result.accepted.push(contact);
      seqs.push((rows.get(contact) as Numbered).seq);
      rows.delete(contact);
    }
    const refuse = (place: number, reason: (contact: Contact) => string) => {
      const contact = tried[place] as Contact;
      result.refused.push({ index: (rows.get(contact) as Numbered).index, reason: reason(contact) });
      rows.delete(contact);
    };
    for (const place of gone) refuse(place, ({ rxId }) => goneReceiver(rxId));
    for (const place of deleted) refuse(place, () => droppedDay);
    waiting = [...rows.values()];
    stored = await countEquals(client, waiting);
  }
  return seqs;
}

/** How many equal contacts are stored of those of which there are any, by identity. */
async function countEquals(client: PoolClient, numbered: readonly Numbered[]): Promise<Map<string, number>> {
  const contacts = numbered.map(({ contact }) => contact);
  if (contacts.length === 0) return new Map();
  let [first, last] = [Infinity, -Infinity];
  for (const { ts } of contacts) [first, last] = [Math.min(first, ts), Math.max(last, ts)];
  // The bounds let the planner leave out, and not lock, the partitions of all other days.
  const { rows } = await client.query<{ place: number; n: number }>(
    `select place::integer as place, stored.n + 1 as n
      from unnest($1::timestamptz[], $2::integer[], $3::integer[], $4::integer[], $5::real[], $6::smallint[], $7::smallint[], $8::smallint[])
        with ordinality as given(ts, rx_id, freq_hz, code, power, ant, type, n, place),
      lateral (select max(contacts.n) as n from contacts where (contacts.rx_id, contacts.ts, contacts.ant, contacts.freq_hz, contacts.code, contacts.power)
        = (given.rx_id, given.ts, given.ant, given.freq_hz, given.code, given.power) and contacts.ts between $9 and $10) as stored
      where stored.n is not null`,
    [...toContactArrays(contacts), new Date(first), new Date(last)],
  );
  return new Map(rows.map(({ place, n }) => [identityOf(contacts[place - 1] as Contact), n]));
}

async function noteTaken(client: PoolClient, keyId: number, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await client.query(
    `update receiver_key_sequences
      set taken = taken + (select range_agg(int8range(seq, seq, '[]')) from unnest($2::bigint[]) as seq) where key_id = $1`,
    [keyId, seqs],
  );
}

/**
 * Beyond the most stretches the lowest are forgotten, and what lies below is closed. Only between two
 * batches: between the parts of one its numbers are full of gaps that the later ones fill.
 */
async function closeLowest(pool: Pool, keyId: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select from receiver_key_sequences where key_id = $1 for update', [keyId]);
    await client.query(
      `with stretches as (
        select stretch, row_number() over (order by stretch desc) as place from receiver_key_sequences, unnest(taken) as stretch
        where key_id = $1
      )
      update receiver_key_sequences set taken = (select range_agg(stretch) from stretches where place <= $2),
        closed_below = greatest(closed_below, (select max(upper(stretch)) from stretches where place > $2))
      where key_id = $1 and exists (select from stretches where place > $2)`,
      [keyId, maxStretches],
    );
  });
}

/** What tells contacts apart, without `n`, as the database keeps it. */
function identityOf({ rxId, ant, ts, freq, code, power }: Contact): string {
  return `${rxId} ${ant} ${ts} ${toHz(freq)} ${code} ${Math.fround(power)}`;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks fails the statement under way; what it says beyond that has no other listener.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // Its failure must not hide the reason.
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}
