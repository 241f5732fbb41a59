import { sql } from 'kysely';
import { hourMs } from '#model/detection/settings-hours.ts';
import { doubtOf, partWorn, readStretches, type RunStretch } from '#model/visits/stretches.ts';
import {
  changedVisits,
  decidingSpan,
  type StretchSite,
  type SiteVisit,
  type TimeSpan,
  unitedSpans,
  visitKey,
} from '#model/visits/visits.ts';
import type { Db } from '../database.ts';
import { holdProgress } from './followed-hours.ts';

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
  stretches: number[] | null;
};

/** Returns the stretches of a detection; the whole detection if it has one only. */
function stretchesOf(row: DetectionStretches): RunStretch[] {
  const { rx_id: rxId, ant, stretches } = row;
  if (stretches !== null) return readStretches({ rxId, ant, hour: row.hour.getTime() }, stretches);
  const doubt = doubtOf({ gaps: row.has_gaps ? 1 : 0, isAmbiguous: row.is_ambiguous });
  return [{ rxId, ant, from: row.first_ts.getTime(), to: row.last_ts.getTime(), hits: row.hits, maxPower: row.max_power, doubt }];
}

/** A tag's transmitter, and when its animal wore it. */
type WornTag = { id: number; transmitterId: number; from: number; to: number };

const ms = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : time < 0 ? '-infinity' : 'infinity');

/** A tag, and a span of time (ms) of interest. */
type TagSpan = { tag: WornTag; span: TimeSpan };

/** Returns the stretches of a tag, worn by its animal, that overlap a span; in order of hours. */
export async function wornStretches(within: Db, systemId: string, tag: WornTag, span: TimeSpan): Promise<RunStretch[]> {
  return (await stretchesOfTags(within, systemId, [{ tag, span }])).get(tag.id) ?? [];
}

/** Returns the stretches of several tags, worn by their animals, that overlap a span each. */
async function stretchesOfTags({ db }: Db, systemId: string, tags: readonly TagSpan[]): Promise<Map<number, RunStretch[]>> {
  const worn = tags.map(({ tag, span }) => ({ tag, from: Math.max(span.from, tag.from), to: Math.min(span.to, tag.to) }));
  const { rows } = await sql<DetectionStretches & { tag_id: number }>`
    select tag_id, rx_id, ant, hour, hits, max_power, first_ts, last_ts, mean_interval_ms is not null as has_gaps, is_ambiguous,
      stretches
    from unnest(${worn.map(({ tag }) => tag.id)}::integer[], ${worn.map(({ tag }) => tag.transmitterId)}::integer[],
      ${worn.map(({ from }) => ms(from))}::timestamptz[], ${worn.map(({ to }) => ms(to))}::timestamptz[]) as asked (tag_id, sender, since, until)
    cross join lateral (
      select * from detections where system_id = ${systemId} and transmitter_id = sender
        and last_ts >= since and last_ts <= until + interval '1 hour' and first_ts <= until) as heard
    order by tag_id, hour, rx_id, ant`.execute(db);
  const rowsOf = Map.groupBy(rows, (row) => row.tag_id);
  return new Map(
    worn.map(({ tag, from, to }) => {
      const parts = (rowsOf.get(tag.id) ?? []).flatMap(stretchesOf).flatMap((stretch) => partWorn(stretch, tag) ?? []);
      return [tag.id, parts.filter((part) => part.to >= from && part.from <= to)];
    }),
  );
}

/** Where receivers stood, by receiver, earliest first. Times are in ms; a place without end lasts. */
export type PlacesOverTime = ReadonlyMap<number, readonly PlaceInTime[]>;
type PlaceInTime = {
  since: number;
  siteId: number | null;
  site: string | null;
  receiver: string;
  latitude: number | null;
  longitude: number | null;
};

/** Returns where a system's receivers stood over time, retired ones included. */
export async function receiverPlaces({ db }: Db, systemId: string, rxIds: readonly number[] | null): Promise<PlacesOverTime> {
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
export function placeAt(places: PlacesOverTime, rxId: number, ts: number): PlaceInTime | undefined {
  const its = places.get(rxId);
  return its?.findLast(({ since }) => since <= ts) ?? its?.[0];
}

const heardAt = (places: PlacesOverTime, { rxId, from }: RunStretch): StretchSite => ({
  rxId,
  siteId: placeAt(places, rxId, from)?.siteId ?? null,
});

type VisitRow = {
  tag_id: number;
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
export async function storedVisits(within: Db, tagId: number, span: TimeSpan): Promise<SiteVisit[]> {
  return (await visitsOfTags(within, [{ tagId, span }])).get(tagId) ?? [];
}

async function visitsOfTags({ db }: Db, tags: readonly { tagId: number; span: TimeSpan }[]): Promise<Map<number, SiteVisit[]>> {
  const { rows } = await sql<VisitRow>`
    select visits.tag_id, site_id, own_rx_id, arrived_at, left_at, first_rx_id, last_rx_id
    from unnest(${tags.map(({ tagId }) => tagId)}::integer[], ${tags.map(({ span }) => ms(span.from))}::timestamptz[],
      ${tags.map(({ span }) => ms(span.to))}::timestamptz[]) as asked (tag_id, since, until)
    join visits on visits.tag_id = asked.tag_id and left_at >= since and arrived_at <= until
    order by visits.tag_id, arrived_at, site_id, own_rx_id`.execute(db);
  return new Map([...Map.groupBy(rows, (row) => row.tag_id)].map(([tagId, its]) => [tagId, its.map(siteVisit)]));
}

/** Hours (ms) whose detections of a transmitter changed, by transmitter. */
export type ChangedHours = ReadonlyMap<number, ReadonlySet<number>>;

/** The longest gap inside a visit, in ms. */
export const visitGapMs = hourMs;

/**
 * Updates the visits of a system after detections changed in some hours, and those that wait (VISIT-4): at
 * most `limit` of them, or all (null). The caller holds the system's progress. Returns the ids of the tags
 * that it looked at, and whether more wait.
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
  for (const some of batchesOf(tags, (tag) => unitedSpans(spans.get(tag.id) ?? [], 4 * visitGapMs)))
    await settleSpans(within, systemId, some, places);
  const left = await sql<{ left: boolean }>`select exists (select from visits_due where system_id = ${systemId}) as left`.execute(
    db,
  );
  return { tagIds: tags.map(({ id }) => id), isMore: left.rows[0]?.left === true };
}

/** The most tags of which visits are settled at once; a span without an end is settled by itself. */
const tagsAtOnce = 100;

/** Returns batches of tags with a span each. The spans of one tag are in different batches, in order. */
function batchesOf(tags: readonly WornTag[], spansOf: (tag: WornTag) => readonly TimeSpan[]): TagSpan[][] {
  const all = tags.flatMap((tag) => spansOf(tag).map((span, turn) => ({ tag, span, turn })));
  const batches: TagSpan[][] = [];
  for (const turn of Map.groupBy(all, (each) => each.turn).values()) {
    const isLong = ({ span }: TagSpan): boolean => !Number.isFinite(span.to - span.from);
    for (const each of turn.filter(isLong)) batches.push([each]);
    const short = turn.filter((each) => !isLong(each));
    for (let at = 0; at < short.length; at += tagsAtOnce) batches.push(short.slice(at, at + tagsAtOnce));
  }
  return batches;
}

async function settleSpans(within: Db, systemId: string, tags: readonly TagSpan[], places: PlacesOverTime): Promise<void> {
  const gapMs = visitGapMs;
  const touching = ({ from, to }: TimeSpan): TimeSpan => ({ from: from - gapMs, to: to + gapMs });
  const before = await visitsOfTags(
    within,
    tags.map(({ tag, span }) => ({ tagId: tag.id, span: touching(span) })),
  );
  const deciding = tags.map(({ tag, span }) => ({ tag, span: decidingSpan(span, gapMs) }));
  const stretches = await stretchesOfTags(within, systemId, deciding);
  const changes = tags.map(({ tag, span }) => {
    const placed = (stretches.get(tag.id) ?? [])
      .filter(({ doubt }) => doubt === null)
      .map((each) => ({ ...each, ...heardAt(places, each) }));
    const old = before.get(tag.id) ?? [];
    return { tagId: tag.id, before: old, now: changedVisits(structuredClone(old), placed, span, gapMs) };
  });
  await replaceVisits(within, systemId, changes);
}

type VisitChange = { tagId: number; before: readonly SiteVisit[]; now: readonly SiteVisit[] };

/** Replaces visits of tags, and writes only rows that differ: most passes move the end of a visit. */
async function replaceVisits({ db }: Db, systemId: string, changes: readonly VisitChange[]): Promise<void> {
  const idOf = (visit: SiteVisit): string => `${visitKey(visit)} ${visit.arrived}`;
  const textOf = (visit: SiteVisit): string => `${idOf(visit)} ${visit.left} ${visit.firstRxId} ${visit.lastRxId}`;
  const gone = changes.flatMap(({ tagId, before, now }) => {
    const ids = new Set(now.map(idOf));
    return before.filter((visit) => !ids.has(idOf(visit))).map((visit) => ({ tagId, ...visit }));
  });
  const written = changes.flatMap(({ tagId, before, now }) => {
    const kept = new Set(before.map(textOf));
    return now.filter((visit) => !kept.has(textOf(visit))).map((visit) => ({ tagId, ...visit }));
  });
  const keys = (visits: typeof gone) => sql`${visits.map(({ tagId }) => tagId)}::integer[],
    ${visits.map(({ arrived }) => ms(arrived))}::timestamptz[], ${visits.map(({ siteId }) => siteId)}::integer[],
    ${visits.map(({ ownRxId }) => ownRxId)}::integer[]`;
  if (gone.length > 0)
    await sql`
      delete from visits using unnest(${keys(gone)}) as gone (tag_id, arrived_at, site_id, own_rx_id)
      where visits.tag_id = gone.tag_id and visits.arrived_at = gone.arrived_at
        and visits.site_id is not distinct from gone.site_id and visits.own_rx_id is not distinct from gone.own_rx_id`.execute(
      db,
    );
  if (written.length > 0)
    await sql`
      insert into visits (system_id, tag_id, arrived_at, site_id, own_rx_id, left_at, first_rx_id, last_rx_id)
      select ${systemId}, each.* from unnest(${keys(written)}, ${written.map(({ left }) => ms(left))}::timestamptz[],
        ${written.map(({ firstRxId }) => firstRxId)}::integer[], ${written.map(({ lastRxId }) => lastRxId)}::integer[]) as each
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

/** The most visits that a change settles itself; the next pass settles more. */
const mostInChange = 1_000;

/**
 * Settles the visits that wait, in the transaction of the change that made them wait (VISIT-4). Leaves them
 * to the next pass if there are too many, or if a host is following the system right now.
 */
export async function settleInChange(within: Db, systemId: string): Promise<void> {
  if ((await holdProgress(within, systemId))?.hasVisitsDue !== true) return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from visits_due due join visits on visits.system_id = ${systemId} and (visits.tag_id = due.tag_id
        or (due.rx_id in (first_rx_id, last_rx_id) and left_at >= due.since and arrived_at <= due.until))
      where due.system_id = ${systemId} limit ${mostInChange + 1}) as concerned`.execute(within.db);
  if ((rows[0]?.count ?? 0) <= mostInChange) await settleVisits(within, systemId, new Map(), null);
}
