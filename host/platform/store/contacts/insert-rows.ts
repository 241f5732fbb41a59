import type { Pool, PoolClient } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { type Column, instant, int4, toArrays, toContactArrays, toCopiedContacts, toHz, toOwners } from './binary-columns.ts';
import { copyIn } from '../copy-rows.ts';
import { codeOf, sqlStates } from '../database-failure.ts';
import { maxPartitions, partitionsBetween } from './contact-partitions.ts';
import { toHourlyCounts } from './hourly-counts.ts';
import { listenersOf, placesOfDeleted, placesOfGone, type Stored } from './listeners.ts';
import {
  completeStatement,
  copyStatement,
  countedInsertStatement,
  countNewStatement,
  insertNewStatement,
  insertStatement,
  lockStatement,
  missingStatement,
} from './storing-statements.ts';

/**
 * The systems of contacts. `of` holds the index of each contact's system in `systems`; by default all belong
 * to the first.
 */
export type Owners = { systems: readonly string[]; of?: readonly number[] };

/**
 * The indexes of the new contacts, of those whose receiver was deleted (`gone`), and of those that their
 * system no longer keeps (`deleted`). `duplicates`: how many were stored before.
 */
export type Inserted = {
  accepted: Iterable<number>;
  duplicates: number;
  gone: readonly number[];
  deleted: readonly number[];
};

type Connection = Pick<PoolClient, 'query'>;

/**
 * Stores contacts that lie in few partitions, all or nothing, in the connection's transaction if it has one.
 */
export async function insertRows(
  connection: Connection,
  { systems, of }: Owners,
  contacts: readonly Contact[],
): Promise<Inserted> {
  const rxIds = listenersOf(contacts);
  const { rows } = await connection.query<Stored & { rows: number[] | null }>({
    name: 'insert-contacts',
    text: insertStatement,
    values: [systems, ...toContactArrays(contacts), toOwners(contacts.length, of), rxIds],
  });
  const stored = onlyRow(rows);
  const gone = placesOfGone(contacts, rxIds, stored);
  const deleted = placesOfDeleted(contacts, gone, stored, of);
  const duplicates = contacts.length - stored.accepted - gone.length - deleted.length;
  if (stored.accepted === contacts.length) return { accepted: contacts.keys(), duplicates, gone, deleted };
  return { accepted: (stored.rows ?? []).map((row) => row - 1), duplicates, gone, deleted };
}

/** Like `insertRows` for one system, but returns only numbers. For loading a history. */
export async function countRows(
  connection: Connection,
  systemId: string,
  contacts: readonly Contact[],
): Promise<{ accepted: number; gone: number; deleted: number }> {
  const rxIds = listenersOf(contacts);
  const { rows } = await connection.query<Stored>({
    name: 'count-contacts',
    text: countedInsertStatement,
    values: [[systemId], ...toContactArrays(contacts), toOwners(contacts.length), rxIds],
  });
  const stored = onlyRow(rows);
  const gone = placesOfGone(contacts, rxIds, stored);
  return { accepted: stored.accepted, gone: gone.length, deleted: placesOfDeleted(contacts, gone, stored).length };
}

/**
 * Stores contacts of one system in few partitions if all of them are new. Stores nothing and returns false if
 * one is stored already, its receiver was deleted, or the system no longer keeps it. `within` may run the
 * statement in a transaction, which must end before `within` resolves or rejects.
 */
export async function insertNew(
  connection: Connection,
  systemId: string,
  contacts: readonly Contact[],
  within: <T>(insert: () => Promise<T>) => Promise<T> = (insert) => insert(),
): Promise<boolean> {
  const values = [systemId, ...toContactArrays(inOrder(contacts)), listenersOf(contacts), ...toHourlyCounts(contacts)];
  try {
    const { rows } = await within(() =>
      connection.query<{ stored: boolean }>({ name: 'insert-new-contacts', text: insertNewStatement, values }),
    );
    return onlyRow(rows).stored;
  } catch (error) {
    if (codeOf(error) !== sqlStates.uniqueViolation) throw error;
    return false;
  }
}

/** Like `insertNew`, for many contacts. `within` must run it in a transaction of the client. */
export async function copyNew(
  client: PoolClient,
  systemId: string,
  contacts: readonly Contact[],
  within: <T>(copy: () => Promise<T>) => Promise<T>,
): Promise<boolean> {
  const [rows, counts] = [inOrder(contacts), toHourlyCounts(contacts)];
  const oldest = contacts.reduce((first, { ts }) => Math.min(first, ts), Infinity);
  const copy = async (): Promise<boolean> => {
    await client.query(lockStatement);
    const complete = { name: 'complete-contacts', text: completeStatement };
    const asked = await client.query<{ is_true: boolean }>({
      ...complete,
      values: [systemId, listenersOf(contacts), new Date(oldest)],
    });
    if (!onlyRow(asked.rows).is_true) return false;
    await copyIn(client, copyStatement, toCopiedContacts(systemId, rows));
    await client.query({ name: 'count-new-contacts', text: countNewStatement, values: [systemId, ...counts] });
    return true;
  };
  try {
    return await within(copy);
  } catch (error) {
    if (codeOf(error) !== sqlStates.uniqueViolation) throw error;
    return false;
  }
}

/**
 * Limits how many stored contacts are read to find the missing ones, as a multiple of the contacts' number.
 * Beyond it, looking up each contact is as cheap.
 */
const mostNear = 3;

/**
 * Returns the indexes of those contacts of one system that are not stored yet; of equal ones, the first.
 * Returns null if it is cheaper to just try storing them: they are too far apart in time, too many others are
 * stored around them, or the system no longer keeps some.
 */
export async function missingAmong(
  pool: Pool,
  connection: Connection,
  systemId: string,
  contacts: readonly Contact[],
): Promise<number[] | null> {
  const heard = spansOf(contacts);
  const [first, last] = [Math.min(...heard.map((span) => span.first)), Math.max(...heard.map((span) => span.last))];
  if (partitionsBetween(pool, first, last) > maxPartitions) return null;
  const most = contacts.length * mostNear + 1;
  const { rows } = await connection.query<{ count: number; rows: number[] | null; near: number; is_deleted: boolean }>(
    missingStatement,
    [...toContactArrays(contacts), systemId, ...toArrays(spanColumns, heard), new Date(first), new Date(last), most],
  );
  const { count, rows: missing, near, is_deleted: isDeleted } = onlyRow(rows);
  if (near === most || isDeleted) return null;
  return count === contacts.length ? [...contacts.keys()] : (missing ?? []).map((row) => row - 1);
}

/** The times (ms) of a receiver's first and last contact. */
type Span = { rxId: number; first: number; last: number };

const spanColumns: readonly Column<Span>[] = [
  int4(({ rxId }) => rxId),
  instant(({ first }) => first),
  instant(({ last }) => last),
];

function spansOf(contacts: readonly Contact[]): Span[] {
  const spans = new Map<number, Span>();
  for (const { rxId, ts } of contacts) {
    const span = spans.get(rxId);
    if (span === undefined) spans.set(rxId, { rxId, first: ts, last: ts });
    else if (ts < span.first) span.first = ts;
    else if (ts > span.last) span.last = ts;
  }
  return [...spans.values()];
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The database answered nothing to an insert of contacts.');
  return row;
}

/**
 * Sorts contacts in the order that all writers use, so that of two writers of the same contacts one waits for
 * the other and neither deadlocks.
 */
function inOrder(contacts: readonly Contact[]): readonly Contact[] {
  return contacts.every((contact, at) => at === 0 || byIdentity(contacts[at - 1] as Contact, contact) <= 0)
    ? contacts
    : contacts.toSorted(byIdentity);
}

function byIdentity(one: Contact, other: Contact): number {
  return (
    one.ts - other.ts ||
    one.rxId - other.rxId ||
    one.ant - other.ant ||
    toHz(one.freq) - toHz(other.freq) ||
    one.code - other.code ||
    Math.fround(one.power) - Math.fround(other.power) ||
    (one.n ?? 0) - (other.n ?? 0)
  );
}
