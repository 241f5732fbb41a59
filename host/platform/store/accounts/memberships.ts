import { type Insertable, sql } from 'kysely';
import * as v from 'valibot';
import { owner, type RoleId, roleIdSchema, superuser } from '#model/entities/role.ts';
import type { Db } from '../database.ts';
import type { MembershipTable } from '../schema-accounts.ts';

/** Selects the systems to which a person belongs: those with a membership; for a superuser, all. */
function joinedSystems({ db }: Db, userId: number) {
  return db
    .selectFrom('systems')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .leftJoin('memberships as member', (join) =>
      join.onRef('member.system_id', '=', 'systems.id').onRef('member.user_id', '=', 'users.id'),
    )
    .where((eb) => eb.or([eb('users.superuser', '=', true), eb('member.role_id', 'is not', null)]));
}

/** A person's role in a system, and the system's state. */
export type MembershipFacts = { role: RoleId; offline: boolean; status: number; timezone: string; expiry: Date | null };

/**
 * Returns a person's role in a system, and the system's state; null if there is no such system or the person
 * does not belong to it. @throws Error if the stored number is not a role, because a number below zero would
 * outrank every role.
 */
export async function findMembership({ db }: Db, userId: number, systemId: string): Promise<MembershipFacts | null> {
  const row = await joinedSystems({ db }, userId)
    .select(['systems.offline', 'systems.status', 'systems.timezone', 'systems.expiry', 'users.superuser', 'member.role_id'])
    .where('systems.id', '=', systemId)
    .executeTakeFirst();
  const role = row?.superuser === true ? superuser : row?.role_id;
  if (row === undefined || role === undefined || role === null) return null;
  const { offline, status, timezone, expiry } = row;
  return { role: v.parse(roleIdSchema, role), offline, status, timezone, expiry };
}

/** Returns a person's systems by name, with the person's settings for each. */
export function systemsOf({ db }: Db, userId: number) {
  return joinedSystems({ db }, userId)
    .select([
      'systems.number',
      'systems.id',
      'systems.common_name',
      'systems.timezone',
      'systems.clock_sync_interval',
      'systems.demo',
      'systems.kind',
      'systems.replay',
      'systems.offline',
      'systems.status',
      'systems.expiry',
    ])
    .select(['users.auto_timezone', 'users.superuser', 'member.role_id', 'member.last_seen_alarm_id', 'member.last_seen_version'])
    .select(['member.emails_enabled', 'member.email_alarms', 'member.email_reports', 'member.email_tag_spotted'])
    .orderBy(sql`lower(systems.common_name)`)
    .execute();
}

/** Returns all memberships: each person's role in each system. */
export function listMemberships({ db }: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.system_id', 'users.username', 'memberships.role_id'])
    .orderBy('memberships.system_id')
    .orderBy('memberships.role_id')
    .orderBy(sql`lower(users.username)`)
    .execute();
}

/** Returns a member's role; undefined for anyone else, including superusers without a membership. */
export async function memberRole({ db }: Db, userId: number, systemId: string): Promise<number | undefined> {
  const members = db.selectFrom('memberships').where('system_id', '=', systemId).where('user_id', '=', userId);
  return (await members.select('role_id').executeTakeFirst())?.role_id;
}

/** Counts the Owners of a system. */
export async function countOwners({ db }: Db, systemId: string): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('system_id', '=', systemId)
    .where('role_id', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns the members of a system, by role and name. */
export function membersOf({ db }: Db, systemId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'users.activated', 'users.awaits_completion'])
    .select('memberships.role_id')
    .where('memberships.system_id', '=', systemId)
    .orderBy('memberships.role_id')
    .orderBy(sql`lower(users.last_name || users.first_name)`)
    .orderBy('users.id')
    .execute();
}

/** Returns whether any member of the system has that email. */
export async function hasMemberCalled({ db }: Db, systemId: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.system_id', '=', systemId)
    .where(sql<string>`login_name(users.email)`, '=', sql<string>`login_name(${email})`)
    .executeTakeFirst();
  return found !== undefined;
}

export async function addMemberships({ db }: Db, memberships: Insertable<MembershipTable>[]): Promise<void> {
  await db.insertInto('memberships').values(memberships).execute();
}

/**
 * The last alarm that a member has seen, and the version of this mark: of two marks, the one with the higher
 * version is newer.
 */
export type SeenMark = { lastSeenAlarmId: number; lastSeenVersion: number };

const seenMark = ['last_seen_alarm_id as lastSeenAlarmId', 'last_seen_version as lastSeenVersion'] as const;
const newestOf = (systemId: string) => sql`(select coalesce(max(id), 0) from alarms where system_id = ${systemId})`;
const nextVersion = sql<number>`last_seen_version + 1`;

/**
 * Marks the alarms of a system up to the id `upTo` as seen by a member. The mark never goes down, nor beyond
 * the newest alarm. Returns the mark; undefined if the person is not a member.
 */
export function markAlarmsSeen({ db }: Db, userId: number, systemId: string, upTo: number): Promise<SeenMark | undefined> {
  const further = sql<number>`greatest(last_seen_alarm_id, least(${upTo}, ${newestOf(systemId)}))`;
  return db
    .updateTable('memberships')
    .set({ last_seen_alarm_id: further, last_seen_version: nextVersion })
    .where('user_id', '=', userId)
    .where('system_id', '=', systemId)
    .returning(seenMark)
    .executeTakeFirst();
}

/**
 * Sets a member's mark back from `insteadOf` to `upTo`; a repeat has the same result. Returns the mark;
 * undefined if the present mark is neither of these, or the person is not a member.
 */
export function takeMarkBack(
  { db }: Db,
  userId: number,
  systemId: string,
  { upTo, insteadOf }: { upTo: number; insteadOf: number },
): Promise<SeenMark | undefined> {
  const lower = Math.min(upTo, insteadOf);
  return db
    .updateTable('memberships')
    .set({ last_seen_alarm_id: lower, last_seen_version: nextVersion })
    .where('user_id', '=', userId)
    .where('system_id', '=', systemId)
    .where('last_seen_alarm_id', 'in', [insteadOf, lower])
    .returning(seenMark)
    .executeTakeFirst();
}

/** The kinds of emails that a member chose to get from a system. */
export type MailWishes = { emailsEnabled: boolean; emailAlarms: boolean; emailReports: boolean; emailTagSpotted: boolean };

/**
 * Stores which emails a member gets from a system; choices left out of `wishes` stay as they are. Returns all
 * choices; undefined if the person is not a member.
 */
export async function setMailWishes(
  { db }: Db,
  userId: number,
  systemId: string,
  wishes: Partial<MailWishes>,
): Promise<MailWishes | undefined> {
  const kept = (wish: boolean | undefined, column: string) =>
    sql<boolean>`coalesce(${wish ?? null}::boolean, ${sql.ref(column)})`;
  return await db
    .updateTable('memberships')
    .set({
      emails_enabled: kept(wishes.emailsEnabled, 'emails_enabled'),
      email_alarms: kept(wishes.emailAlarms, 'email_alarms'),
      email_reports: kept(wishes.emailReports, 'email_reports'),
      email_tag_spotted: kept(wishes.emailTagSpotted, 'email_tag_spotted'),
    })
    .where('user_id', '=', userId)
    .where('system_id', '=', systemId)
    .returning([
      'emails_enabled as emailsEnabled',
      'email_alarms as emailAlarms',
      'email_reports as emailReports',
      'email_tag_spotted as emailTagSpotted',
    ])
    .executeTakeFirst();
}

/** Marks alarms raised before `time` (ms since 1970) as seen by all members of the system. */
export async function markAllSeen({ db }: Db, systemId: string, time: number): Promise<void> {
  const { seen } = await db
    .selectFrom('alarms')
    .select((row) => row.fn.max('id').as('seen'))
    .where('system_id', '=', systemId)
    .where('at', '<', new Date(time))
    .executeTakeFirstOrThrow();
  if (seen === null) return;
  await db
    .updateTable('memberships')
    .set({ last_seen_alarm_id: seen, last_seen_version: nextVersion })
    .where('system_id', '=', systemId)
    .execute();
}

/** Notes that a person's rights changed in every system. Call it for changes that no membership row shows. */
export async function noteRightsChanged({ db }: Db, userId: number): Promise<void> {
  await db
    .insertInto('membership_changes')
    .columns(['user_id', 'system_id'])
    .expression((eb) => eb.selectFrom('systems').select([eb.val(userId).as('user_id'), 'id']))
    .execute();
}

/** A note that a person's rights in a system changed; `id` is the id of the note. */
export type MembershipChange = { id: number; userId: number; mitasId: string };

/** Returns the notes of a past interval, such as '20 minutes'. */
export async function membershipChanges({ db }: Db, within: string): Promise<MembershipChange[]> {
  const rows = await db
    .selectFrom('membership_changes')
    .select(['id', 'user_id', 'system_id'])
    .where('at', '>', sql<Date>`now() - ${within}::interval`)
    .execute();
  return rows.map(({ id, user_id, system_id }) => ({ id, userId: user_id, mitasId: system_id }));
}
