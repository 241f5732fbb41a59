import type { Pool, PoolClient } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { countRows, type Inserted, insertNew, insertRows, type Owners } from './insert-rows.ts';
import { errorText } from '../error-text.ts';
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

/** What one sender brings. */
export type Brought = { systemId: string; contacts: readonly Contact[] };

/**
 * The same for what several senders bring, at once, as if one had come after the other: of contacts that are
 * equal the first is stored. Answers each by its place.
 */
export async function insertTogether(pool: Pool, all: readonly Brought[]): Promise<InsertResult[]> {
  const contacts = all.length === 1 ? (all[0] as Brought).contacts : all.flatMap((one) => one.contacts);
  const owners = ownersOf(all);
  const fates: (undefined | 'accepted' | 'refused' | 'gone')[] = Array.from({ length: contacts.length });
  const refused = await storeInParts(pool, contacts, async (part, places) => {
    const rows = await insertPart(pool, atPlaces(owners, places), part);
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
/** For how long a system that sends contacts again is expected to go on with it, in ms. */
const resendingMs = 60_000;

/** Until when (ms) it is expected, by system. */
const resendingIn = new WeakMap<Pool, Map<string, number>>();

async function insertPart(pool: Pool, owners: Owners, contacts: readonly Contact[]): Promise<Inserted> {
  const [systemId = ''] = owners.systems;
  const resending = resendingIn.get(pool) ?? new Map<string, number>();
  resendingIn.set(pool, resending);
  const isNew = contacts.length >= worthExpecting && owners.of === undefined && Date.now() > (resending.get(systemId) ?? 0);
  if (isNew && (await insertNew(pool, systemId, contacts))) return { accepted: contacts.keys(), gone: [], deleted: [] };
  if (isNew) resending.set(systemId, Date.now() + resendingMs);
  return insertRows(pool, owners, contacts);
}

/**
 * Stores a long history in bounded memory, with the same idempotence and rollups as `insertContacts`; what
 * was stored before an error stays stored, and the load can be run again. The next step is read while one is
 * stored; each is `hold`'s to refuse, in its transaction and before that locks anything.
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
    for await (const step of inSteps(source)) {
      await storing;
      storing = storeStep(pool, load, step);
      // Awaited with the next step; until then its failure has no listener.
      storing.catch(() => undefined);
    }
    await storing;
  } catch (error) {
    await storing.catch(() => undefined);
    // It may be in the middle of a transaction.
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

async function storeStep(pool: Pool, load: Load, step: readonly Contact[]): Promise<void> {
  let [accepted, gone, deleted] = [0, 0, 0];
  const store = async (part: readonly Contact[]): Promise<void> => {
    const stored = await copyPart(load, part);
    [accepted, gone, deleted] = [accepted + stored.accepted, gone + stored.gone, deleted + stored.deleted];
  };
  const dropped = await storeInParts(pool, step, store, undefined, load.client);
  const refused = dropped.length + deleted;
  load.accepted += accepted;
  load.refused += refused;
  load.gone += gone;
  load.duplicates += step.length - accepted - refused - gone;
}

async function copyPart(load: Load, contacts: readonly Contact[]): ReturnType<typeof countRows> {
  const { client, systemId } = load;
  if (load.expectNew) {
    load.expectNew = await insertNew(client, systemId, contacts, (insert) => holding(load, insert));
    if (load.expectNew) return { accepted: contacts.length, gone: 0, deleted: 0 };
  }
  return holding(load, () => countRows(client, systemId, contacts));
}

/**
 * Does `work` in a transaction that `hold` has let begin.
 * @throws Error that says both, the reason first, when rolling back fails too: nothing more can be done on
 * that connection.
 */
async function holding<T>({ client, hold }: Load, work: () => Promise<T>): Promise<T> {
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
