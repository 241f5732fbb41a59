import { sql } from 'kysely';
import type { Db } from '../database.ts';

type Place = Db & { systemId: string };

/**
 * A receiver's place, in the form in which a change keeps it (RX-39). Times are PostgreSQL's text, to the
 * microsecond; null means unbounded.
 */
export type KeptPlace = {
  since: string | null;
  until: string | null;
  latitude: number | null;
  longitude: number | null;
  site_id: number | null;
  site_alias: string | null;
};

/** The part of a receiver's places that a change concerns: its coordinates, its site, or both. */
export type PlaceTrack = 'coordinates' | 'site' | 'both';

/** Returns the places of a receiver, the earliest first. */
export async function keptPlaces({ db }: Place, rxId: number): Promise<KeptPlace[]> {
  const { rows } = await sql<{ place: KeptPlace }>`
    select jsonb_build_object('since', since, 'until', until, 'latitude', latitude, 'longitude', longitude,
      'site_id', site_id, 'site_alias', site_alias) as place
    from receiver_locations where rx_id = ${rxId} order by until`.execute(db);
  return rows.map(({ place }) => place);
}

/**
 * Restores a receiver's earlier places (RX-40): their coordinates, sites or both, as `track` says. The other
 * part keeps its present values and their times. Sites get their present names.
 */
export async function restorePlaces(place: Place, rxId: number, track: PlaceTrack, were: readonly KeptPlace[]): Promise<void> {
  const { db, systemId } = place;
  const are = await keptPlaces(place, rxId);
  await sql`delete from receiver_locations where rx_id = ${rxId}`.execute(db);
  const stood = sql.raw(track === 'site' ? 'present' : 'was');
  const belonged = sql.raw(track === 'coordinates' ? 'present' : 'was');
  const columns = sql`(since timestamptz, until timestamptz, latitude double precision, longitude double precision,
    site_id integer, site_alias text)`;
  await sql`
    with present as (select * from jsonb_to_recordset(${JSON.stringify(are)}::jsonb) as one ${columns}),
    was as (select * from jsonb_to_recordset(${JSON.stringify(were)}::jsonb) as one ${columns}),
    joined as (
      select tstzrange(present.since, present.until) * tstzrange(was.since, was.until) as span,
        ${stood}.latitude, ${stood}.longitude, ${belonged}.site_id, ${belonged}.site_alias
      from present cross join was
    )
    insert into receiver_locations (system_id, rx_id, since, until, latitude, longitude, site_id, site_alias)
    select ${systemId}, ${rxId}, lower(span), upper(span), latitude, longitude, site_id,
      coalesce((select site_alias from present where present.site_id = joined.site_id limit 1), site_alias)
    from joined where not isempty(span) order by lower(span) nulls first`.execute(db);
  await sql`select join_places(${rxId})`.execute(db);
}

/** Moves a retired receiver back to its last site, if that site still exists. */
export async function returnToSite({ db, systemId }: Place, rxId: number): Promise<void> {
  await sql`
    update receivers set site_id = sites.id from receiver_locations as present, sites
    where receivers.system_id = ${systemId} and receivers.id = ${rxId} and retired_at is not null and receivers.site_id is null
      and present.rx_id = receivers.id and present.until is null and sites.id = present.site_id`.execute(db);
}
