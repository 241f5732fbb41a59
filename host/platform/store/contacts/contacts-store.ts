import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Contact } from '#model/entities/contact.ts';
import { toArrays, toCopy } from './binary-columns.ts';
import { listenersOf, placesOfDeleted, placesOfGone, type Stored } from './listeners.ts';
import { contactsFloor } from './contacts-floor.ts';
import { codeOf, sqlStates } from '../database-failure.ts';
import { errorText } from '../error-text.ts';
import { storeInParts } from './stored-in-parts.ts';

/**
 * What became of one batch: the contacts that are new, in the batch's order, how many were stored before, and
 * those of days that this host no longer keeps (`droppedDay`), which change nothing. `gone`, where there are
 * any, are those of receivers that were deleted meanwhile.
 */
export type InsertResult = { accepted: Contact[]; duplicates: number; refused: Contact[]; gone?: Contact[] };
export type CopyResult = { accepted: number; duplicates: number; refused: number; gone?: number };

/** Why a contact is refused whose day was dropped, as a sender or an import reads it. */
export const droppedDay = 'older than what this host keeps';

/** Why one is refused whose receiver was deleted after it was looked up (RX-35). */
export const goneReceiver = (rxId: number) => `unknown receiver ${rxId}`;

/** A bulk load is stored in steps of this size: each is one transaction, and all that is held in memory. */
const stepSize = 50_000;

/** What is read and written of a contact, by name. */
export const contactColumns = 'ts, rx_id, freq_hz, code, power, ant, type, n';
const types = 'timestamptz[], integer[], integer[], integer[], real[], smallint[], smallint[], smallint[]';
const unnested = `unnest(${types
  .split(', ')
  .map((type, index) => `$${index + 2}::${type}`)
  .join(', ')})`;

/**
 * Stores the rows of `source` that are not stored yet and adds exactly these to both rollups, in one
 * statement. Rows go in by the order of their keys, so that two writers lock in the same order; of equal ones
 * the first is kept. The receivers are held until the transaction ends, so that one that is being deleted is
 * either heard before, and kept, or gone (RX-35). 'is true' keeps the planner from joining, as below.
 */
function storing(
  { rows, rxIds }: { rows: string; rxIds: string },
  onConflict: 'on conflict do nothing' | '',
  result: string,
): string {
  return `
    with listeners as materialized (select id from receivers where id = any(${rxIds}::integer[]) order by id for key share),
    input as (${rows} where (rx_id in (select id from listeners)) is true
      and ts >= coalesce(${contactsFloor('$1')}, '-infinity')),
    inserted as (
      insert into contacts (system_id, ${contactColumns})
      select $1, ${contactColumns} from input order by rx_id, ts, ant, freq_hz, code, power, n, row
      ${onConflict}
      returning ${contactColumns}
    ),
    by_code as (
      select rx_id, date_bin('1 hour', ts, 'epoch') as hour, ant, freq_hz, code, type, count(*) as count,
        sum(power::float8) as sum_power, sum(power::float8 * power) as sum_power_sq, max(power) as max_power
      from inserted group by 1, 2, 3, 4, 5, 6
    ),
    codes as (
      insert into contacts_hourly_codes as kept (system_id, rx_id, hour, ant, freq_hz, code, type, count, sum_power, sum_power_sq, max_power)
      select $1, * from by_code order by rx_id, hour, ant, freq_hz, code, type
      on conflict (system_id, rx_id, hour, ant, freq_hz, code, type) do update set ${addUp}
    ),
    hours as (
      insert into contacts_hourly as kept (system_id, rx_id, ant, hour, count, sum_power, sum_power_sq, max_power)
      select $1, rx_id, ant, hour, sum(count), sum(sum_power), sum(sum_power_sq), max(max_power)
      from by_code group by rx_id, ant, hour order by rx_id, ant, hour
      on conflict (system_id, rx_id, ant, hour) do update set ${addUp}
    )
    ${result}`;
}

const addUp = `
  count = kept.count + excluded.count, sum_power = kept.sum_power + excluded.sum_power,
  sum_power_sq = kept.sum_power_sq + excluded.sum_power_sq, max_power = greatest(kept.max_power, excluded.max_power)`;

const present = `(select array_agg(id) from listeners) as present, ${contactsFloor('$1')} as floor`;

/**
 * Which rows went in is only worked out when some did not. By sorting rather than joining: the planner cannot
 * know how long the arrays are, and a nested loop over ten thousand duplicates would take seconds.
 */
const acceptedRows = `
  select (select count(*) from inserted)::integer as accepted, ${present},
    case when (select count(*) from inserted) < $10 then (
      select array_agg(first_row order by first_row) from (
        select min(row) as first_row from (
          select ${contactColumns}, row::integer as row, 0 as stored from input
          union all select ${contactColumns}, null, 1 from inserted
        ) as both_sides group by rx_id, ts, ant, freq_hz, code, power, n having max(stored) = 1
      ) as firsts
    ) end as rows`;

const givenRows = { rows: `select * from ${unnested} with ordinality as given(${contactColumns}, row)`, rxIds: '$11' };
const stagedRows = { rows: `select ${contactColumns}, ctid as row from contacts_staging`, rxIds: '$2' };
const acceptedCount = `select (select count(*) from inserted)::integer as accepted, ${present}`;
const insertStatement = storing(givenRows, 'on conflict do nothing', acceptedRows);
const copyStatement = storing(stagedRows, 'on conflict do nothing', acceptedCount);
const copyNewStatement = storing(stagedRows, '', acceptedCount);

/**
 * Stores the contacts of one system that are not stored yet, and adds them to the hourly rollups. A contact's
 * identity is receiver, antenna, ts, frequency, code, power and n (CON-3): the caller numbers equal rows of
 * one batch with `n`. Whether the receivers belong to the system is the caller's to know. All or nothing
 * within `maxPartitions` partitions; a batch that reaches over more is stored in parts, the newest last, so
 * that after an error it is sent again and nothing live was stored unpublished.
 */
export async function insertContacts(pool: Pool, systemId: string, contacts: readonly Contact[]): Promise<InsertResult> {
  const accepted: number[] = [];
  const gone: number[] = [];
  const deleted: number[] = [];
  const dropped = await storeInParts(pool, systemId, contacts, async (part, places) => {
    const rows = await insertRows(pool, systemId, part);
    for (const row of rows.accepted) accepted.push(places[row] as number);
    for (const row of rows.gone) gone.push(places[row] as number);
    for (const row of rows.deleted) deleted.push(places[row] as number);
  });
  const refused = [...dropped, ...deleted];
  const duplicates = contacts.length - accepted.length - refused.length - gone.length;
  const result = { accepted: inOrder(contacts, accepted), duplicates, refused: inOrder(contacts, refused) };
  return gone.length === 0 ? result : { ...result, gone: inOrder(contacts, gone) };
}

/**
 * Stores contacts of few partitions, all or nothing, in whatever transaction the connection is in; answers
 * the places of the new ones, of those whose receivers are gone, and of those that the system no longer
 * keeps.
 */
export async function insertRows(
  connection: Pick<PoolClient, 'query'>,
  systemId: string,
  contacts: readonly Contact[],
): Promise<{ accepted: Iterable<number>; gone: readonly number[]; deleted: readonly number[] }> {
  const rxIds = listenersOf(contacts);
  const { rows } = await connection.query<Stored & { rows: number[] | null }>({
    name: 'insert-contacts',
    text: insertStatement,
    values: [systemId, ...toArrays(contacts), contacts.length, rxIds],
  });
  const stored = rows[0];
  if (stored === undefined) throw new Error('The database answered nothing to an insert of contacts.');
  const gone = placesOfGone(contacts, rxIds, stored);
  const deleted = placesOfDeleted(contacts, gone, stored);
  if (stored.accepted === contacts.length) return { accepted: contacts.keys(), gone, deleted };
  return { accepted: (stored.rows ?? []).map((row) => row - 1), gone, deleted };
}

function inOrder(contacts: readonly Contact[], places: number[]): Contact[] {
  if (places.length === contacts.length) return [...contacts];
  return places.sort((one, other) => one - other).flatMap((place) => contacts[place] ?? []);
}

/**
 * Stores a long history in bounded memory by COPY, with the same idempotence and rollups as `insertContacts`;
 * what was stored before an error stays stored, and the load can be run again. The next step is read while
 * one is stored; each is `hold`'s to refuse, in its transaction and before that locks anything.
 */
export async function copyContacts(
  pool: Pool,
  systemId: string,
  source: AsyncIterable<readonly Contact[]> | Iterable<readonly Contact[]>,
  hold: Hold = () => Promise.resolve(),
): Promise<CopyResult> {
  const none: Required<CopyResult> = { accepted: 0, duplicates: 0, refused: 0, gone: 0 };
  const load: Load = { client: await pool.connect(), systemId, hold, expectNew: true, ...none };
  let storing: Promise<void> = Promise.resolve();
  try {
    await load.client.query(makeStaging);
    for await (const step of inSteps(source)) {
      await storing;
      storing = storeStep(pool, load, step);
      // Awaited with the next step; until then its failure has no listener.
      storing.catch(() => undefined);
    }
    await storing;
  } catch (error) {
    await storing.catch(() => undefined);
    // A broken COPY leaves the connection in an unknown state.
    load.client.release(true);
    throw error;
  }
  load.client.release();
  const { gone, accepted, duplicates, refused } = load;
  return { accepted, duplicates, refused, ...(gone > 0 && { gone }) };
}

/**
 * `expectNew`: an insert that need not look for duplicates is half as dear; the first duplicate ends that.
 */
type Load = { client: PoolClient; systemId: string; hold: Hold; expectNew: boolean } & Required<CopyResult>;
type Hold = (transaction: PoolClient) => Promise<void>;

const makeStaging = `create temp table if not exists contacts_staging (ts timestamptz, rx_id integer, freq_hz integer,
  code integer, power real, ant smallint, type smallint, n smallint) on commit delete rows`;

async function storeStep(pool: Pool, load: Load, step: readonly Contact[]): Promise<void> {
  let [accepted, gone, deleted] = [0, 0, 0];
  const store = async (part: readonly Contact[]): Promise<void> => {
    const stored = await copyPart(load, part);
    [accepted, gone, deleted] = [accepted + stored.accepted, gone + stored.gone, deleted + stored.deleted];
  };
  const dropped = await storeInParts(pool, load.systemId, step, store, undefined, load.client);
  const refused = dropped.length + deleted;
  load.accepted += accepted;
  load.refused += refused;
  load.gone += gone;
  load.duplicates += step.length - accepted - refused - gone;
}

type CopiedPart = { accepted: number; gone: number; deleted: number };

async function copyPart(load: Load, contacts: readonly Contact[]): Promise<CopiedPart> {
  const { client } = load;
  await client.query('begin');
  try {
    const target = client.query(copyFrom(`copy contacts_staging (${contactColumns}) from stdin (format binary)`));
    await pipeline(Readable.from([toCopy(contacts)]), target);
    // Not before the COPY: of a process that is stopped in one, the server waits for the rest for ever.
    await load.hold(client);
    const rxIds = listenersOf(contacts);
    const fresh = load.expectNew ? await storeNew(load, rxIds) : undefined;
    const stored = fresh ?? (await storeStaged(load, rxIds, copyStatement));
    await client.query('commit');
    const gone = placesOfGone(contacts, rxIds, stored);
    return { accepted: stored.accepted, gone: gone.length, deleted: placesOfDeleted(contacts, gone, stored).length };
  } catch (error) {
    await rollBack(client, 'rollback', error);
    throw error;
  }
}

/**
 * @throws Error that says both, the reason first, when rolling back fails too: nothing more can be done on
 * that connection.
 */
async function rollBack(client: PoolClient, statement: string, reason: unknown): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    throw new Error(`${errorText(reason)} (and then '${statement}' failed: ${errorText(error)})`, { cause: reason });
  }
}

/** @returns undefined when some of the staged rows are stored already. */
async function storeNew(load: Load, rxIds: readonly number[]): Promise<Stored | undefined> {
  await load.client.query('savepoint staged');
  try {
    return await storeStaged(load, rxIds, copyNewStatement);
  } catch (error) {
    if (codeOf(error) !== sqlStates.uniqueViolation) throw error;
    await rollBack(load.client, 'rollback to savepoint staged', error);
    load.expectNew = false;
    return undefined;
  }
}

async function storeStaged({ client, systemId }: Load, rxIds: readonly number[], text: string): Promise<Stored> {
  const { rows } = await client.query<Stored>(text, [systemId, rxIds]);
  return rows[0] ?? { accepted: 0, present: null, floor: null };
}

async function* inSteps(source: AsyncIterable<readonly Contact[]> | Iterable<readonly Contact[]>): AsyncGenerator<Contact[]> {
  let step: Contact[] = [];
  for await (const part of source) {
    for (const contact of part) {
      step.push(contact);
      if (step.length === stepSize) {
        yield step;
        step = [];
      }
    }
  }
  if (step.length > 0) yield step;
}
