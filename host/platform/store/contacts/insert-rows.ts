import type { Pool, PoolClient } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { type Column, instant, int4, toArrays, toContactArrays, toHz, toOwners } from './binary-columns.ts';
import { codeOf, sqlStates } from '../database-failure.ts';
import { maxPartitions, partitionsBetween } from './contact-partitions.ts';
import { toHourlyCounts } from './hourly-counts.ts';
import { listenersOf, placesOfDeleted, placesOfGone, type Stored } from './listeners.ts';
import { countedInsertStatement, insertNewStatement, insertStatement, missingStatement } from './storing-statements.ts';

/** Whose contacts these are: of the system at the place that `of` has for each; without it, of the first. */
export type Owners = { systems: readonly string[]; of?: readonly number[] };

/**
 * The places of the contacts that are new, of those whose receivers are gone, and of those that their system
 * no longer keeps; how many were stored before.
 */
export type Inserted = {
  accepted: Iterable<number>;
  duplicates: number;
  gone: readonly number[];
  deleted: readonly number[];
};

type Connection = Pick<PoolClient, 'query'>;

/** Stores contacts of few partitions, all or nothing, in whatever transaction the connection is in. */
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
  const stored = answered(rows);
  const gone = placesOfGone(contacts, rxIds, stored);
  const deleted = placesOfDeleted(contacts, gone, stored, of);
  const duplicates = contacts.length - stored.accepted - gone.length - deleted.length;
  if (stored.accepted === contacts.length) return { accepted: contacts.keys(), duplicates, gone, deleted };
  return { accepted: (stored.rows ?? []).map((row) => row - 1), duplicates, gone, deleted };
}

/** The same of one system, for who need not know which: a history. */
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
  const stored = answered(rows);
  const gone = placesOfGone(contacts, rxIds, stored);
  return { accepted: stored.accepted, gone: gone.length, deleted: placesOfDeleted(contacts, gone, stored).length };
}

/**
 * Stores contacts of one system and of few partitions of which none is stored yet, and answers true; false
 * where one is, where a receiver is gone, or where the system no longer keeps one: then nothing was stored.
 * `within` may make it part of a transaction, which a false answer ends.
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
    return answered(rows).stored;
  } catch (error) {
    if (codeOf(error) !== sqlStates.uniqueViolation) throw error;
    return false;
  }
}

/** What is stored around contacts is read up to so many times their number: asking for each is as dear. */
const mostNear = 3;

/**
 * The places of the contacts of one system that are not stored yet, of equal ones the first. Null where that
 * is best found by storing them: they lie too far apart in time, or among too many others, or the system no
 * longer keeps one.
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
  const { count, rows: missing, near, is_deleted: isDeleted } = answered(rows);
  if (near === most || isDeleted) return null;
  return count === contacts.length ? [...contacts.keys()] : (missing ?? []).map((row) => row - 1);
}

/** From when to when (ms) contacts of a receiver are. */
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

function answered<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The database answered nothing to an insert of contacts.');
  return row;
}

/** In the order in which all who store go, so that of two with the same contacts one waits for the other. */
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
