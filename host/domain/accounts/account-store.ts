import type { Account } from '#model/entities/account.ts';
import { hasExpired } from '#model/entities/expiry.ts';
import { systemRoles, superuser } from '#model/entities/role.ts';
import type { System } from '#model/entities/system.ts';
import { conflict, notAuthorized, sessionExpired } from '../../platform/api-error.ts';
import { replaySpeedOf } from '../fleet/index.ts';
import { systemState } from '../../platform/store/system-state.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import {
  markAlarmsSeen,
  type MailWishes,
  memberRole,
  type SeenMark,
  setMailWishes,
  findMembership,
  systemsOf,
  takeMarkBack,
} from '../../platform/store/accounts/memberships.ts';
import { pendingEmail } from '../../platform/store/accounts/account-tokens.ts';
import { changeUser, findAccount } from '../../platform/store/accounts/users.ts';
import type { Db } from '../../platform/store/database.ts';

/** How the caller reaches the websocket hub: the host's URL and port (SOCK-1). */
export type HostAddress = { url: string; wsPort: number };

export type AccountStore = {
  read(userId: number): Promise<Account>;
  setDarkMode(userId: number, darkMode: boolean): Promise<void>;
  setCsvForExcel(userId: number, csvForExcel: boolean): Promise<void>;
  setTimezone(userId: number, timezone: string, autoTimezone: boolean): Promise<void>;
  /**
   * Makes a system the current one.
   * @throws ApiError 403 if the person is not a member.
   */
  selectSystem(userId: number, mitasId: string): Promise<void>;
  /**
   * Marks the alarms of a system as seen up to an id (ALM-10). The mark only moves forward, and not beyond
   * the last alarm. Given `insteadOf`, replaces that mark and may move back (ALM-25). Returns the mark, or
   * null for a superuser who is not a member: nothing is stored for them.
   * @throws ApiError 403 if the person is not a member; 409 if the current mark is not `insteadOf`.
   */
  markAlarmsSeen(userId: number, mitasId: string, upTo: number, insteadOf?: number): Promise<SeenMark | null>;
  /**
   * Stores which emails a person wants from a system (MAIL-18).
   * @throws ApiError 403 if the person is not a member; 409 for a superuser who is not a member.
   */
  setMailWishes(userId: number, mitasId: string, wishes: Partial<MailWishes>): Promise<MailWishes>;
  /** Returns the systems of a person in order of their names. A superuser gets all systems. */
  systemsOf(userId: number, reach: HostAddress): Promise<System[]>;
};

export type AccountStoreParts = {
  database: Db;
  /** Receives `accountChanged` when settings that a console shows change. */
  bus: Bus;
};

/** Stores people's own data and the systems that they see (ACC-1, SYS-1). */
export function createAccountStore({ database, bus }: AccountStoreParts): AccountStore {
  const set = async (
    userId: number,
    values: Partial<Record<'dark_mode' | 'excel_csv' | 'auto_timezone', boolean>> & { timezone?: string },
  ) => {
    await changeUser(database, userId, values);
    bus.publish({ kind: 'accountChanged', userId });
  };

  return {
    setDarkMode: (userId, darkMode) => set(userId, { dark_mode: darkMode }),
    setCsvForExcel: (userId, csvForExcel) => set(userId, { excel_csv: csvForExcel }),
    setTimezone: (userId, timezone, autoTimezone) => set(userId, { timezone, auto_timezone: autoTimezone }),

    async read(userId) {
      const row = await findAccount(database, userId);
      // The account was deleted while its session was open.
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
        csvForExcel: row.excel_csv,
        timezone: row.timezone,
        pendingEmail: await pendingEmail(database, userId),
      };
    },

    async selectSystem(userId, mitasId) {
      if ((await findMembership(database, userId, mitasId)) === null) throw notAuthorized();
      await changeUser(database, userId, { current_system_id: mitasId });
    },

    async markAlarmsSeen(userId, mitasId, upTo, insteadOf) {
      const seen =
        insteadOf === undefined
          ? await markAlarmsSeen(database, userId, mitasId, upTo)
          : await takeMarkBack(database, userId, mitasId, { upTo, insteadOf });
      if (seen !== undefined) {
        bus.publish({ kind: 'accountChanged', userId });
        return seen;
      }
      if ((await findMembership(database, userId, mitasId)) === null) throw notAuthorized();
      if (insteadOf !== undefined && (await memberRole(database, userId, mitasId)) !== undefined)
        throw conflict('Other alarms have been seen since', 'insteadOf');
      return null;
    },

    async setMailWishes(userId, mitasId, wishes) {
      const kept = await setMailWishes(database, userId, mitasId, wishes);
      if (kept !== undefined) {
        bus.publish({ kind: 'accountChanged', userId });
        return kept;
      }
      if ((await findMembership(database, userId, mitasId)) === null) throw notAuthorized();
      throw conflict('Only members of a system can get its mails', 'mitasId');
    },

    async systemsOf(userId, { url, wsPort }) {
      const rows = await systemsOf(database, userId);
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
            lastSeenVersion: row.last_seen_version ?? 0,
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
            state: systemState(row),
            expired: hasExpired(row.expiry?.getTime() ?? null, Date.now()),
          },
        ];
      });
    },
  };
}
