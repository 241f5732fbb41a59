import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Account } from '#model/entities/account.ts';
import { systemRoles, superuser } from '#model/entities/role.ts';
import type { System } from '#model/entities/system.ts';
import { ApiError, conflict, invalidRequest, sessionExpired } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';
import { noAtInUsername } from '#model/contract/fields.ts';
import { replaySpeedOf } from '../fleet/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { logSecurity } from '../../platform/security-events.ts';
import type { Database } from '../../platform/store/database.ts';
import { judged, type LoginLimits } from './login-limits.ts';
import type { Passwords } from './passwords.ts';

/** The fields a person may change of themselves. */
export type AccountChange = { firstName: string; lastName: string; username: string; email: string };

/** How the caller reaches the websocket hub: the host's name and port (SOCK-1). */
export type Reach = { url: string; wsPort: number };

/** What proves that it is the person who changes how they log in: their password, and where it was typed. */
export type ChangeProof = { password: string | undefined; address: string };

export type AccountStore = {
  read(userId: number): Promise<Account>;
  /**
   * Another email takes the password, because whoever has the email can get a new one by mail.
   * @throws ApiError 409 naming the field whose value another person has; 400 or 403 with the field 'password' where it is missing or wrong,
   * 429 after too many wrong ones.
   */
  update(userId: number, change: AccountChange, proof: ChangeProof): Promise<AccountChange>;
  setDarkMode(userId: number, darkMode: boolean): Promise<void>;
  setTimezone(userId: number, timezone: string, autoTimezone: boolean): Promise<void>;
  /** Makes a system the current one; false when the person does not belong to it. */
  selectSystem(userId: number, mitasId: string): Promise<boolean>;
  /**
   * Marks the alarms of a system as seen up to an id, never fewer than before and never more than there are (ALM-10). Answers the last one
   * seen: null for a superuser who is no member, as nothing is kept of them there. False when the person does not belong to the system.
   */
  markAlarmsSeen(userId: number, mitasId: string, upTo: number): Promise<number | null | false>;
  /** The systems a person belongs to by name, in the order of their names; all of them for a superuser. */
  systemsOf(userId: number, reach: Reach): Promise<System[]>;
};

export type AccountStoreParts = {
  database: Pick<Database, 'db'>;
  /** Hears whose settings changed, as far as a console shows them. */
  bus: Bus;
  limits: LoginLimits;
  passwords: Passwords;
  log: Logger;
};

const uniqueViolation = '23505';
const checkViolation = '23514';

/** People's own data and the systems they see (ACC-1, SYS-1). */
export function createAccountStore({ database: { db }, bus, limits, passwords, log }: AccountStoreParts): AccountStore {
  const membershipsOf = (userId: number) =>
    db
      .selectFrom('systems')
      .innerJoin('users', (join) => join.on('users.id', '=', userId))
      .leftJoin('memberships as member', (join) =>
        join.onRef('member.system_id', '=', 'systems.id').onRef('member.user_id', '=', 'users.id'),
      )
      .where((eb) => eb.or([eb('users.superuser', '=', true), eb('member.role_id', 'is not', null)]));

  const set = async (userId: number, values: Partial<Record<'dark_mode' | 'auto_timezone', boolean>> & { timezone?: string }) => {
    await db.updateTable('users').set(values).where('id', '=', userId).execute();
    bus.publish({ kind: 'accountChanged', userId });
  };

  return {
    setDarkMode: (userId, darkMode) => set(userId, { dark_mode: darkMode }),
    setTimezone: (userId, timezone, autoTimezone) => set(userId, { timezone, auto_timezone: autoTimezone }),

    async read(userId) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
      // Someone took the account away while its session lived.
      if (row === undefined) throw sessionExpired();
      return {
        id: row.id,
        username: row.username,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        activated: row.activated,
        createdAt: row.created_at.getTime(),
        lastLogin: row.last_login?.getTime() ?? null,
        mitasId: row.current_system_id,
        darkMode: row.dark_mode,
        timezone: row.timezone,
      };
    },

    async update(userId, change, { password, address }) {
      const { firstName, lastName, username, email } = change;
      const before = await db
        .selectFrom('users')
        .select(['email', 'username', 'password_hash'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (before === undefined) throw sessionExpired();
      if (email !== before.email) {
        if (password === undefined) throw invalidRequest('Another email takes your password', 'password');
        const attempt = await limits.begin({ kind: 'password', account: String(userId), address, device: null });
        if (!(await judged(attempt, passwords.verify(before.password_hash, password)))) {
          logSecurity(log, { event: 'password.failed', userId, address });
          throw new ApiError(403, errorTypes.invalidCredentials, 'The password is wrong', { field: 'password' });
        }
        await attempt.succeeded();
      }
      const stored = await db
        .updateTable('users')
        .set({ first_name: firstName, last_name: lastName, username, email })
        .where('id', '=', userId)
        // Nothing that the password was asked for has changed since.
        .where('email', '=', before.email)
        .where('password_hash', 'is not distinct from', before.password_hash)
        .returning('id')
        .executeTakeFirst()
        .catch((error: unknown) => {
          throw takenField(error) ?? error;
        });
      if (stored === undefined) throw conflict('This account was changed elsewhere meanwhile: load it again', 'email');
      if (email !== before.email || username !== before.username)
        logSecurity(log, { event: 'account.changed', userId, by: `user ${userId}` });
      bus.publish({ kind: 'accountChanged', userId });
      return { firstName, lastName, username, email };
    },

    async selectSystem(userId, mitasId) {
      const found = await membershipsOf(userId).select('systems.id').where('systems.id', '=', mitasId).executeTakeFirst();
      if (found === undefined) return false;
      await db.updateTable('users').set({ current_system_id: mitasId }).where('id', '=', userId).execute();
      return true;
    },

    async markAlarmsSeen(userId, mitasId, upTo) {
      const newest = sql<number>`(select coalesce(max(id), 0) from alarms where system_id = ${mitasId})`;
      const marked = await db
        .updateTable('memberships')
        .set({ last_seen_alarm_id: sql<number>`greatest(last_seen_alarm_id, least(${upTo}, ${newest}))` })
        .where('user_id', '=', userId)
        .where('system_id', '=', mitasId)
        .returning('last_seen_alarm_id')
        .executeTakeFirst();
      if (marked !== undefined) {
        bus.publish({ kind: 'accountChanged', userId });
        return marked.last_seen_alarm_id;
      }
      const seen = await membershipsOf(userId).select('systems.id').where('systems.id', '=', mitasId).executeTakeFirst();
      return seen === undefined ? false : null;
    },

    async systemsOf(userId, { url, wsPort }) {
      const rows = await membershipsOf(userId)
        .select([
          'systems.number',
          'systems.id',
          'systems.common_name',
          'systems.timezone',
          'systems.clock_sync_interval',
          'systems.demo',
          'systems.kind',
          'systems.replay',
        ])
        .select(['users.auto_timezone', 'users.superuser', 'member.role_id', 'member.last_seen_alarm_id'])
        .select(['member.emails_enabled', 'member.email_alarms', 'member.email_reports', 'member.email_tag_spotted'])
        .orderBy(sql`lower(systems.common_name)`)
        .execute();
      return rows.flatMap((row) => {
        const role = row.superuser ? superuser : row.role_id;
        if (role === null) return [];
        return [
          {
            id: row.number,
            mitasId: row.id,
            url,
            wsPort,
            RoleId: role,
            commonName: row.common_name,
            timezone: row.timezone,
            autoTimezone: row.auto_timezone,
            clockSyncInterval: row.clock_sync_interval,
            lastSeenAlarmId: row.last_seen_alarm_id,
            email: {
              emailsEnabled: row.emails_enabled ?? false,
              emailAlarms: row.email_alarms ?? false,
              emailReports: row.email_reports ?? false,
              emailTagSpotted: row.email_tag_spotted ?? false,
            },
            roles: systemRoles.map((role) => ({ ...role })),
            demo: row.demo,
            source: row.kind === 'ingest' ? 'receivers' : row.kind,
            replaySpeed: row.kind === 'replay' ? replaySpeedOf(row.replay) : null,
          },
        ];
      });
    },
  };
}

/** The refusal of a login name that somebody else has or that cannot be one, or null for any other failure. */
export function takenField(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null;
  const { code, constraint } = error;
  if (code === checkViolation && constraint === 'users_username_no_at') return invalidRequest(noAtInUsername, 'username');
  if (code !== uniqueViolation) return null;
  if (constraint === 'users_username_key' || constraint === 'login_names_username')
    return conflict('This username is taken', 'username');
  if (constraint === 'users_email_key' || constraint === 'login_names_email') return conflict('This email is taken', 'email');
  return null;
}
