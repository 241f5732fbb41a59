import type { Pool } from 'pg';
import type { Contact } from '../../src/model/entities/contact.ts';

type Row = { ts: Date; rx_id: number; freq_hz: number; code: number; power: number; ant: number; type: number; n: number };

const columns = 'ts, rx_id, freq_hz, code, power, ant, type, n';
/** The rollup names the receivers that were heard, and the identity's index leads to each one's stretch of time. */
const within = `system_id = $1 and ts >= $2 and ts < $3 and rx_id = any(array(
  select distinct rx_id from contacts_hourly where system_id = $1 and hour > $2::timestamptz - interval '1 hour' and hour < $3))`;

/**
 * The contacts of one system with from ≤ ts < to (ms since the epoch), oldest first: the earliest `limit` of them. The
 * last instant is never cut in two, so a caller goes on with `from` = last ts + 1 and misses nothing.
 */
export async function contactsBetween(pool: Pool, systemId: string, from: number, to: number, limit: number): Promise<Contact[]> {
  const { rows } = await pool.query<Row>({
    name: 'contacts-between',
    text: `select ${columns} from contacts where ${within} order by ts fetch first $4 rows with ties`,
    values: [systemId, new Date(from), new Date(to), limit],
  });
  return rows.map(toContact);
}

/** The newest `limit` contacts of one system with from ≤ ts (ms since the epoch), oldest first: what fills a gap. */
export async function newestContacts(pool: Pool, systemId: string, from: number, limit: number): Promise<Contact[]> {
  const { rows } = await pool.query<Row>({
    name: 'newest-contacts',
    text: `select ${columns} from contacts where ${within} order by ts desc, rx_id, ant, freq_hz, code, power, n limit $4`,
    values: [systemId, new Date(from), 'infinity', limit],
  });
  return rows.toReversed().map(toContact);
}

/** The first and last contact of a system (ms since the epoch), or null where there is none. */
export async function contactSpan(pool: Pool, systemId: string): Promise<{ first: number; last: number } | null> {
  // The rollup names the hours; only these are searched for the instants.
  const { rows } = await pool.query<{ first: Date | null; last: Date | null }>({
    name: 'contact-span',
    text: `with hours as (select min(hour) as first, max(hour) as last from contacts_hourly where system_id = $1)
      select (select min(ts) from contacts, hours where system_id = $1 and ts >= hours.first and ts < hours.first + interval '1 hour') as first,
        (select max(ts) from contacts, hours where system_id = $1 and ts >= hours.last and ts < hours.last + interval '1 hour') as last`,
    values: [systemId],
  });
  const span = rows[0];
  return span?.first && span.last ? { first: span.first.getTime(), last: span.last.getTime() } : null;
}

function toContact(row: Row): Contact {
  const { ts, rx_id: rxId, freq_hz, code, power, ant, type, n } = row;
  const contact = { rxId, ant, freq: freq_hz / 1_000_000, code, type, power, ts: ts.getTime() };
  return n === 0 ? contact : { ...contact, n };
}
