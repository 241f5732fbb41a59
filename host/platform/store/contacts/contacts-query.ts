import type { Pool } from 'pg';
import type { Contact } from '#model/entities/contact.ts';
import { dayMs, hourMs, maxPartitions } from './contact-partitions.ts';
import type { Database } from '../database.ts';
import type { TouchedMark } from '../schema-contacts.ts';
import { contactsFloor } from './contacts-floor.ts';
import { contactColumns } from './storing-statements.ts';

/** A pool or one of its connections. */
type Reader = Pick<Pool, 'query'>;
type Row = { ts: Date; rx_id: number; freq_hz: number; code: number; power: number; ant: number; type: number; n: number };

/** The most rows of the rollup that are read to size the next stretch. */
const maxHours = 2_000;
/**
 * The longest stretch, in ms. A partition covers a day or more, so a stretch touches at most one partition
 * more than it has days.
 */
const longestMs = (maxPartitions - 1) * dayMs;
/** A time (ms) after all partitions that PostgreSQL can represent. */
const never = Date.UTC(2200, 0);

/**
 * The condition for contacts of a system between two times. Both bounds are always given, and the statement
 * is never prepared, because a generic plan would lock every partition. The rollup names the receivers with
 * contacts, so that the index of the contacts' identity finds them. Retired receivers are not shown (RX-37).
 */
const within = `system_id = $1 and ts >= $2 and ts < $3 and rx_id = any(array(
  select distinct rx_id from contacts_hourly where system_id = $1 and hour > $2::timestamptz - interval '1 hour' and hour < $3
    and rx_id not in (select id from receivers where system_id = $1 and retired_at is not null)))`;

export const withinOne = 'system_id = $1 and ts >= $2 and ts < $3 and rx_id = $5 and ant = any($6::integer[])';

/**
 * Returns the earliest `limit` contacts of a system, or `of` some antennas of a receiver, with from ≤ ts < to
 * (ms since 1970), oldest first. All contacts of the last time are included, so a caller continues with
 * `from` = last ts + 1. It reads only as many hours as it needs.
 */
export async function contactsBetween(
  pool: Reader,
  systemId: string,
  from: number,
  to: number,
  limit: number,
  of: { rxId: number; antennas: readonly number[] } | null = null,
): Promise<Contact[]> {
  const found: Contact[] = [];
  const [which, values] = of === null ? [within, []] : [withinOne, [of.rxId, of.antennas]];
  let growth = 1;
  for (let start = Math.max(from, 0); found.length < limit;) {
    const stretch = await nextStretch(pool, systemId, start, Math.min(to, never), (limit - found.length) * growth, 'asc');
    if (stretch === null) break;
    const { rows } = await pool.query<Row>(
      `select ${contactColumns} from contacts where ${which} order by ts fetch first $4 rows with ties`,
      [systemId, new Date(stretch.from), new Date(stretch.to), limit - found.length, ...values],
    );
    for (const row of rows) found.push(toContact(row));
    growth = rows.length === 0 ? growth * 4 : 1;
    start = stretch.to;
  }
  return found;
}

/**
 * Returns the newest `limit` contacts of a system with from ≤ ts (ms since 1970), oldest first, to fill a
 * gap.
 */
export async function newestContacts(pool: Reader, systemId: string, from: number, limit: number): Promise<Contact[]> {
  const found: Contact[] = [];
  let growth = 1;
  for (let end = never; found.length < limit;) {
    const stretch = await nextStretch(pool, systemId, Math.max(from, 0), end, (limit - found.length) * growth, 'desc');
    if (stretch === null) break;
    const { rows } = await pool.query<Row>(
      `select ${contactColumns} from contacts where ${within} order by ts desc, rx_id, ant, freq_hz, code, power, n limit $4`,
      [systemId, new Date(stretch.from), new Date(stretch.to), limit - found.length],
    );
    for (const row of rows) found.push(toContact(row));
    growth = rows.length === 0 ? growth * 4 : 1;
    end = stretch.from;
  }
  return found.reverse();
}

/** A span of time whose contacts one statement reads: from ≤ ts < to, in ms. */
type Stretch = { from: number; to: number };

/**
 * Returns the first stretch between two times (with 'desc': the last) that has about `wanted` contacts
 * according to the rollup and no more partitions than one statement may read. Returns null if there is none.
 * The rollup also counts contacts of dropped days.
 */
export async function nextStretch(
  pool: Reader,
  systemId: string,
  from: number,
  to: number,
  wanted: number,
  order: 'asc' | 'desc',
): Promise<Stretch | null> {
  if (from >= to) return null;
  const { rows } = await pool.query<{ hour: Date; count: number }>({
    name: `hours-of-contacts-${order}`,
    text: `select hour, count from contacts_hourly
      where system_id = $1 and hour > $2::timestamptz - interval '1 hour' and hour >= coalesce(${contactsFloor('$1')}, '-infinity')
        and hour < $3 order by hour ${order} limit ${maxHours}`,
    values: [systemId, new Date(from), new Date(to)],
  });
  const begin = rows[0]?.hour.getTime();
  if (begin === undefined) return null;
  let end = begin;
  let held = 0;
  for (const { hour, count } of rows) {
    const isOther = hour.getTime() !== end;
    if (isOther && (held >= wanted || Math.abs(hour.getTime() - begin) >= longestMs)) break;
    end = hour.getTime();
    held += count;
  }
  const [first, last] = order === 'asc' ? [begin, end] : [end, begin];
  return { from: Math.max(from, first), to: Math.min(to, last + hourMs) };
}

function toContact(row: Row): Contact {
  const { ts, rx_id: rxId, freq_hz, code, power, ant, type, n } = row;
  const contact = { rxId, ant, freq: freq_hz / 1_000_000, code, type, power, ts: ts.getTime() };
  return n === 0 ? contact : { ...contact, n };
}

const start = { touched: '0', rxId: 0, hour: 0 };

/**
 * Returns up to `most` hours that got contacts after `mark` (null: from the beginning), each with its own
 * mark, in the order in which they were touched (STO-14). Holds an hour back while an older transaction is
 * running, so that a late commit is not missed. Returns an hour again only if it was touched again. After a
 * new epoch, it returns all hours.
 */
export async function touchedSince(pool: Pool, systemId: string, mark: TouchedMark | null, most: number): Promise<TouchedMark[]> {
  const { rows: found } = await pool.query<{ epoch: string }>('select epoch from system_revisions where system_id = $1', [
    systemId,
  ]);
  const epoch = found[0]?.epoch ?? '';
  await repairTouchedHours(pool, systemId);
  const from = mark?.epoch === epoch ? mark : start;
  const { rows } = await pool.query<{ touched: string; rx_id: number; hour: Date }>(
    `select touched::text, rx_id, hour from touched_hours
      where system_id = $1 and (touched, rx_id, hour) > ($2::xid8, $3::integer, $4::timestamptz)
        and touched < pg_snapshot_xmin(pg_current_snapshot())
      order by touched_hours.touched, rx_id, hour limit $5`,
    [systemId, from.touched, from.rxId, new Date(from.hour), most],
  );
  return rows.map(({ touched, rx_id: rxId, hour }) => ({ touched, rxId, hour: hour.getTime(), epoch }));
}

/** Calls `repairTouchedHours` for every system. */
export async function repairAllTouchedHours({ db, pool }: Pick<Database, 'db' | 'pool'>, signal?: AbortSignal): Promise<void> {
  for (const { id } of await db.selectFrom('systems').select('id').execute()) {
    signal?.throwIfAborted();
    await repairTouchedHours(pool, id);
  }
}

/**
 * Repairs touched hours whose transaction id lies in the future, as after restoring a dump on a younger
 * server: `touchedSince` would hold them back for long. They get the present id. Locks them in the same order
 * as writers.
 */
async function repairTouchedHours(pool: Pool, systemId: string): Promise<void> {
  await pool.query(
    `with held as materialized (
      select rx_id, hour from touched_hours where system_id = $1 and touched >= pg_snapshot_xmax(pg_current_snapshot())
      order by rx_id, hour for no key update
    )
    update touched_hours as kept set touched = pg_current_xact_id()
      from held where kept.system_id = $1 and kept.rx_id = held.rx_id and kept.hour = held.hour`,
    [systemId],
  );
}
