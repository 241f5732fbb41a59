import { administrator, hasRole } from '#model/entities/role.ts';
import { withCollaborators } from '#model/entities/system.ts';
import { notAuthorized } from '../../platform/api-error.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { findSystem, type SystemRow, systemSettings } from '../../platform/store/accounts/systems.ts';
import type { Database } from '../../platform/store/database.ts';
import { listSites, receiversWithReports } from '../../platform/store/fleet/receivers.ts';
import type { Handlers } from './call-handlers.ts';
import { clockOf } from '../../platform/timezone.ts';
import { quickEdit } from './console-change.ts';
import { toReceiver } from './receiver-of-row.ts';

export type HostAndSitesParts = {
  database: Pick<Database, 'db' | 'pool'>;
  hostVersion: string;
  /** The port of this host's FTPS server, or why there is none. */
  ftps: { port: number | null; problem: string | null };
};

/**
 * Returns a system's sidebar as stored, with the page of collaborators if it is switched on. The contract
 * validates it.
 */
function sidebarOf({ sidebar, collaborators_page }: Pick<SystemRow, 'sidebar' | 'collaborators_page'>): SystemRow['sidebar'] {
  return collaborators_page && Array.isArray(sidebar.enabled) ? withCollaborators(sidebar, true) : sidebar;
}

/** Returns the handlers for the host and its sites (CALL-3). */
export function hostAndSites({ database, hostVersion, ftps }: HostAndSitesParts) {
  const numberOf = async (mitasId: string): Promise<number> => {
    const found = await findSystem(database, mitasId);
    if (found === undefined) throw notAuthorized();
    return found.number;
  };
  return {
    async getHostConfig({ caller, system }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const row = await systemSettings({ db }, system.mitasId, caller.userId);
        if (row === undefined) throw notAuthorized();
        return {
          asOf: { epoch, revision },
          config: {
            mitasId: row.id,
            commonName: row.common_name,
            status: row.status,
            hostVersion,
            dbVersion: row.db_version.split(' ', 1)[0] ?? row.db_version,
            maxReceivers: row.max_receivers,
            expiry: row.expiry?.getTime() ?? null,
            clockSyncInterval: row.clock_sync_interval,
            ftpsPort: ftps.port,
            ftpsProblem: hasRole(system.role, administrator) ? ftps.problem : null,
            timezone: row.timezone,
            autoTimezone: row.person_follows_browser,
            email: {
              emailsEnabled: row.emails_enabled && (row.member_emails ?? false),
              emailAlarms: row.email_alarms ?? false,
              emailReports: row.email_reports ?? false,
              emailTagSpotted: row.email_tag_spotted ?? false,
            },
            sidebar: sidebarOf(row),
            clock: clockOf(row.timezone, Date.now()),
          },
        };
      });
    },

    async setClockSyncInterval(call) {
      const id = await numberOf(call.system.mitasId);
      const interval = { clockSyncInterval: call.body.interval };
      return quickEdit(database, { ...call, params: { id } }, 'system.clockSyncIntervalChanged', interval);
    },

    async switchCollaborators(call) {
      const id = await numberOf(call.system.mitasId);
      const page = { collaborators: call.body.enabled };
      return quickEdit(database, { ...call, params: { id } }, 'system.collaboratorsSwitched', page);
    },

    async listReceiversAndSites({ system }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const receivers = await receiversWithReports({ db }, system.mitasId);
        const sites = await listSites({ db }, system.mitasId);
        return {
          asOf: { epoch, revision },
          receivers: receivers.map(toReceiver),
          sites: sites.map(({ id, alias, color, point_style, rev }) => ({
            id,
            alias,
            color,
            pointStyle: point_style,
            rxIds: receivers.filter((rx) => rx.site_id === id).map((rx) => rx.id),
            rev,
          })),
        };
      });
    },
  } satisfies Partial<Handlers>;
}
