import type { Pool, PoolClient } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { countRows, type Inserted, insertNew, insertRows, missingAmong, type Owners } from './insert-rows.ts';
import { errorText } from '../error-text.ts';
import { codeOf, sqlStates } from '../database-failure.ts';
import { storeInParts } from './stored-in-parts.ts';

/**
 * What became of one batch: the contacts that are new, in the batch's order, how many were stored before, and
 * those of days that this host no longer keeps (`droppedDay`), which change nothing. `gone`, where there are
 * any, are those of receivers that were deleted meanwhile.
 */
export type InsertResult = { accepted: Contact[]; duplicates: number; refused: Contact[]; gone?: Contact[] };
export type CopyResult = { accepted: number; duplicates: number; refused: number; gone?: number };

/** Why one is refused whose day was dropped or that its system has deleted, for a sender or an import. */
export const droppedDay = 'of a time whose contacts were deleted here';

/** Why one is refused whose receiver was deleted after it was looked up (RX-35). */
export const goneReceiver = (rxId: number) => `unknown receiver ${rxId}`;

/** A bulk load is stored in steps of this size: each is one transaction, and all that is held in memory. */
const stepSize = 50_000;

/**
 * Stores the contacts of one system that are not stored yet, and adds them to the hourly rollups. A contact's
 * identity is receiver, antenna, ts, frequency, code, power and n (CON-3): the caller numbers equal rows of
 * one batch with `n`. Whether the receivers belong to the system is the caller's to know. All or nothing
 * within `maxPartitions` partitions; a batch that reaches over more is stored in parts, the newest last, so
 * that after an error it is sent again and nothing live was stored unpublished.
 */
export async function insertContacts(pool: Pool, systemId: string, contacts: readonly Contact[]): Promise<InsertResult> {
  const [result] = await insertTogether(pool, [{ systemId, contacts }]);
  return result as InsertResult;
}

/** Connections which wait for each lock that long (ms), lent for nothing else. */
export type Patience = { pool: Pool; lockMs: number };

/** What one sender brings. */
export type Brought = { systemId: string; contacts: readonly Contact[] };

/**
 * The same for what several senders bring, at once, as if one had come after the other: of contacts that are
 * equal the first is stored. Answers each by its place. With `patience` it waits for no lock longer than
 * that, and rejects with the database's 'lock not available' then.
 */
export async function insertTogether(pool: Pool, all: readonly Brought[], patience?: Patience): Promise<InsertResult[]> {
  const contacts = all.length === 1 ? (all[0] as Brought).contacts : all.flatMap((one) => one.contacts);
  const owners = ownersOf(all);
  const fates: (undefined | 'accepted' | 'refused' | 'gone')[] = Array.from({ length: contacts.length });
  const refused = await storeInParts(pool, contacts, async (part, places) => {
    const rows = await insertPart(pool, atPlaces(owners, places), part, patience);
    for (const row of rows.accepted) fates[places[row] as number] = 'accepted';
    for (const row of rows.gone) fates[places[row] as number] = 'gone';
    for (const row of rows.deleted) fates[places[row] as number] = 'refused';
  });
  for (const place of refused) fates[place] = 'refused';
  let place = 0;
  return all.map(({ contacts: own }) => {
    const result: InsertResult = { accepted: [], duplicates: 0, refused: [] };
    for (const contact of own) {
      const fate = fates[place++];
      if (fate === undefined) result.duplicates += 1;
      else if (fate === 'gone') (result.gone ??= []).push(contact);
      else result[fate].push(contact);
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

/** From so many on it is worth counting them here, and failing once where some are sent again. */
const worthExpecting = 256;

/** The systems whose last large batch had contacts that were stored before: they may go on with it. */
const resendingIn = new WeakMap<Pool, Set<string>>();

async function insertPart(
  pool: Pool,
  owners: Owners,
  contacts: readonly Contact[],
  patience: Patience | undefined,
): Promise<Inserted> {
  const [systemId = ''] = owners.systems;
  if (contacts.length >= worthExpecting && owners.of === undefined) {
    const resending = resendingIn.get(pool) ?? new Set();
    resendingIn.set(pool, resending);
    const store = (those: readonly Contact[]) => waiting(patience, pool, (connection) => insertNew(connection, systemId, those));
    const accepted = await storeMissing({ pool, connection: pool }, systemId, contacts, !resending.has(systemId), store);
    const duplicates = contacts.length - (accepted?.length ?? 0);
    if (duplicates === 0) resending.delete(systemId);
    else resending.add(systemId);
    if (accepted !== null) return { accepted, duplicates, gone: [], deleted: [] };
  }
  return waiting(patience, pool, (connection) => insertRows(connection, owners, contacts));
}

/**
 * Stores what is not stored yet of many contacts of one system by `store`, which takes all or, answering
 * false, nothing; with `expectNew` without asking first. Answers the places of what it took; null where
 * nothing was stored, as others store the same, or not all may be.
 */
async function storeMissing(
  { pool, connection }: { pool: Pool; connection: Pick<PoolClient, 'query'> },
  systemId: string,
  contacts: readonly Contact[],
  expectNew: boolean,
  store: (contacts: readonly Contact[]) => Promise<boolean>,
): Promise<number[] | null> {
  if (expectNew && (await store(contacts))) return [...contacts.keys()];
  const missing = await missingAmong(pool, connection, systemId, contacts);
  if (missing === null || missing.length === 0) return missing;
  const isStored = await store(missing.length === contacts.length ? contacts : missing.flatMap((place) => contacts[place] ?? []));
  return isStored ? missing : null;
}

/** For how long each of the connections that are not patient waits for a lock, in ms. */
const lockMsOf = new WeakMap<PoolClient, number>();

/** Does `work`, which is one statement, by a connection that waits for each lock so long, or forever. */
async function waiting<T>(
  patience: Patience | undefined,
  pool: Pool,
  work: (connection: Pick<PoolClient, 'query'>) => Promise<T>,
): Promise<T> {
  if (patience === undefined) return work(pool);
  const client = await patience.pool.connect();
  let isFit = false;
  try {
    // Said once: with each statement it would be three questions more.
    if (lockMsOf.get(client) !== patience.lockMs) {
      await client.query(`set lock_timeout = ${patience.lockMs}`);
      lockMsOf.set(client, patience.lockMs);
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
 * How a long history is stored: so many steps `atOnce`, each of them `hold`'s to refuse, in its transaction
 * and before that locks anything.
 */
type Loading = { hold?: Hold; atOnce?: number };

/**
 * Stores a long history in bounded memory, with the same idempotence and rollups as `insertContacts`; what
 * was stored before an error stays stored, and the load can be run again. The next step is read while others
 * are stored.
 */
export async function copyContacts(
  pool: Pool,
  systemId: string,
  source: AsyncIterable<readonly Contact[]> | Iterable<readonly Contact[]>,
  { hold = () => Promise.resolve(), atOnce = 1 }: Loading = {},
): Promise<CopyResult> {
  const load: Load = { systemId, hold, expectNew: true, accepted: 0, duplicates: 0, refused: 0, gone: 0 };
  // Others only when there is something for them: most files are one step.
  const clients = [await pool.connect()];
  const storing: Promise<void>[] = [];
  let steps = 0;
  try {
    for await (const step of inSteps(source)) {
      const place = steps++ % atOnce;
      await storing[place];
      const client = (clients[place] ??= await pool.connect());
      const stored = storeStep(pool, load, client, step);
      // Awaited with the step after the next; until then its failure has no listener.
      stored.catch(() => undefined);
      storing[place] = stored;
    }
    await Promise.all(storing);
  } catch (error) {
    await Promise.allSettled(storing);
    // They may be in the middle of a transaction.
    for (const client of clients) client.release(true);
    throw error;
  }
  for (const client of clients) client.release();
  const { gone, accepted, duplicates, refused } = load;
  return { accepted, duplicates, refused, ...(gone > 0 && { gone }) };
}

/** `expectNew`: whether the last step was all new, as this one is likely to be then. */
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
  const store = (those: readonly Contact[]) => insertNew(client, systemId, those, (insert) => holding(client, hold, insert));
  const places = await storeMissing({ pool, connection: client }, systemId, contacts, load.expectNew, store);
  load.expectNew = places?.length === contacts.length;
  if (places?.length === 0) await holding(client, hold, () => Promise.resolve());
  if (places !== null) return { accepted: places.length, gone: 0, deleted: 0 };
  return holding(client, hold, () => countRows(client, systemId, contacts));
}

/**
 * Does `work` in a transaction that `hold` has let begin.
 * @throws Error that says both, the reason first, when rolling back fails too: nothing more can be done on
 * that connection.
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
