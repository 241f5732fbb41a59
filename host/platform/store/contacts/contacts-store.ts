import type { Pool, PoolClient } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { copyNew, countRows, type Inserted, insertNew, insertRows, missingAmong, type Owners } from './insert-rows.ts';
import { errorText } from '../error-text.ts';
import { codeOf, sqlStates } from '../database-failure.ts';
import { storeInParts } from './stored-in-parts.ts';

/**
 * The result for one batch. `accepted`: the new contacts, in the batch's order. `duplicates`: how many were
 * stored before. `refused`: those of days no longer kept (`droppedDay`). `gone`: those whose receiver was
 * just deleted.
 */
export type InsertResult = { accepted: Contact[]; duplicates: number; refused: Contact[]; gone?: Contact[] };
export type CopyResult = { accepted: number; duplicates: number; refused: number; gone?: number };

/** The reason that a sender or an import gets for a refused contact of a dropped or deleted day. */
export const droppedDay = 'of a time whose contacts were deleted here';

/** The reason for refusing a contact whose receiver was deleted after it was looked up (RX-35). */
export const goneReceiver = (rxId: number) => `unknown receiver ${rxId}`;

/**
 * The number of contacts in one step of a bulk load. Each step is one transaction, and the only part of the
 * load that is in memory.
 */
const stepSize = 50_000;

/**
 * Stores contacts of one system that are not stored yet, and adds them to the hourly rollups. A contact's
 * identity is receiver, antenna, ts, frequency, code, power and n (CON-3). The caller numbers equal contacts
 * of a batch with `n`, and makes sure that the receivers belong to the system. A batch within `maxPartitions`
 * partitions is stored completely or not at all. A larger batch is stored in parts, the newest last. If a
 * part fails, the sender repeats the batch; the newest (live) contacts are not stored yet, so they still
 * count as new then and are published.
 */
export async function insertContacts(pool: Pool, systemId: string, contacts: readonly Contact[]): Promise<InsertResult> {
  const [result] = await insertTogether(pool, [{ systemId, contacts }]);
  return result as InsertResult;
}

/** A separate pool whose connections wait at most `lockMs` for a lock. */
export type LockTimeout = { pool: Pool; lockMs: number };

/** The contacts of one sender. */
export type Brought = { systemId: string; contacts: readonly Contact[] };

/**
 * Stores the contacts of several senders together, as if one came after the other: of equal contacts the
 * first is stored. Returns the results in the order of the senders. With `lockTimeout`, it waits for a lock
 * no longer than that and then rejects with PostgreSQL's 'lock not available'.
 */
export async function insertTogether(pool: Pool, all: readonly Brought[], lockTimeout?: LockTimeout): Promise<InsertResult[]> {
  const contacts = all.length === 1 ? (all[0] as Brought).contacts : all.flatMap((one) => one.contacts);
  const owners = ownersOf(all);
  const outcomes: (undefined | 'accepted' | 'refused' | 'gone')[] = contacts.map(() => undefined);
  const refused = await storeInParts(pool, contacts, async (part, places) => {
    const rows = await insertPart(pool, atPlaces(owners, places), part, lockTimeout);
    for (const row of rows.accepted) outcomes[places[row] as number] = 'accepted';
    for (const row of rows.gone) outcomes[places[row] as number] = 'gone';
    for (const row of rows.deleted) outcomes[places[row] as number] = 'refused';
  });
  for (const place of refused) outcomes[place] = 'refused';
  let place = 0;
  return all.map(({ contacts: own }) => {
    const result: InsertResult = { accepted: [], duplicates: 0, refused: [] };
    for (const contact of own) {
      const outcome = outcomes[place++];
      if (outcome === undefined) result.duplicates += 1;
      else if (outcome === 'gone') (result.gone ??= []).push(contact);
      else result[outcome].push(contact);
    }
    return result;
  });
}

function ownersOf(all: readonly Brought[]): Owners {
  const systems = [...new Set(all.map(({ systemId }) => systemId))];
  if (systems.length === 1) return { systems };
  const places = new Map(systems.map((systemId, place) => [systemId, place]));
  return { systems, of: all.flatMap(({ systemId, contacts }) => contacts.map(() => places.get(systemId) ?? 0)) };
}

function atPlaces({ systems, of }: Owners, places: readonly number[]): Owners {
  return of === undefined ? { systems } : { systems, of: places.map((place) => of[place] ?? 0) };
}

/**
 * The smallest batch for which `insertNew` is tried first. It is faster, but fails if a contact is already
 * stored.
 */
const worthExpecting = 256;

/** The smallest number of new contacts for which COPY, in a transaction of several round trips, is faster. */
const worthCopying = 2_000;

/** The systems whose last large batch contained stored contacts; their next one probably does too. */
const resendingIn = new WeakMap<Pool, Set<string>>();

async function insertPart(
  pool: Pool,
  owners: Owners,
  contacts: readonly Contact[],
  lockTimeout: LockTimeout | undefined,
): Promise<Inserted> {
  const [systemId = ''] = owners.systems;
  if (contacts.length >= worthExpecting && owners.of === undefined) {
    const resending = resendingIn.get(pool) ?? new Set();
    resendingIn.set(pool, resending);
    const store = (those: readonly Contact[]) =>
      those.length >= worthCopying && lockTimeout === undefined
        ? copying(pool, systemId, those)
        : waiting(lockTimeout, pool, (connection) => insertNew(connection, systemId, those));
    const accepted = await storeMissing({ pool, connection: pool }, systemId, contacts, !resending.has(systemId), store);
    const duplicates = contacts.length - (accepted?.length ?? 0);
    if (duplicates === 0) resending.delete(systemId);
    else resending.add(systemId);
    if (accepted !== null) return { accepted, duplicates, gone: [], deleted: [] };
  }
  return waiting(lockTimeout, pool, (connection) => insertRows(connection, owners, contacts));
}

/**
 * Stores those of many contacts of one system that are missing. `store` stores all contacts that it gets, or
 * stores nothing and returns false. `expectNew`: first tries to store all, without looking for the missing
 * ones. Returns the indexes of the stored contacts. Returns null if nothing was stored, because another
 * writer stores the same contacts or some may not be stored.
 */
async function storeMissing(
  { pool, connection }: { pool: Pool; connection: Pick<PoolClient, 'query'> },
  systemId: string,
  contacts: readonly Contact[],
  expectNew: boolean,
  store: (contacts: readonly Contact[]) => Promise<boolean>,
): Promise<number[] | null> {
  if (expectNew && (await store(contacts))) return contacts.map((_contact, place) => place);
  const missing = await missingAmong(pool, connection, systemId, contacts);
  if (missing === null || missing.length === 0) return missing;
  const isStored = await store(missing.length === contacts.length ? contacts : missing.flatMap((place) => contacts[place] ?? []));
  return isStored ? missing : null;
}

/** Copies new contacts in a transaction of their own, as `copyNew` does. */
async function copying(pool: Pool, systemId: string, contacts: readonly Contact[]): Promise<boolean> {
  const client = await pool.connect();
  let isFit = false;
  try {
    const stored = await copyNew(client, systemId, contacts, (copy) => holding(client, () => Promise.resolve(), copy));
    isFit = true;
    return stored;
  } finally {
    client.release(!isFit);
  }
}

/** The lock_timeout set on each connection of a pool with a lock timeout, in ms. */
const lockMsOf = new WeakMap<PoolClient, number>();

/**
 * Runs `work`, a single statement, on a connection that waits for locks at most `lockMs`; without
 * `lockTimeout`, on the pool.
 */
async function waiting<T>(
  lockTimeout: LockTimeout | undefined,
  pool: Pool,
  work: (connection: Pick<PoolClient, 'query'>) => Promise<T>,
): Promise<T> {
  if (lockTimeout === undefined) return work(pool);
  const client = await lockTimeout.pool.connect();
  let isFit = false;
  try {
    // Set once for each connection, because setting it with each statement would cost three more round trips.
    if (lockMsOf.get(client) !== lockTimeout.lockMs) {
      await client.query(`set lock_timeout = ${lockTimeout.lockMs}`);
      lockMsOf.set(client, lockTimeout.lockMs);
    }
    const done = await work(client);
    isFit = true;
    return done;
  } catch (error) {
    isFit = codeOf(error) === sqlStates.lockNotAvailable;
    throw error;
  } finally {
    client.release(!isFit);
  }
}

/**
 * How to load a history: `atOnce` steps are stored in parallel. `hold` runs first in each step's transaction
 * and may refuse the step by throwing.
 */
type Loading = { hold?: Hold; atOnce?: number };

/**
 * Stores a long history in bounded memory, with rollups like `insertContacts`. After an error, the steps
 * already stored stay; repeating the load stores the rest. Reads the next step while others are stored.
 */
export async function copyContacts(
  pool: Pool,
  systemId: string,
  source: AsyncIterable<readonly Contact[]> | Iterable<readonly Contact[]>,
  { hold = () => Promise.resolve(), atOnce = 1 }: Loading = {},
): Promise<CopyResult> {
  const load: Load = { systemId, hold, expectNew: true, accepted: 0, duplicates: 0, refused: 0, gone: 0 };
  // Open further connections when they are needed, because most files are a single step.
  const clients = [await pool.connect()];
  const storing: Promise<void>[] = [];
  let steps = 0;
  try {
    for await (const step of inSteps(source)) {
      const place = steps++ % atOnce;
      await storing[place];
      const client = (clients[place] ??= await pool.connect());
      const stored = storeStep(pool, load, client, step);
      // The promise is awaited later; until then, a failure must not count as unhandled.
      stored.catch(() => undefined);
      storing[place] = stored;
    }
    await Promise.all(storing);
  } catch (error) {
    await Promise.allSettled(storing);
    // Destroy the connections, because they may be inside a transaction.
    for (const client of clients) client.release(true);
    throw error;
  }
  for (const client of clients) client.release();
  const { gone, accepted, duplicates, refused } = load;
  return { accepted, duplicates, refused, ...(gone > 0 && { gone }) };
}

/**
 * One bulk load. `expectNew`: all contacts of the last step were new, so those of the next one probably are
 * too.
 */
type Load = { systemId: string; hold: Hold; expectNew: boolean } & Required<CopyResult>;
type Hold = (transaction: PoolClient) => Promise<void>;

async function storeStep(pool: Pool, load: Load, client: PoolClient, step: readonly Contact[]): Promise<void> {
  let [accepted, gone, deleted] = [0, 0, 0];
  const store = async (part: readonly Contact[]): Promise<void> => {
    const stored = await copyPart(pool, load, client, part);
    [accepted, gone, deleted] = [accepted + stored.accepted, gone + stored.gone, deleted + stored.deleted];
  };
  const dropped = await storeInParts(pool, step, store, undefined, client);
  const refused = dropped.length + deleted;
  load.accepted += accepted;
  load.refused += refused;
  load.gone += gone;
  load.duplicates += step.length - accepted - refused - gone;
}

async function copyPart(pool: Pool, load: Load, client: PoolClient, contacts: readonly Contact[]): ReturnType<typeof countRows> {
  const { systemId, hold } = load;
  const store = (those: readonly Contact[]) =>
    (those.length >= worthCopying ? copyNew : insertNew)(client, systemId, those, (work) => holding(client, hold, work));
  const places = await storeMissing({ pool, connection: client }, systemId, contacts, load.expectNew, store);
  load.expectNew = places?.length === contacts.length;
  if (places?.length === 0) await holding(client, hold, () => Promise.resolve());
  if (places !== null) return { accepted: places.length, gone: 0, deleted: 0 };
  return holding(client, hold, () => countRows(client, systemId, contacts));
}

/**
 * Runs `hold` and `work` in a transaction.
 * @throws Error with both reasons if rolling back fails too; the connection is then unusable.
 */
async function holding<T>(client: PoolClient, hold: Hold, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await hold(client);
    const done = await work();
    await client.query('commit');
    return done;
  } catch (reason) {
    try {
      await client.query('rollback');
    } catch (error) {
      throw new Error(`${errorText(reason)} (and then 'rollback' failed: ${errorText(error)})`, { cause: reason });
    }
    throw reason;
  }
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
