import { sql } from 'kysely';
import { hourMs } from '#model/detection/settings-hours.ts';
import { type Doubt, doubtOf, partWorn, type Stretch } from '#model/visits/stretches.ts';
import {
  changedVisits,
  decidingSpan,
  type HeardAt,
  type SiteVisit,
  type TimeSpan,
  unitedSpans,
  visitKey,
} from '#model/visits/visits.ts';
import type { Db } from '../database.ts';

/**
 * A stretch as a detection stores it: first and last hit in ms since the begin of the hour, hits, highest
 * power (dBm), and the index of its doubt.
 */
export type StoredStretch = [from: number, to: number, hits: number, maxPower: number, doubt: number];

const doubts: readonly (Doubt | null)[] = [null, 'single', 'ambiguous'];

/** Returns a stretch as a detection stores it. */
export function storedStretch(hour: number, { from, to, hits, maxPower, doubt }: Omit<Stretch, 'rxId' | 'ant'>): StoredStretch {
  return [from - hour, to - hour, hits, maxPower, doubts.indexOf(doubt)];
}

type DetectionStretches = {
  rx_id: number;
  ant: number;
  hour: Date;
  hits: number;
  max_power: number;
  first_ts: Date;
  last_ts: Date;
  has_gaps: boolean;
  is_ambiguous: boolean;
  stretches: StoredStretch[] | null;
};

/** Returns the stretches of a detection; the whole detection if it has one only. */
function stretchesOf(row: DetectionStretches): Stretch[] {
  const { rx_id: rxId, ant, stretches } = row;
  const hour = row.hour.getTime();
  if (stretches !== null)
    return stretches.map(([from, to, hits, maxPower, doubt]) => ({
      rxId,
      ant,
      from: hour + from,
      to: hour + to,
      hits,
      maxPower,
      doubt: doubts[doubt] ?? null,
    }));
  const doubt = doubtOf({ gaps: row.has_gaps ? 1 : 0, isAmbiguous: row.is_ambiguous });
  return [{ rxId, ant, from: row.first_ts.getTime(), to: row.last_ts.getTime(), hits: row.hits, maxPower: row.max_power, doubt }];
}

/** A tag's transmitter, and when its animal wore it. */
type WornTag = { id: number; transmitterId: number; from: number; to: number };

const ms = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : time < 0 ? '-infinity' : 'infinity');

/** Returns the stretches of a tag, worn by its animal, that overlap a span; in order of hours. */
export async function wornStretches({ db }: Db, systemId: string, tag: WornTag, span: TimeSpan): Promise<Stretch[]> {
  const [from, to] = [Math.max(span.from, tag.from), Math.min(span.to, tag.to)];
  if (from > to) return [];
  const { rows } = await sql<DetectionStretches>`
    select rx_id, ant, hour, hits, max_power, first_ts, last_ts, mean_interval_ms is not null as has_gaps, is_ambiguous, stretches
    from detections
    where system_id = ${systemId} and transmitter_id = ${tag.transmitterId}
      and last_ts >= ${ms(from)}::timestamptz and last_ts <= ${ms(to + hourMs)}::timestamptz and first_ts <= ${ms(to)}::timestamptz
    order by hour, rx_id, ant`.execute(db);
  return rows.flatMap(stretchesOf).flatMap((stretch) => {
    const part = partWorn(stretch, tag);
    return part === null || part.to < from || part.from > to ? [] : [part];
  });
}

/** Where receivers stood, by receiver, earliest first. Times are in ms; a place without end lasts. */
export type ReceiverPlaces = ReadonlyMap<number, readonly ReceiverPlace[]>;
type ReceiverPlace = {
  since: number;
  siteId: number | null;
  site: string | null;
  receiver: string;
  latitude: number | null;
  longitude: number | null;
};

/** Returns where a system's receivers stood over time, retired ones included. */
export async function receiverPlaces({ db }: Db, systemId: string, rxIds: readonly number[] | null): Promise<ReceiverPlaces> {
  const rows = await db
    .selectFrom('receiver_locations as location')
    .leftJoin('sites', 'sites.id', 'location.site_id')
    .leftJoin('receivers', 'receivers.id', 'location.rx_id')
    .select(['location.rx_id', 'location.since', 'location.site_id', 'location.latitude', 'location.longitude'])
    .select((eb) => eb.fn.coalesce('sites.alias', 'location.site_alias').as('site'))
    .select('receivers.alias as receiver')
    .where('location.system_id', '=', systemId)
    .$if(rxIds !== null, (query) => query.where('location.rx_id', 'in', rxIds?.length ? [...rxIds] : [-1]))
    .orderBy('location.rx_id')
    .orderBy(sql`location.since asc nulls first`)
    .execute();
  const places = rows.map((row) => ({
    rxId: row.rx_id,
    since: row.since?.getTime() ?? -Infinity,
    siteId: row.site_id,
    site: row.site,
    receiver: row.receiver ?? `Receiver ${row.rx_id}`,
    latitude: row.latitude,
    longitude: row.longitude,
  }));
  return Map.groupBy(places, ({ rxId }) => rxId);
}

/** Returns where a receiver stood at a time (ms); undefined if that is not known. */
export function placeAt(places: ReceiverPlaces, rxId: number, ts: number): ReceiverPlace | undefined {
  const its = places.get(rxId);
  return its?.findLast(({ since }) => since <= ts) ?? its?.[0];
}

const heardAt = (places: ReceiverPlaces, { rxId, from }: Stretch): HeardAt => ({
  rxId,
  siteId: placeAt(places, rxId, from)?.siteId ?? null,
});

type VisitRow = {
  site_id: number | null;
  own_rx_id: number | null;
  arrived_at: Date;
  left_at: Date;
  first_rx_id: number;
  last_rx_id: number;
};

const siteVisit = (row: VisitRow): SiteVisit => ({
  siteId: row.site_id,
  ownRxId: row.own_rx_id,
  arrived: row.arrived_at.getTime(),
  left: row.left_at.getTime(),
  firstRxId: row.first_rx_id,
  lastRxId: row.last_rx_id,
});

/** Returns the stored visits of a tag that touch a span (ms), in order of arrival. */
export async function storedVisits({ db }: Db, tagId: number, { from, to }: TimeSpan): Promise<SiteVisit[]> {
  const { rows } = await sql<VisitRow>`
    select site_id, own_rx_id, arrived_at, left_at, first_rx_id, last_rx_id from visits
    where tag_id = ${tagId} and left_at >= ${ms(from)}::timestamptz and arrived_at <= ${ms(to)}::timestamptz
    order by arrived_at, site_id, own_rx_id`.execute(db);
  return rows.map(siteVisit);
}

/** Hours (ms) whose detections of a transmitter changed, by transmitter. */
export type ChangedHours = ReadonlyMap<number, ReadonlySet<number>>;

/** The longest gap inside a visit, in ms. */
export const visitGapMs = hourMs;

/**
 * Updates the visits of a system after detections changed in some hours, and those that wait (VISIT-4): at most
 * `limit` of them, or all (null). The caller holds the system's progress. Returns the ids of the tags that it looked at, and
 * whether more wait.
 */
export async function settleVisits(
  within: Db,
  systemId: string,
  changed: ChangedHours,
  limit: number | null,
): Promise<{ tagIds: number[]; isMore: boolean }> {
  const { db } = within;
  const spans = new Map<number, TimeSpan[]>();
  const add = (tagId: number, span: TimeSpan): void => void spans.set(tagId, [...(spans.get(tagId) ?? []), span]);
  const due = await takeDue(within, systemId, limit);
  for (const { tagId, ...span } of due) add(tagId, span);
  const tags = await wornTags(within, systemId, { transmitterIds: [...changed.keys()], tagIds: [...spans.keys()] });
  for (const { id, transmitterId } of tags)
    for (const hour of changed.get(transmitterId) ?? []) add(id, { from: hour, to: hour + hourMs - 1 });
  const places = tags.length === 0 ? new Map() : await receiverPlaces(within, systemId, null);
  for (const tag of tags)
    for (const span of unitedSpans(spans.get(tag.id) ?? [], 4 * visitGapMs))
      await settleSpan(within, systemId, tag, span, places);
  const left = await sql<{ left: boolean }>`select exists (select from visits_due where system_id = ${systemId}) as left`.execute(
    db,
  );
  return { tagIds: tags.map(({ id }) => id), isMore: left.rows[0]?.left === true };
}

async function settleSpan(within: Db, systemId: string, tag: WornTag, span: TimeSpan, places: ReceiverPlaces): Promise<void> {
  const gapMs = visitGapMs;
  const before = await storedVisits(within, tag.id, { from: span.from - gapMs, to: span.to + gapMs });
  const stretches = await wornStretches(within, systemId, tag, decidingSpan(span, gapMs));
  const placed = stretches.filter(({ doubt }) => doubt === null).map((each) => ({ ...each, ...heardAt(places, each) }));
  const now = changedVisits(structuredClone(before), placed, span, gapMs);
  await replaceVisits(within, systemId, tag.id, before, now);
}

const visitId = (visit: SiteVisit): string => `${visitKey(visit)} ${visit.arrived}`;

/** Replaces visits of a tag, and writes only rows that differ: most passes move the end of one visit. */
async function replaceVisits(
  { db }: Db,
  systemId: string,
  tagId: number,
  before: readonly SiteVisit[],
  now: readonly SiteVisit[],
): Promise<void> {
  const textOf = (visit: SiteVisit): string => `${visitId(visit)} ${visit.left} ${visit.firstRxId} ${visit.lastRxId}`;
  const [kept, ids] = [new Set(before.map(textOf)), new Set(now.map(visitId))];
  const gone = before.filter((visit) => !ids.has(visitId(visit)));
  const written = now.filter((visit) => !kept.has(textOf(visit)));
  const arrivals = (visits: readonly SiteVisit[]) => visits.map(({ arrived }) => ms(arrived));
  if (gone.length > 0)
    await sql`
      delete from visits using unnest(${arrivals(gone)}::timestamptz[], ${gone.map(({ siteId }) => siteId)}::integer[],
        ${gone.map(({ ownRxId }) => ownRxId)}::integer[]) as gone (arrived_at, site_id, own_rx_id)
      where tag_id = ${tagId} and visits.arrived_at = gone.arrived_at and visits.site_id is not distinct from gone.site_id
        and visits.own_rx_id is not distinct from gone.own_rx_id`.execute(db);
  if (written.length > 0)
    await sql`
      insert into visits (system_id, tag_id, arrived_at, left_at, site_id, own_rx_id, first_rx_id, last_rx_id)
      select ${systemId}, ${tagId}, each.* from unnest(${arrivals(written)}::timestamptz[],
        ${written.map(({ left }) => ms(left))}::timestamptz[], ${written.map(({ siteId }) => siteId)}::integer[],
        ${written.map(({ ownRxId }) => ownRxId)}::integer[], ${written.map(({ firstRxId }) => firstRxId)}::integer[],
        ${written.map(({ lastRxId }) => lastRxId)}::integer[]) as each
      on conflict (tag_id, arrived_at, coalesce(site_id, 0), coalesce(own_rx_id, 0)) do update
        set left_at = excluded.left_at, first_rx_id = excluded.first_rx_id, last_rx_id = excluded.last_rx_id`.execute(db);
}

/** Returns a tag's transmitter, and when it was worn; undefined if the system has no such tag. */
export async function wornTag(within: Db, systemId: string, tagId: number): Promise<WornTag | undefined> {
  const [tag] = await wornTags(within, systemId, { transmitterIds: [], tagIds: [tagId] });
  return tag;
}

/** Returns the tags with some ids, and those with some transmitters, with the times when they were worn. */
async function wornTags(
  { db }: Db,
  systemId: string,
  { transmitterIds, tagIds }: { transmitterIds: readonly number[]; tagIds: readonly number[] },
): Promise<WornTag[]> {
  if (transmitterIds.length + tagIds.length === 0) return [];
  const { rows } = await sql<{ id: number; transmitter_id: number; release_time: Date | null; retrieve_time: Date | null }>`
    select id, transmitter_id, release_time, retrieve_time from tags where system_id = ${systemId}
      and (transmitter_id = any(${transmitterIds}::integer[]) or id = any(${tagIds}::integer[])) order by id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    transmitterId: row.transmitter_id,
    from: row.release_time?.getTime() ?? -Infinity,
    to: row.retrieve_time?.getTime() ?? Infinity,
  }));
}

/**
 * Removes and returns what visits wait for, with the tags that a moved receiver heard; at most `limit` rows
 * of the table.
 */
async function takeDue({ db }: Db, systemId: string, limit: number | null): Promise<({ tagId: number } & TimeSpan)[]> {
  const { rows } = await sql<{ tag_id: number; since: number; until: number }>`
    with taken as (
      delete from visits_due where ctid in (
        select ctid from visits_due where system_id = ${systemId} order by tag_id, rx_id limit ${limit}) returning *)
    select tag_id, extract(epoch from since)::float8 * 1000 as since, extract(epoch from until)::float8 * 1000 as until
    from taken where tag_id is not null
    union all
    select distinct tags.id, extract(epoch from taken.since)::float8 * 1000, extract(epoch from taken.until)::float8 * 1000
    from taken join detections on detections.system_id = ${systemId} and detections.rx_id = taken.rx_id
      and hour > taken.since - interval '1 hour' and hour <= taken.until
    join tags on tags.system_id = ${systemId} and tags.transmitter_id = detections.transmitter_id`.execute(db);
  return rows.map(({ tag_id: tagId, since, until }) => ({ tagId, from: hourStart(since), to: hourStart(until) + hourMs - 1 }));
}

/** Returns the begin of the hour (ms), because stretches belong to hours. */
const hourStart = (ts: number): number => Math.floor(ts / hourMs) * hourMs;
