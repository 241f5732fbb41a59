import { type Insertable, sql } from 'kysely';
import * as v from 'valibot';
import { owner, type RoleId, roleIdSchema, superuser } from '#model/entities/role.ts';
import type { Db } from '../database.ts';
import type { MembershipTable } from '../schema-accounts.ts';

/** Systems with a person's standing in them: those they are a member of, and all of them for a superuser. */
function systemsWithStanding({ db }: Db, userId: number) {
  return db
    .selectFrom('systems')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .leftJoin('memberships as member', (join) =>
      join.onRef('member.system_id', '=', 'systems.id').onRef('member.user_id', '=', 'users.id'),
    )
    .where((eb) => eb.or([eb('users.superuser', '=', true), eb('member.role_id', 'is not', null)]));
}

/** A person's role in a system, and how that system is. */
export type Standing = { role: RoleId; offline: boolean; status: number; timezone: string; expiry: Date | null };

/**
 * Null where the person does not belong to the system, or there is none. @throws Error for a number that is
 * no role: below zero it would stand above everybody.
 */
export async function standingOf({ db }: Db, userId: number, systemId: string): Promise<Standing | null> {
  const row = await systemsWithStanding({ db }, userId)
    .select(['systems.offline', 'systems.status', 'systems.timezone', 'systems.expiry', 'users.superuser', 'member.role_id'])
    .where('systems.id', '=', systemId)
    .executeTakeFirst();
  const role = row?.superuser === true ? superuser : row?.role_id;
  if (row === undefined || role === undefined || role === null) return null;
  const { offline, status, timezone, expiry } = row;
  return { role: v.parse(roleIdSchema, role), offline, status, timezone, expiry };
}

/** The systems of a person by name, with what the person set for each. */
export function systemsOf({ db }: Db, userId: number) {
  return systemsWithStanding({ db }, userId)
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

/** Everybody's role in every system. */
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

/** The role of a member; undefined for who is none, a superuser too. */
export async function memberRole({ db }: Db, userId: number, systemId: string): Promise<number | undefined> {
  const members = db.selectFrom('memberships').where('system_id', '=', systemId).where('user_id', '=', userId);
  return (await members.select('role_id').executeTakeFirst())?.role_id;
}

/** How many Owners a system has. */
export async function countOwners({ db }: Db, systemId: string): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('system_id', '=', systemId)
    .where('role_id', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The people of a system, by their roles and names. */
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

/** Whether somebody with that email belongs to a system. */
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

/** The last alarm that a member has seen, and how often that was set: of two marks the later one counts. */
export type SeenMark = { lastSeenAlarmId: number; lastSeenVersion: number };

const seenMark = ['last_seen_alarm_id as lastSeenAlarmId', 'last_seen_version as lastSeenVersion'] as const;
const newestOf = (systemId: string) => sql`(select coalesce(max(id), 0) from alarms where system_id = ${systemId})`;
const nextVersion = sql<number>`last_seen_version + 1`;

/**
 * Marks the alarms of a system as seen by a member up to an id, never fewer than before and never more than
 * there are. Answers the mark; undefined for who is no member.
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
 * Takes a member's mark `insteadOf` back to `upTo`, where it is the mark; asked again it is the same. Answers
 * the mark; undefined where another one stands, or for who is no member.
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

/** What a member wants to be mailed of a system. */
export type MailWishes = { emailsEnabled: boolean; emailAlarms: boolean; emailReports: boolean; emailTagSpotted: boolean };

/**
 * Keeps what a member wants to be mailed of a system; wishes that are left out stay as they are. Answers all
 * as they stand then; undefined for who is no member.
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

/** Marks what was raised before `time` (ms) as seen by everybody who belongs to the system. */
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

/** Notes that a person's standing changed in every system, as no row of memberships shows it. */
export async function noteStandingChanged({ db }: Db, userId: number): Promise<void> {
  await db
    .insertInto('membership_changes')
    .columns(['user_id', 'system_id'])
    .expression((eb) => eb.selectFrom('systems').select([eb.val(userId).as('user_id'), 'id']))
    .execute();
}

/** A person's standing in a system changed; `id` numbers the note of it. */
export type MembershipChange = { id: number; userId: number; mitasId: string };

/** What changed within the time before now, such as '20 minutes'. */
export async function membershipChanges({ db }: Db, within: string): Promise<MembershipChange[]> {
  const rows = await db
    .selectFrom('membership_changes')
    .select(['id', 'user_id', 'system_id'])
    .where('at', '>', sql<Date>`now() - ${within}::interval`)
    .execute();
  return rows.map(({ id, user_id, system_id }) => ({ id, userId: user_id, mitasId: system_id }));
}
