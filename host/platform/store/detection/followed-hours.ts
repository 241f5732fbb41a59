import { sql } from 'kysely';
import type { TouchedMark } from '../contacts/contacts-query.ts';
import type { Db } from '../database.ts';

/** Up to where a system is followed, for who holds it; `pass` is another one after each. */
export type Followed = { pass: number; mark: TouchedMark | null; tags: string; clearedAt: number };

/**
 * How far the detections of a system are, held to the end of the transaction; undefined while another host
 * follows it.
 */
export async function holdFollowed({ db }: Db, systemId: string): Promise<Followed | undefined> {
  await sql`insert into followed_detections (system_id) values (${systemId}) on conflict do nothing`.execute(db);
  const { rows } = await sql<Omit<Followed, 'clearedAt'> & { cleared_at: Date }>`
    select pass::integer, mark, tags, cleared_at from followed_detections where system_id = ${systemId} for update skip locked`.execute(
    db,
  );
  return rows.map(({ cleared_at, ...followed }) => ({ ...followed, clearedAt: cleared_at.getTime() }))[0];
}

/** Keeps how far a system is followed. */
export async function keepFollowed({ db }: Db, systemId: string, { pass, mark, tags, clearedAt }: Followed): Promise<void> {
  await sql`
    update followed_detections set pass = ${pass}, mark = ${JSON.stringify(mark)}::jsonb, tags = ${tags},
      cleared_at = ${new Date(clearedAt)}
    where system_id = ${systemId}`.execute(db);
}

/** An hour that was followed: by which settings, and the state of the algorithm at its end. */
export type FollowedHour = { hour: number; version: number; endState: string };
type HourRow = { hour: Date; config_version: number; end_state: string };

const hourOf = ({ hour, config_version, end_state }: HourRow): FollowedHour => ({
  hour: hour.getTime(),
  version: config_version,
  endState: end_state,
});

/** The hour of a receiver that was followed last before one, that one, and the next after it. */
export async function hoursAround({ db }: Db, systemId: string, rxId: number, hour: number) {
  const its = sql`system_id = ${systemId} and rx_id = ${rxId}`;
  const { rows } = await sql<HourRow>`
    (select hour, config_version, end_state from detection_hours where ${its} and hour < ${new Date(hour)} order by hour desc limit 1)
    union all
    (select hour, config_version, end_state from detection_hours where ${its} and hour >= ${new Date(hour)} order by hour limit 2)`.execute(
    db,
  );
  const around = rows.map(hourOf);
  return {
    before: around.find((each) => each.hour < hour) ?? null,
    own: around.find((each) => each.hour === hour) ?? null,
    after: around.find((each) => each.hour > hour) ?? null,
  };
}

/** Keeps an hour that was followed. */
export async function keepHour(
  { db }: Db,
  systemId: string,
  rxId: number,
  { hour, version, endState }: FollowedHour,
): Promise<void> {
  await sql`
    insert into detection_hours (system_id, rx_id, hour, config_version, end_state)
    values (${systemId}, ${rxId}, ${new Date(hour)}, ${version}, ${endState})
    on conflict (system_id, rx_id, hour) do update set config_version = excluded.config_version, end_state = excluded.end_state`.execute(
    db,
  );
}

/** A contact as it is matched; frequency in kHz. */
export type MatchedContact = { ant: number; ts: number; khz: number; code: number; type: number; power: number };

/** By which codes contacts are looked for, and of which type where they have none. */
export type SoughtCodes = { codes: readonly number[]; beeper: number | null };

const sought = ({ codes, beeper }: SoughtCodes) => sql`(type = ${beeper} or code = any(${codes}::integer[]))`;
const contactsAsJson = sql`coalesce(
  json_agg(json_build_array(ant, (extract(epoch from ts) * 1000)::bigint, freq_hz, code, type, power) order by ts), '[]')`;

type JsonContact = [ant: number, ts: number, hz: number, code: number, type: number, power: number];

function contactOf([ant, ts, hz, code, type, power]: JsonContact): MatchedContact {
  return { ant, ts, khz: hz / 1_000, code, type, power };
}

/** What a receiver heard of some codes, of an hour after a time, and how many contacts there are. */
export type HeardHour = {
  contacts: MatchedContact[];
  /** Of the whole hour. */
  counted: number;
  /** Of what comes after `after`, of whatever code. */
  since: number;
};

/**
 * What a receiver heard in an hour after a time (ms), of some codes and of beepers, oldest first, and how
 * many
 * contacts of the hour there are: all by one look, so that what was stored late is noticed by the numbers.
 */
export async function heardAfter(
  { db }: Db,
  systemId: string,
  { rxId, hour, after, ...codes }: { rxId: number; hour: number; after: number } & SoughtCodes,
): Promise<HeardHour> {
  const [from, to] = [new Date(after), new Date(hour + 3_600_000)];
  const within = sql`system_id = ${systemId} and rx_id = ${rxId} and ts > ${from} and ts < ${to}`;
  const { rows } = await sql<{ counted: number; since: number; contacts: JsonContact[] }>`
    select
      (select coalesce(sum(count), 0)::integer from contacts_hourly
        where system_id = ${systemId} and rx_id = ${rxId} and hour = ${new Date(hour)}) as counted,
      (select count(*)::integer from contacts where ${within}) as since,
      (select ${contactsAsJson} from contacts where ${within} and ${sought(codes)}) as contacts`.execute(db);
  const { counted = 0, since = 0, contacts = [] } = rows[0] ?? {};
  return { counted, since, contacts: contacts.map(contactOf) };
}

/** The same of a stretch of time (from ≤ ts < to, ms), without numbers. */
export async function heardBetween(
  { db }: Db,
  systemId: string,
  { rxId, from, to, ...codes }: { rxId: number; from: number; to: number } & SoughtCodes,
): Promise<MatchedContact[]> {
  const { rows } = await sql<{ contacts: JsonContact[] }>`
    select ${contactsAsJson} as contacts from contacts
    where system_id = ${systemId} and rx_id = ${rxId} and ts >= ${new Date(from)} and ts < ${new Date(to)} and ${sought(codes)}`.execute(
    db,
  );
  return (rows[0]?.contacts ?? []).map(contactOf);
}

/** The receivers that heard anything in some time (ms). */
export async function receiversHeard({ db }: Db, systemId: string, [from, to]: readonly [number, number]): Promise<number[]> {
  const { rows } = await sql<{ rx_id: number }>`
    select distinct rx_id from contacts_hourly
    where system_id = ${systemId} and hour >= ${new Date(from)} and hour < ${new Date(to)} order by rx_id`.execute(db);
  return rows.map((row) => row.rx_id);
}

/** What tells one state of a system's tags from another. */
export async function tagsMark({ db }: Db, systemId: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select count(*) || ' ' || coalesce(max(rev), 0) as mark from tags where system_id = ${systemId}`.execute(db);
  return rows[0]?.mark ?? '';
}
