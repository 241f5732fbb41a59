import { type Kysely, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Logger } from 'pino';
import { Mistake } from '../mistake.ts';
import { errorText } from './error-text.ts';
import * as accounts from './migrations/0001-systems-and-accounts.ts';
import * as fleet from './migrations/0002-fleet.ts';
import * as contacts from './migrations/0003-contacts.ts';
import * as registry from './migrations/0004-alarms-and-registry.ts';
import * as simulations from './migrations/0005-simulations.ts';
import * as demoAccounts from './migrations/0006-demo-accounts.ts';
import * as membershipChanges from './migrations/0007-membership-changes.ts';
import * as contactMonths from './migrations/0010-contact-months.ts';
import * as loginNames from './migrations/0013-login-names.ts';
import * as rateLimits from './migrations/0014-rate-limits.ts';
import * as keysAndRoles from './migrations/0015-keys-and-roles.ts';
import * as keySequences from './migrations/0016-receiver-key-sequences.ts';
import * as changes from './migrations/0020-changes.ts';
import * as receiverReports from './migrations/0021-receiver-reports.ts';
import * as oneWayToWrite from './migrations/0022-one-way-to-write.ts';
import * as namesNoKeys from './migrations/0023-names-no-keys.ts';
import * as databaseOrigin from './migrations/0024-database-origin.ts';
import * as receiverConfigs from './migrations/0025-receiver-configs.ts';
import * as receiverHistories from './migrations/0026-receiver-histories.ts';
import * as simulatedSetups from './migrations/0027-simulated-setups.ts';
import * as leases from './migrations/0028-leases.ts';
import * as partitionRights from './migrations/0029-partition-rights.ts';
import * as jobs from './migrations/0030-jobs.ts';
import * as heardReceivers from './migrations/0031-heard-receivers.ts';
import * as mail from './migrations/0032-mail.ts';
import * as retention from './migrations/0033-retention.ts';
import * as jobAnnouncements from './migrations/0034-job-announcements.ts';
import * as receiverVitals from './migrations/0035-receiver-vitals.ts';
import * as commands from './migrations/0036-commands.ts';
import * as uploadRhythm from './migrations/0038-upload-rhythm.ts';
import * as touchedHours from './migrations/0039-touched-hours.ts';
import * as mapLayers from './migrations/0040-map-layers.ts';
import * as deedsOfCommands from './migrations/0041-deeds-of-commands.ts';
import * as touchedHoursRoom from './migrations/0042-touched-hours-room.ts';
import * as alarmStandings from './migrations/0045-alarm-standings.ts';
import * as snoozes from './migrations/0046-snoozes.ts';
import * as offlineAlarms from './migrations/0047-offline-alarms.ts';
import * as alarmMails from './migrations/0048-alarm-mails.ts';
import * as dailyReports from './migrations/0049-daily-reports.ts';
import * as expiryByChanges from './migrations/0050-expiry-by-changes.ts';
import * as webhooks from './migrations/0051-webhooks.ts';
import * as alarmsOfReceivers from './migrations/0053-alarms-of-receivers.ts';
import * as backupNotes from './migrations/0056-backup-notes.ts';
import * as beaconHearings from './migrations/0058-beacon-hearings.ts';
import * as leftWebhooks from './migrations/0059-left-webhooks.ts';
import * as undoneMarks from './migrations/0060-undone-marks.ts';
import * as accessAnnouncements from './migrations/0061-access-announcements.ts';
import * as registriesByChanges from './migrations/0062-registries-by-changes.ts';
import * as registration from './migrations/0063-registration.ts';
import * as sessions from './migrations/0064-sessions.ts';
import * as invitations from './migrations/0065-invitations.ts';
import * as tagsByChanges from './migrations/0066-tags-by-changes.ts';
import * as hourlyPowers from './migrations/0067-hourly-powers.ts';
import * as detectionConfigs from './migrations/0068-detection-configs.ts';
import * as detections from './migrations/0069-detections.ts';
import * as modems from './migrations/0070-modems.ts';
import * as reprocessing from './migrations/0071-reprocessing.ts';
import * as accessKeys from './migrations/0072-access-keys.ts';
import * as dataFiles from './migrations/0073-data-files.ts';
import * as hoursLeft from './migrations/0074-hours-left.ts';
import * as lastContacts from './migrations/0075-last-contacts.ts';
import * as alikeNames from './migrations/0076-alike-names.ts';
import * as noAddress from './migrations/0077-no-address.ts';
import * as supersededPreviews from './migrations/0078-superseded-previews-and-ftps-addresses.ts';
import * as measuredIntervals from './migrations/0079-measured-intervals.ts';
import * as simulationEditions from './migrations/0082-simulation-editions.ts';
import * as fileColumns from './migrations/0084-file-columns.ts';
import * as visits from './migrations/0085-visits.ts';
import type { DatabaseSchema } from './schema.ts';

/** All migrations, sorted by name. Never change a released migration; add another one. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-systems-and-accounts': accounts,
  '0002-fleet': fleet,
  '0003-contacts': contacts,
  '0004-alarms-and-registry': registry,
  '0005-simulations': simulations,
  '0006-demo-accounts': demoAccounts,
  '0007-membership-changes': membershipChanges,
  '0010-contact-months': contactMonths,
  '0013-login-names': loginNames,
  '0014-rate-limits': rateLimits,
  '0015-keys-and-roles': keysAndRoles,
  '0016-receiver-key-sequences': keySequences,
  '0020-changes': changes,
  '0021-receiver-reports': receiverReports,
  '0022-one-way-to-write': oneWayToWrite,
  '0023-names-no-keys': namesNoKeys,
  '0024-database-origin': databaseOrigin,
  '0025-receiver-configs': receiverConfigs,
  '0026-receiver-histories': receiverHistories,
  '0027-simulated-setups': simulatedSetups,
  '0028-leases': leases,
  '0029-partition-rights': partitionRights,
  '0030-jobs': jobs,
  '0031-heard-receivers': heardReceivers,
  '0032-mail': mail,
  '0033-retention': retention,
  '0034-job-announcements': jobAnnouncements,
  '0035-receiver-vitals': receiverVitals,
  '0036-commands': commands,
  '0038-upload-rhythm': uploadRhythm,
  '0039-touched-hours': touchedHours,
  '0040-map-layers': mapLayers,
  '0041-deeds-of-commands': deedsOfCommands,
  '0042-touched-hours-room': touchedHoursRoom,
  '0045-alarm-standings': alarmStandings,
  '0046-snoozes': snoozes,
  '0047-offline-alarms': offlineAlarms,
  '0048-alarm-mails': alarmMails,
  '0049-daily-reports': dailyReports,
  '0050-expiry-by-changes': expiryByChanges,
  '0051-webhooks': webhooks,
  '0053-alarms-of-receivers': alarmsOfReceivers,
  '0056-backup-notes': backupNotes,
  '0058-beacon-hearings': beaconHearings,
  '0059-left-webhooks': leftWebhooks,
  '0060-undone-marks': undoneMarks,
  '0061-access-announcements': accessAnnouncements,
  '0062-registries-by-changes': registriesByChanges,
  '0063-registration': registration,
  '0064-sessions': sessions,
  '0065-invitations': invitations,
  '0066-tags-by-changes': tagsByChanges,
  '0067-hourly-powers': hourlyPowers,
  '0068-detection-configs': detectionConfigs,
  '0069-detections': detections,
  '0070-modems': modems,
  '0071-reprocessing': reprocessing,
  '0072-access-keys': accessKeys,
  '0073-data-files': dataFiles,
  '0074-hours-left': hoursLeft,
  '0075-last-contacts': lastContacts,
  '0076-alike-names': alikeNames,
  '0077-no-address': noAddress,
  '0078-superseded-previews-and-ftps-addresses': supersededPreviews,
  '0079-measured-intervals': measuredIntervals,
  '0082-simulation-editions': simulationEditions,
  '0084-file-columns': fileColumns,
  '0085-visits': visits,
};

/** The names of this version's migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/**
 * The name of a table that exists while a restore into the database is in progress or was interrupted
 * (BAK-8).
 */
export const halfRestored = 'restore_unfinished';

/** Creates the tables as of the migration `last`. @throws Error if a migration fails. */
export async function migrateTo(db: Kysely<DatabaseSchema>, last: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error } = await migrator.migrateTo(last);
  if (error !== undefined) throw new Error(`The tables could not be made (${last}): ${errorText(error)}`, { cause: error });
}

/** Interval of progress messages in the log, in ms. */
const progressMs = 10_000;

/**
 * Brings the tables up to date in one transaction under an advisory lock, so that several processes may start
 * simultaneously and a failure changes nothing (STO-2). First logs what has to be done, then its progress
 * (STO-15).
 * @throws Error naming the migration that failed; or if a newer version has used the tables (STO-16), or a
 * restore into the database is unfinished.
 */
export async function migrate(db: Kysely<DatabaseSchema>, log: Logger, everyMs = progressMs): Promise<void> {
  const found = await findTables(db);
  if (found.isHalfRestored)
    throw new Error(
      'A restore into this database is in progress or was not finished. Run it (again), or drop the database and recreate it.',
      { cause: found },
    );
  const unknown = found.applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `These data were used by a newer version (their tables are of ${unknown.at(-1) ?? ''}, this version knows up to ${migrationNames.at(-1) ?? ''}): start that version, or restore a backup that was made before it.`,
      { cause: unknown },
    );
  const missing = migrationNames.filter((name) => !found.applied.includes(name));
  const isLong = missing.length > 0 && found.applied.length > 0;
  if (isLong)
    log.info(
      { steps: missing.length, databaseMiB: Math.ceil(found.bytes / 1_048_576) },
      'bringing the tables up to date: nothing is taken in until it is done, all of it or nothing',
    );
  const watch = watchSteps(missing, log, everyMs);
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(watch.steps) } });
    const { error, results } = await migrator.migrateToLatest();
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    if (error !== undefined) {
      throw new Error(
        `The database could not be brought up to date${failed === undefined ? '' : ` (${failed})`}: ${errorText(error)}`,
        { cause: error },
      );
    }
    const applied = results?.map((result) => result.migrationName) ?? [];
    if (applied.length > 0) log.info({ applied, seconds: watch.seconds() }, 'database tables brought up to date');
  } finally {
    watch.end();
  }
}

/**
 * Checks that the database has tables. @throws Mistake if no host has ever created them, for example because
 * the url is mistyped (STO-18).
 */
export async function expectTables(db: Kysely<DatabaseSchema>): Promise<void> {
  const { applied, isHalfRestored } = await findTables(db);
  if (applied.length === 0 && !isHalfRestored)
    throw new Mistake(
      'The database is empty: set DATABASE_URL (or DATA_DIR) to that of the host. Only npm start makes its tables.',
    );
}

type FoundTables = { isHalfRestored: boolean; applied: string[]; bytes: number };

async function findTables(db: Kysely<DatabaseSchema>): Promise<FoundTables> {
  const { rows } = await sql<{ half: string | null; noted: string | null; bytes: number }>`
    select to_regclass(${`public.${halfRestored}`})::text as half, to_regclass('kysely_migration')::text as noted,
      pg_database_size(current_database()) as bytes`.execute(db);
  const [row] = rows;
  const noted =
    typeof row?.noted === 'string' ? await sql<{ name: string }>`select name from kysely_migration`.execute(db) : null;
  return {
    isHalfRestored: typeof row?.half === 'string',
    applied: noted?.rows.map(({ name }) => name).toSorted() ?? [],
    bytes: row?.bytes ?? 0,
  };
}

/** Wraps the migrations, so that the one in progress is logged at intervals. */
function watchSteps(missing: readonly string[], log: Logger, everyMs: number) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  let current: string | undefined;
  const timer = setInterval(() => {
    if (current !== undefined)
      log.info(
        { step: current, number: missing.indexOf(current) + 1, of: missing.length, seconds: seconds() },
        'still bringing the tables up to date',
      );
  }, everyMs);
  const steps = Object.fromEntries(
    Object.entries(migrations).map(([name, migration]): [string, Migration] => [
      name,
      {
        up: (db) => {
          current = name;
          return migration.up(db);
        },
      },
    ]),
  );
  return { steps, seconds, end: () => clearInterval(timer) };
}
