import type { Pool, PoolClient } from 'pg';
import { type Contact, maxEqual, tooManyEqual } from '#model/entities/contact.ts';
import { toContactArrays, toHz } from './binary-columns.ts';
import { droppedDay, goneReceiver } from './contacts-store.ts';
import { insertRows } from './insert-rows.ts';
import { storeInParts } from './stored-in-parts.ts';

/**
 * A contact with the number (`seq`, 0 to 2^53 - 1) that its sender gave it. A number is unique among all
 * contacts sent with one key.
 */
export type SequencedContact = { contact: Contact; seq: number };

/** `index`: the contact's index in the batch. */
export type SequencedRefusal = { index: number; reason: string };

/**
 * The result for a batch: the new contacts (with their `n`), how many were stored before, and the refused
 * ones.
 */
export type SequencedResult = { accepted: Contact[]; duplicates: number; refused: SequencedRefusal[] };

type Numbered = SequencedContact & { index: number };

/**
 * The most stretches of used numbers that are stored for a key. The gaps between stretches stay open for late
 * contacts.
 */
const maxStretches = 1_000;
/**
 * The most attempts to store contacts. Another writer may store an equal contact between two steps, so a
 * retry may be needed.
 */
const attempts = 10;

/**
 * Stores contacts of one system that are not stored yet, and recognises repeated ones by their sender's
 * numbers (`seq`). A contact whose number was stored before is a duplicate. Any other is new, even if it
 * equals a stored one: it then gets the next free `n` (CON-3). Also updates the hourly rollups and the stored
 * numbers. Stores in parts that touch few partitions each; each part is stored completely or not at all.
 * Refuses a number that was used for a different contact, a number below those the key still accepts, and
 * contacts of a dropped day or a deleted receiver. `contacts` must have no `n`, and their receivers must
 * belong to the system.
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
  // Close the lowest numbers before storing: if closing failed afterwards, the stored contacts would not be
  // reported.
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
 * Of contacts with the same number, keeps the first and those equal to it, and refuses the others. This is
 * checked for the whole batch, because its parts are stored by age and not in the sender's order.
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
  /** Contacts whose number was not used before, by number. */
  fresh: Map<number, Numbered>;
  /** How many contacts repeat one in `fresh`. */
  repeated: number;
  /** Contacts whose number was stored before. */
  taken: Numbered[];
  closed: Numbered[];
  closedBelow: number;
};

/**
 * Sorts contacts by what is known of their numbers. Locks the key's numbers until the transaction ends, so
 * that of two batches the later one sees the numbers of the earlier one.
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

/**
 * Counts each contact that is stored as a duplicate. Refuses the others, because calling them duplicates
 * would lose them silently.
 */
function judgeKnown(result: SequencedResult, stored: Map<string, number>, known: readonly Numbered[], reason: string): void {
  for (const { contact, seq, index } of known) {
    if (stored.has(identityOf(contact))) result.duplicates += 1;
    else result.refused.push({ index, reason: `seq ${seq} ${reason}` });
  }
}

/** Stores the contacts and adds them to `result`. Returns the numbers used. */
async function insertFresh(
  client: PoolClient,
  systemId: string,
  fresh: readonly Numbered[],
  result: SequencedResult,
): Promise<number[]> {
  const seqs: number[] = [];
  let waiting = fresh;
  // Look for stored equals only after a conflict, because most contacts have none.
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

/** Returns how many equal contacts are stored, by identity. Leaves out identities without any. */
async function countEquals(client: PoolClient, numbered: readonly Numbered[]): Promise<Map<string, number>> {
  const contacts = numbered.map(({ contact }) => contact);
  if (contacts.length === 0) return new Map();
  let [first, last] = [Infinity, -Infinity];
  for (const { ts } of contacts) [first, last] = [Math.min(first, ts), Math.max(last, ts)];
  // Because of these bounds, the planner neither reads nor locks the partitions of other days.
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
 * Forgets the lowest stretches beyond `maxStretches` and closes all numbers below the rest. Call it only
 * between batches: during a batch, its numbers have many gaps that later parts fill.
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

/** Returns a contact's identity without `n`, as the database stores it. */
function identityOf({ rxId, ant, ts, freq, code, power }: Contact): string {
  return `${rxId} ${ant} ${ts} ${toHz(freq)} ${code} ${Math.fround(power)}`;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A broken connection fails the running statement. Without a listener, its further errors would end the
  // process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A failed rollback must not replace the original error.
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}
