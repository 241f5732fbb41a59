import { sql } from 'kysely';
import type { HistoryTag, TagHistory } from '#model/contract/tag-history-calls.ts';
import { siteKey, visitKey } from '#model/visits/visits.ts';
import type { Db } from '../database.ts';
import { placeAt, receiverPlaces, type PlacesOverTime, storedVisits, visitGapMs, wornStretches, wornTag } from './visits.ts';

/** The most unconfirmed stretches in a reply; older ones are left out. */
const mostUnconfirmed = 5_000;

const allTime = { from: -Infinity, to: Infinity };

/** Returns where a tag of a system went (VISIT-5); undefined if there is no such tag. */
export async function tagHistory(db: Db, systemId: string, tagId: number): Promise<TagHistory | undefined> {
  const tag = await describedTag(db, systemId, tagId);
  const worn = await wornTag(db, systemId, tagId);
  if (tag === undefined || worn === undefined) return undefined;
  const stretches = await wornStretches(db, systemId, worn, allTime);
  const visits = await storedVisits(db, tagId, allTime);
  const rxIds = new Set([
    ...stretches.map(({ rxId }) => rxId),
    ...visits.flatMap(({ firstRxId, lastRxId }) => [firstRxId, lastRxId]),
  ]);
  const places = await receiverPlaces(db, systemId, [...rxIds]);
  const siteOf = (rxId: number, ts: number) => {
    const place = placeAt(places, rxId, ts);
    return { SiteId: place?.siteId ?? null, site: place?.site ?? receiverName(places, rxId, ts) };
  };
  const placed = stretches.map((each) => ({
    ...each,
    key: siteKey({ rxId: each.rxId, siteId: siteOf(each.rxId, each.from).SiteId }),
  }));
  const confirmed = Map.groupBy(
    placed.filter(({ doubt }) => doubt === null),
    ({ key }) => key,
  );
  const unconfirmed = placed.filter(({ doubt }) => doubt !== null);
  return {
    tag,
    gapMs: visitGapMs,
    isBehind: await isBehind(db, systemId),
    visits: visits.map((visit) => {
      const its = (confirmed.get(visitKey(visit)) ?? []).filter(({ from, to }) => from >= visit.arrived && to <= visit.left);
      return {
        ...siteOf(visit.ownRxId ?? visit.firstRxId, visit.arrived),
        arrived: visit.arrived,
        left: visit.left,
        hits: its.reduce((sum, { hits }) => sum + hits, 0),
        maxPower: its.length === 0 ? null : Math.max(...its.map(({ maxPower }) => maxPower)),
        first: hearing(places, visit.firstRxId, visit.arrived),
        last: hearing(places, visit.lastRxId, visit.left),
      };
    }),
    unconfirmed: unconfirmed.slice(-mostUnconfirmed).map(({ rxId, ant, from, to, hits, maxPower, doubt }) => ({
      ...siteOf(rxId, from),
      ReceiverId: rxId,
      receiver: receiverName(places, rxId, from),
      ant,
      from,
      to,
      hits,
      maxPower,
      isAmbiguous: doubt === 'ambiguous',
    })),
    leftOut: Math.max(0, unconfirmed.length - mostUnconfirmed),
  };
}

const receiverName = (places: PlacesOverTime, rxId: number, ts: number): string =>
  placeAt(places, rxId, ts)?.receiver ?? `Receiver ${rxId}`;

function hearing(places: PlacesOverTime, rxId: number, ts: number) {
  const { latitude = null, longitude = null } = placeAt(places, rxId, ts) ?? {};
  return { ReceiverId: rxId, receiver: receiverName(places, rxId, ts), latitude, longitude };
}

/** Returns whether visits of a system wait to be computed, or detections to be followed. */
async function isBehind({ db }: Db, systemId: string): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from visits_due where system_id = ${systemId})
      or exists (select from hours_left where system_id = ${systemId}) as behind`.execute(db);
  return rows[0]?.behind === true;
}

async function describedTag({ db }: Db, systemId: string, tagId: number): Promise<HistoryTag | undefined> {
  const row = await db
    .selectFrom('tags')
    .innerJoin('animals', 'animals.id', 'tags.animal_id')
    .innerJoin('transmitters', 'transmitters.id', 'tags.transmitter_id')
    .select(['tags.id', 'animals.id as animal_id', 'animals.alias', 'animals.species'])
    .select(['transmitters.id as transmitter_id', 'serial_number', 'frequency_hz', 'code_number', 'emit_interval_ms'])
    .select(['release_time', 'release_latitude', 'release_longitude', 'retrieve_time', 'retrieve_latitude', 'retrieve_longitude'])
    .where('tags.system_id', '=', systemId)
    .where('tags.id', '=', tagId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    animal: { id: row.animal_id, alias: row.alias, species: row.species },
    transmitter: {
      id: row.transmitter_id,
      serialNumber: row.serial_number,
      frequency: row.frequency_hz / 1e6,
      codeNumber: row.code_number,
      emitInterval: row.emit_interval_ms,
    },
    released: row.release_time?.getTime() ?? null,
    releasePlace: { latitude: row.release_latitude, longitude: row.release_longitude },
    retrieved: row.retrieve_time?.getTime() ?? null,
    retrievePlace: { latitude: row.retrieve_latitude, longitude: row.retrieve_longitude },
  };
}
