import { type Kysely, sql } from 'kysely';
import { type Receiver, receiverStatuses } from '#model/entities/receiver.ts';
import { notAuthorized } from '../../platform/api-error.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Handlers } from './call-handlers.ts';

export type HostAndSitesParts = { database: Pick<Database, 'db'>; hostVersion: string; ftpsPort: number };

/** CALL-3: host and sites. */
export function hostAndSites({ database, hostVersion, ftpsPort }: HostAndSitesParts): Handlers {
  return {
    async getHostConfig({ caller, system }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const row = await db
          .selectFrom('systems')
          .innerJoin('users', (join) => join.on('users.id', '=', caller.userId))
          .leftJoin('memberships as member', (join) =>
            join.onRef('member.system_id', '=', 'systems.id').on('member.user_id', '=', caller.userId),
          )
          .selectAll('systems')
          .select([
            'users.auto_timezone as person_follows_browser',
            'member.email_alarms',
            'member.email_reports',
            'member.email_tag_spotted',
          ])
          .select(['member.emails_enabled as member_emails', sql<string>`current_setting('server_version')`.as('db_version')])
          .where('systems.id', '=', system.mitasId)
          .executeTakeFirst();
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
        const receivers = await receiversOf(db, system.mitasId);
        const sites = await db
          .selectFrom('sites')
          .selectAll()
          .where('system_id', '=', system.mitasId)
          .orderBy(sql`lower(alias)`)
          .orderBy('id')
          .execute();
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

/** A system's receivers as people set them, with what they report of themselves, by name. */
function receiversOf(db: Kysely<Schema>, mitasId: string) {
  return db
    .selectFrom('receivers')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .selectAll('receivers')
    .select(['report.status', 'report.status_time', 'report.info_time', 'report.model as reported_model'])
    .select(['report.memory_used_mb', 'report.memory_total_mb', 'report.voltage'])
    .select(['report.firmware_major', 'report.firmware_minor', 'report.firmware_patch'])
    .where('receivers.system_id', '=', mitasId)
    .orderBy(sql`lower(receivers.alias)`)
    .orderBy('receivers.id')
    .execute();
}

/** A stored receiver as the contract carries it: the model that it reported goes before the one that people named. */
function toReceiver(row: Awaited<ReturnType<typeof receiversOf>>[number]): Receiver {
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
