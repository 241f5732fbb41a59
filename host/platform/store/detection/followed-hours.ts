import { type RawBuilder, sql } from 'kysely';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { TouchedMark } from '../schema-contacts.ts';
import type { Db } from '../database.ts';
import type { TargetTransmitter } from '../fleet/target-transmitters.ts';
import { DeletedWhileFollowing, isDeletedSql } from './deleted-contacts.ts';

/** One hour (its start, ms) of one receiver. */
export type ReceiverHour = { rxId: number; hour: number };
export type ReceiverHourRow = { rx_id: number; hour: Date };

/** Converts a row to an hour of a receiver. */
export const receiverHour = ({ rx_id: rxId, hour }: ReceiverHourRow): ReceiverHour => ({ rxId, hour: hour.getTime() });

/**
 * How far a system is followed. Passes are numbered; `pending` hours wait for the next pass; `settings` and
 * `tags` are marks that show whether settings, transmitters or tags changed since the last pass.
 */
export type FollowProgress = {
  pass: number;
  mark: TouchedMark | null;
  pending: readonly ReceiverHour[];
  settings: string;
  tags: string;
};

/**
 * The progress, locked by a transaction. `hasDeferred`: further hours are deferred (deferred-hours.ts).
 * `hasVisitsDue`: visits wait to be computed again (VISIT-4).
 */
export type HeldProgress = FollowProgress & { hasDeferred: boolean; hasVisitsDue: boolean };

/**
 * Locks a system's progress until the transaction ends. Returns undefined if another host is following the
 * system.
 */
export async function holdProgress(within: Db, systemId: string): Promise<HeldProgress | undefined> {
  return lockProgress(within, systemId, sql`for update skip locked`);
}

/**
 * Locks a system's progress, after waiting for any host that is following the system.
 * @throws Error if there is no such system.
 */
export async function waitForProgress(within: Db, systemId: string): Promise<HeldProgress> {
  const progress = await lockProgress(within, systemId, sql`for update`);
  if (progress === undefined) throw new Error(`There is no system ${systemId}`);
  return progress;
}

async function lockProgress({ db }: Db, systemId: string, lock: RawBuilder<unknown>): Promise<HeldProgress | undefined> {
  await sql`insert into followed_detections (system_id) select id from systems where id = ${systemId} on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<FollowProgress>`
    select pass::integer, mark, pending, settings, tags from followed_detections where system_id = ${systemId} ${lock}`.execute(
    db,
  );
  if (rows[0] === undefined) return undefined;
  // Only a separate statement sees what the previous holder of the lock has committed.
  const waiting = await sql<{ hasDeferred: boolean; hasVisitsDue: boolean }>`
    select exists (select from hours_left where system_id = ${systemId}) as "hasDeferred",
      exists (select from visits_due where system_id = ${systemId}) as "hasVisitsDue"`.execute(db);
  return { ...rows[0], hasDeferred: false, hasVisitsDue: false, ...waiting.rows[0] };
}

/** Stores how far a system is followed. */
export async function storeProgress(
  { db }: Db,
  systemId: string,
  { pass, mark, pending, settings, tags }: FollowProgress,
): Promise<void> {
  await sql`
    update followed_detections set pass = ${pass}, mark = ${JSON.stringify(mark)}::jsonb,
      pending = ${JSON.stringify(pending)}::jsonb, settings = ${settings}, tags = ${tags}
    where system_id = ${systemId}`.execute(db);
}

/** The settings (by version) and the list of transmitters (by its mark) that apply to an hour (DET-15). */
export type InForce = { version: number; listMark: string };

/** A followed hour: the settings and transmitters that applied, and the algorithm's state at its end. */
export type FollowedHour = InForce & { hour: number; endState: string };
type HourRow = { hour: Date; config_version: number; senders: string; end_state: string };

const followedHour = ({ hour, config_version, senders, end_state }: HourRow): FollowedHour => ({
  hour: hour.getTime(),
  version: config_version,
  listMark: senders,
  endState: end_state,
});

/**
 * Returns three followed hours of a receiver: the last one before an hour, the hour itself, and the next one
 * after it; null for each that does not exist.
 */
export async function hoursAround({ db }: Db, systemId: string, { rxId, hour }: ReceiverHour) {
  const its = sql`select hour, config_version, senders, end_state from detection_hours
    where system_id = ${systemId} and rx_id = ${rxId}`;
  const { rows } = await sql<HourRow>`
    (${its} and hour < ${new Date(hour)} order by hour desc limit 1)
    union all
    (${its} and hour >= ${new Date(hour)} order by hour limit 2)`.execute(db);
  const around = rows.map(followedHour);
  return {
    before: around.find((each) => each.hour < hour) ?? null,
    own: around.find((each) => each.hour === hour) ?? null,
    after: around.find((each) => each.hour > hour) ?? null,
  };
}

/** Returns the followed hours of a system at or after a time (ms). */
export async function hoursFrom({ db }: Db, systemId: string, from: number): Promise<ReceiverHour[]> {
  const { rows } = await sql<ReceiverHourRow>`
    select rx_id, hour from detection_hours where system_id = ${systemId} and hour >= ${new Date(from)}`.execute(db);
  return rows.map(receiverHour);
}

/** Stores a followed hour of a receiver. */
export async function storeHour(
  { db }: Db,
  systemId: string,
  rxId: number,
  { hour, version, listMark, endState }: FollowedHour,
): Promise<void> {
  await sql`
    insert into detection_hours (system_id, rx_id, hour, config_version, senders, end_state)
    values (${systemId}, ${rxId}, ${new Date(hour)}, ${version}, ${listMark}, ${endState})
    on conflict (system_id, rx_id, hour) do update
      set config_version = excluded.config_version, senders = excluded.senders, end_state = excluded.end_state`.execute(db);
}

/**
 * Stores a list of transmitters by its mark, because past hours refer to the list they were followed with.
 */
export async function storeTransmitters({ db }: Db, systemId: string, mark: string, list: readonly object[]): Promise<void> {
  await sql`
    insert into detection_senders (system_id, mark, senders) values (${systemId}, ${mark}, ${JSON.stringify(list)}::json)
    on conflict do nothing`.execute(db);
}

/** Returns the list of transmitters with a mark. @throws Error if it was never stored. */
export async function transmittersOf({ db }: Db, systemId: string, mark: string): Promise<TargetTransmitter[]> {
  const { rows } = await sql<{ senders: TargetTransmitter[] }>`
    select senders from detection_senders where system_id = ${systemId} and mark = ${mark}`.execute(db);
  if (rows[0] === undefined) throw new Error(`A list of transmitters that an hour of ${systemId} uses is not stored`);
  return rows[0].senders;
}

/** A contact as it is compared with transmitters; frequency in kHz. */
export type MatchedContact = { ant: number; ts: number; khz: number; code: number; type: number; power: number };

/** The codes of the contacts to read, and the type of contacts without a code; null leaves those out. */
export type TargetCodes = { codes: readonly number[]; beeper: number | null };

const ofCodes = ({ codes, beeper }: TargetCodes) => sql`(type = ${beeper} or code = any(${codes}::integer[]))`;
const contactsAsJson = sql`coalesce(
  json_agg(json_build_array(ant, (extract(epoch from ts) * 1000)::bigint, freq_hz, code, type, power) order by ts), '[]')`;

type JsonContact = [ant: number, ts: number, hz: number, code: number, type: number, power: number];

function contactOf([ant, ts, hz, code, type, power]: JsonContact): MatchedContact {
  return { ant, ts, khz: hz / 1_000, code, type, power };
}

/** A receiver's contacts with some codes in an hour, after a time, and counts of its contacts. */
export type HeardHour = {
  contacts: MatchedContact[];
  /** The number of all contacts of the hour. */
  counted: number;
  /** The number of contacts after the time `after`, of any code. */
  since: number;
  /** The time (ms) of the hour's last contact, of any code; null if there is none after `after`. */
  lastTs: number | null;
};

/**
 * Returns a receiver's contacts with some codes, or from beepers, in the rest of an hour after the time
 * `after` (ms), oldest first, and how many contacts there are. Reads contacts and counts in one statement, so
 * that the counts reveal contacts that were stored late.
 * @throws DeletedWhileFollowing if the contacts of the hour are deleted, or are being deleted.
 */
export async function heardAfter(
  { db }: Db,
  systemId: string,
  { rxId, hour, after, ...codes }: { rxId: number; hour: number; after: number } & TargetCodes,
): Promise<HeardHour> {
  const [from, to] = [new Date(after), new Date(hour + hourMs)];
  const within = sql`system_id = ${systemId} and rx_id = ${rxId} and ts > ${from} and ts < ${to}`;
  const { rows } = await sql<{ counted: number; since: number; last: Date | null; contacts: JsonContact[]; is_deleted: boolean }>`
    select ${isDeletedSql(systemId, sql`${new Date(hour)}::timestamptz`)} as is_deleted,
      (select coalesce(sum(count), 0)::integer from contacts_hourly
        where system_id = ${systemId} and rx_id = ${rxId} and hour = ${new Date(hour)}) as counted,
      (select count(*)::integer from contacts where ${within}) as since,
      (select max(ts) from contacts where ${within}) as last,
      (select ${contactsAsJson} from contacts where ${within} and ${ofCodes(codes)}) as contacts`.execute(db);
  const { counted = 0, since = 0, last = null, contacts = [], is_deleted: isDeleted = false } = rows[0] ?? {};
  if (isDeleted) throw new DeletedWhileFollowing();
  return { counted, since, lastTs: last?.getTime() ?? null, contacts: contacts.map(contactOf) };
}

/** Returns a receiver's contacts with these codes in a period (from ≤ ts < to, ms), oldest first. */
export async function heardBetween(
  { db }: Db,
  systemId: string,
  { rxId, from, to, ...codes }: { rxId: number; from: number; to: number } & TargetCodes,
): Promise<MatchedContact[]> {
  const { rows } = await sql<{ contacts: JsonContact[] }>`
    select ${contactsAsJson} as contacts from contacts
    where system_id = ${systemId} and rx_id = ${rxId} and ts >= ${new Date(from)} and ts < ${new Date(to)} and ${ofCodes(codes)}`.execute(
    db,
  );
  return (rows[0]?.contacts ?? []).map(contactOf);
}

/** Returns the receivers with contacts in the hours from ≤ hour < to (ms). */
export async function receiversHeard({ db }: Db, systemId: string, [from, to]: readonly [number, number]): Promise<number[]> {
  const { rows } = await sql<{ rx_id: number }>`
    select distinct rx_id from contacts_hourly
    where system_id = ${systemId} and hour >= ${new Date(from)} and hour < ${new Date(to)} order by rx_id`.execute(db);
  return rows.map((row) => row.rx_id);
}

/**
 * SQL for a mark that changes with a system's tags, and for one that changes with its settings and
 * transmitters.
 */
const tagsMark = sql`(select count(*) || ' ' || coalesce(max(rev), 0) from tags where tags.system_id = systems.id)`;
const settingsMark = sql`(select max(version)::text from detection_configs where detection_configs.system_id = systems.id) || ' '
  || (select count(*) || ' ' || coalesce(max(rev), 0) from transmitters where transmitters.system_id = systems.id)`;

/** Returns the newest version of the settings known to the last pass; NaN before the first pass. */
export function versionSeen({ settings }: Pick<FollowProgress, 'settings'>): number {
  return Number.parseInt(settings, 10);
}

/** Returns the current marks of a system's settings and tags. */
export async function marksOf({ db }: Db, systemId: string): Promise<Pick<FollowProgress, 'settings' | 'tags'>> {
  const { rows } = await sql<Pick<FollowProgress, 'settings' | 'tags'>>`
    select ${settingsMark} as settings, ${tagsMark} as tags from systems where id = ${systemId}`.execute(db);
  return rows[0] ?? { settings: '', tags: '' };
}

/** Returns the systems that have something to follow, usually few. */
export async function systemsToFollow({ db }: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select systems.id from systems
    left join followed_detections followed on followed.system_id = systems.id
    left join system_revisions revisions on revisions.system_id = systems.id
    where followed.system_id is null or followed.pending <> '[]'
      or exists (select from hours_left where hours_left.system_id = systems.id)
      or exists (select from visits_due where visits_due.system_id = systems.id)
      or followed.settings is distinct from ${settingsMark} or followed.tags is distinct from ${tagsMark}
      or exists (
        select from touched_hours touched where touched.system_id = systems.id and (
          followed.mark ->> 'touched' is null or followed.mark ->> 'epoch' is distinct from coalesce(revisions.epoch, '')
          or (touched.touched, touched.rx_id, touched.hour) > ((followed.mark ->> 'touched')::xid8,
            (followed.mark ->> 'rxId')::integer, to_timestamp((followed.mark ->> 'hour')::float8 / 1000))))
    order by systems.id`.execute(db);
  return rows.map(({ id }) => id);
}
