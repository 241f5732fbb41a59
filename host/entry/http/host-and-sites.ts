import { type Receiver, receiverStatuses } from '#model/entities/receiver.ts';
import { notAuthorized } from '../../platform/api-error.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { systemSettings } from '../../platform/store/accounts/systems.ts';
import type { Db } from '../../platform/store/database.ts';
import { listSites, receiversWithReports } from '../../platform/store/fleet/receivers.ts';
import type { Handlers } from './call-handlers.ts';

export type HostAndSitesParts = { database: Db; hostVersion: string; ftpsPort: number };

/** CALL-3: host and sites. */
export function hostAndSites({ database, hostVersion, ftpsPort }: HostAndSitesParts): Handlers {
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
            ftpsPort,
            timezone: row.timezone,
            autoTimezone: row.person_follows_browser,
            email: {
              emailsEnabled: row.emails_enabled && (row.member_emails ?? false),
              emailAlarms: row.email_alarms ?? false,
              emailReports: row.email_reports ?? false,
              emailTagSpotted: row.email_tag_spotted ?? false,
            },
            sidebar: row.sidebar,
          },
        };
      });
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
  };
}

/**
 * A stored receiver as the contract carries it: the model that it reported goes before the one that people
 * named.
 */
function toReceiver(row: Awaited<ReturnType<typeof receiversWithReports>>[number]): Receiver {
  return {
    id: row.id,
    SiteId: row.site_id,
    alias: row.alias,
    model: row.reported_model ?? row.model,
    ipAddress: row.ip_address,
    portNumber: row.port_number,
    enabled: row.enabled,
    status: row.status ?? receiverStatuses.offline,
    statusTime: row.status_time?.getTime() ?? null,
    color: row.color,
    latitude: row.latitude,
    longitude: row.longitude,
    memoryUsedMb: row.memory_used_mb,
    memoryTotalMb: row.memory_total_mb,
    voltage: row.voltage,
    firmwareMajor: row.firmware_major,
    firmwareMinor: row.firmware_minor,
    firmwarePatch: row.firmware_patch,
    infoTime: row.info_time?.getTime() ?? null,
    rev: row.rev,
  };
}
