import { type RawBuilder, sql } from 'kysely';
import type { TouchedMark } from '../schema-contacts.ts';
import type { Db } from '../database.ts';
import type { SoughtRow } from '../fleet/sought-transmitters.ts';
import { DeletedMeanwhile, isDeletedSql } from './deleted-contacts.ts';

/** An hour (ms) of a receiver that is to be followed. */
export type PendingHour = { rxId: number; hour: number };

/**
 * Up to where a system is followed, for who holds it: `pass` is another one after each, `pending` hours were
 * left for the next, `settings` and `tags` tell those of the last pass from others.
 */
export type Followed = {
  pass: number;
  mark: TouchedMark | null;
  pending: readonly PendingHour[];
  settings: string;
  tags: string;
};

/** The same, for who holds it; `isLeft` where hours are left beside them (hours-left.ts). */
export type HeldFollowed = Followed & { isLeft: boolean };

/**
 * How far the detections of a system are, held to the end of the transaction; undefined while another host
 * follows it.
 */
export async function holdFollowed(within: Db, systemId: string): Promise<HeldFollowed | undefined> {
  return heldBy(within, systemId, sql`for update skip locked`);
}

/**
 * The same, once nobody else follows it any more.
 * @throws Error where there is no such system.
 */
export async function waitForFollowed(within: Db, systemId: string): Promise<HeldFollowed> {
  const followed = await heldBy(within, systemId, sql`for update`);
  if (followed === undefined) throw new Error(`There is no system ${systemId}`);
  return followed;
}

async function heldBy({ db }: Db, systemId: string, how: RawBuilder<unknown>): Promise<HeldFollowed | undefined> {
  await sql`insert into followed_detections (system_id) select id from systems where id = ${systemId} on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<Followed>`
    select pass::integer, mark, pending, settings, tags from followed_detections where system_id = ${systemId} ${how}`.execute(
    db,
  );
  if (rows[0] === undefined) return undefined;
  // By a look of its own: another host may have held it until now.
  const left = await sql<{ is_left: boolean }>`
    select exists (select from hours_left where system_id = ${systemId}) as is_left`.execute(db);
  return { ...rows[0], isLeft: left.rows[0]?.is_left === true };
}

/** Keeps how far a system is followed. */
export async function keepFollowed(
  { db }: Db,
  systemId: string,
  { pass, mark, pending, settings, tags }: Followed,
): Promise<void> {
  await sql`
    update followed_detections set pass = ${pass}, mark = ${JSON.stringify(mark)}::jsonb,
      pending = ${JSON.stringify(pending)}::jsonb, settings = ${settings}, tags = ${tags}
    where system_id = ${systemId}`.execute(db);
}

/**
 * An hour that was followed: by which settings and list of transmitters, and the algorithm's state at its
 * end.
 */
export type FollowedHour = { hour: number; version: number; senders: string; endState: string };
type HourRow = { hour: Date; config_version: number; senders: string; end_state: string };

const hourOf = ({ hour, config_version, senders, end_state }: HourRow): FollowedHour => ({
  hour: hour.getTime(),
  version: config_version,
  senders,
  endState: end_state,
});

/** The hour of a receiver that was followed last before one, that one, and the next after it. */
export async function hoursAround({ db }: Db, systemId: string, { rxId, hour }: PendingHour) {
  const its = sql`select hour, config_version, senders, end_state from detection_hours
    where system_id = ${systemId} and rx_id = ${rxId}`;
  const { rows } = await sql<HourRow>`
    (${its} and hour < ${new Date(hour)} order by hour desc limit 1)
    union all
    (${its} and hour >= ${new Date(hour)} order by hour limit 2)`.execute(db);
  const around = rows.map(hourOf);
  return {
    before: around.find((each) => each.hour < hour) ?? null,
    own: around.find((each) => each.hour === hour) ?? null,
    after: around.find((each) => each.hour > hour) ?? null,
  };
}

/** The hours from a time on that were followed. */
export async function hoursFrom({ db }: Db, systemId: string, from: number): Promise<PendingHour[]> {
  const { rows } = await sql<{ rx_id: number; hour: Date }>`
    select rx_id, hour from detection_hours where system_id = ${systemId} and hour >= ${new Date(from)}`.execute(db);
  return rows.map(({ rx_id: rxId, hour }) => ({ rxId, hour: hour.getTime() }));
}

/** Keeps an hour that was followed. */
export async function keepHour(
  { db }: Db,
  systemId: string,
  rxId: number,
  { hour, version, senders, endState }: FollowedHour,
): Promise<void> {
  await sql`
    insert into detection_hours (system_id, rx_id, hour, config_version, senders, end_state)
    values (${systemId}, ${rxId}, ${new Date(hour)}, ${version}, ${senders}, ${endState})
    on conflict (system_id, rx_id, hour) do update
      set config_version = excluded.config_version, senders = excluded.senders, end_state = excluded.end_state`.execute(db);
}

/** Keeps a list of transmitters by its mark: past hours are followed by theirs. */
export async function keepSenders({ db }: Db, systemId: string, mark: string, senders: readonly object[]): Promise<void> {
  await sql`
    insert into detection_senders (system_id, mark, senders) values (${systemId}, ${mark}, ${JSON.stringify(senders)}::json)
    on conflict do nothing`.execute(db);
}

/** The list of transmitters of a mark. @throws Error where it was never kept. */
export async function sendersOf({ db }: Db, systemId: string, mark: string): Promise<SoughtRow[]> {
  const { rows } = await sql<{ senders: SoughtRow[] }>`
    select senders from detection_senders where system_id = ${systemId} and mark = ${mark}`.execute(db);
  if (rows[0] === undefined) throw new Error(`The transmitters by which an hour of ${systemId} was followed are not kept`);
  return rows[0].senders;
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
  /** Of the last contact of the hour, of whatever code (ms); null where none comes after `after`. */
  lastTs: number | null;
};

/**
 * What a receiver heard in an hour after a time (ms), of some codes and of beepers, oldest first, and how
 * many contacts of the hour there are: all by one look, so that what was stored late is noticed by the
 * numbers.
 * @throws DeletedMeanwhile where the contacts of the hour are deleted, or are being.
 */
export async function heardAfter(
  { db }: Db,
  systemId: string,
  { rxId, hour, after, ...codes }: { rxId: number; hour: number; after: number } & SoughtCodes,
): Promise<HeardHour> {
  const [from, to] = [new Date(after), new Date(hour + 3_600_000)];
  const within = sql`system_id = ${systemId} and rx_id = ${rxId} and ts > ${from} and ts < ${to}`;
  const { rows } = await sql<{ counted: number; since: number; last: Date | null; contacts: JsonContact[]; is_deleted: boolean }>`
    select ${isDeletedSql(systemId, sql`${new Date(hour)}::timestamptz`)} as is_deleted,
      (select coalesce(sum(count), 0)::integer from contacts_hourly
        where system_id = ${systemId} and rx_id = ${rxId} and hour = ${new Date(hour)}) as counted,
      (select count(*)::integer from contacts where ${within}) as since,
      (select max(ts) from contacts where ${within}) as last,
      (select ${contactsAsJson} from contacts where ${within} and ${sought(codes)}) as contacts`.execute(db);
  const { counted = 0, since = 0, last = null, contacts = [], is_deleted: isDeleted = false } = rows[0] ?? {};
  if (isDeleted) throw new DeletedMeanwhile();
  return { counted, since, lastTs: last?.getTime() ?? null, contacts: contacts.map(contactOf) };
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

/** What tells one state of a system's tags from another, and of its settings and transmitters. */
const tagsMark = sql`(select count(*) || ' ' || coalesce(max(rev), 0) from tags where tags.system_id = systems.id)`;
const settingsMark = sql`(select max(version)::text from detection_configs where detection_configs.system_id = systems.id) || ' '
  || (select count(*) || ' ' || coalesce(max(rev), 0) from transmitters where transmitters.system_id = systems.id)`;

/** The newest version of the settings that the last pass knew; NaN before the first pass. */
export function versionSeen({ settings }: Pick<Followed, 'settings'>): number {
  return Number.parseInt(settings, 10);
}

/** How a system is set now, to be told from how it was. */
export async function marksOf({ db }: Db, systemId: string): Promise<Pick<Followed, 'settings' | 'tags'>> {
  const { rows } = await sql<Pick<Followed, 'settings' | 'tags'>>`
    select ${settingsMark} as settings, ${tagsMark} as tags from systems where id = ${systemId}`.execute(db);
  return rows[0] ?? { settings: '', tags: '' };
}

/** The systems of which something waits to be followed: most are quiet most of the time. */
export async function systemsToFollow({ db }: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select systems.id from systems
    left join followed_detections followed on followed.system_id = systems.id
    left join system_revisions revisions on revisions.system_id = systems.id
    where followed.system_id is null or followed.pending <> '[]'
      or exists (select from hours_left where hours_left.system_id = systems.id)
      or followed.settings is distinct from ${settingsMark} or followed.tags is distinct from ${tagsMark}
      or exists (
        select from touched_hours touched where touched.system_id = systems.id and (
          followed.mark ->> 'touched' is null or followed.mark ->> 'epoch' is distinct from coalesce(revisions.epoch, '')
          or (touched.touched, touched.rx_id, touched.hour) > ((followed.mark ->> 'touched')::xid8,
            (followed.mark ->> 'rxId')::integer, to_timestamp((followed.mark ->> 'hour')::float8 / 1000))))
    order by systems.id`.execute(db);
  return rows.map(({ id }) => id);
}
