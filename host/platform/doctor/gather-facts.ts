import { sql } from 'kysely';
import { listJobs, type JobScope } from '../jobs/job-records.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { jobSchema } from '../jobs/job-library.ts';
import { databaseClock } from '../store/database-clock.ts';
import type { Db } from '../store/database.ts';
import { migrationNames } from '../store/migrate.ts';
import type {
  BackupFacts,
  ClockFacts,
  DatabaseSizeFacts,
  FailingFacts,
  PartitionFacts,
  SerialTwins,
  SweepFacts,
  VersionFacts,
} from './host-facts.ts';

const wholeHost: JobScope = { mitasId: null };
const titlesSaid = 3;

/** Returns the server's version, and which migrations have run and which are missing. */
export async function gatherVersions({ db }: Db): Promise<Pick<VersionFacts, 'postgres' | 'tables'>> {
  const server = await sql<{ server_version: string }>`show server_version`.execute(db);
  const there = await sql<{ is_there: boolean }>`select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  const names =
    there.rows[0]?.is_there === true
      ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name)
      : [];
  return {
    postgres: server.rows[0]?.server_version ?? 'of an unknown version',
    tables: {
      last: names.at(-1) ?? null,
      missing: migrationNames.filter((name) => !names.includes(name)),
      unknown: names.filter((name) => !migrationNames.includes(name)),
    },
  };
}

/**
 * Returns the size of the database and of each partition of contacts. It reads only the catalogue, no rows.
 */
export async function gatherSizes({ db }: Db): Promise<Omit<DatabaseSizeFacts, 'disk'>> {
  const whole = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  const { rows: partitions } = await sql<PartitionFacts>`
    select relname::text as name, pg_total_relation_size(pg_class.oid) as bytes
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'contacts'::regclass`.execute(db);
  return { bytes: whole.rows[0]?.bytes ?? 0, partitions };
}

/** Returns the noted times of backups (BAK-6). */
export async function gatherBackups({ db }: Db): Promise<BackupFacts> {
  const { rows } = await sql<{ action: keyof BackupFacts; at: Date }>`select deed as action, at from backup_notes`.execute(db);
  const timeOf = (action: keyof BackupFacts) => rows.find((row) => row.action === action)?.at.getTime() ?? null;
  return { made: timeOf('made'), restored: timeOf('restored'), tried: timeOf('tried') };
}

/**
 * Returns transmitters whose serial numbers count as equal (REG-22). They were stored before such numbers
 * were refused.
 */
export async function gatherSerialTwins({ db }: Db): Promise<SerialTwins[]> {
  const { rows } = await sql<SerialTwins>`
    select system_id as system, jsonb_agg(jsonb_build_object('id', id, 'serial', serial_number) order by id) as twins
    from transmitters group by system_id, serial_likeness(serial_number) having count(*) > 1
    order by system_id, min(id)`.execute(db);
  return rows;
}

/** Returns jobs that failed in the past 7 days. */
export async function gatherJobs({ db }: Db): Promise<FailingFacts['jobs']> {
  const { jobs } = await listJobs({ db }, wholeHost);
  const failed = jobs.filter(({ state }) => state === 'failed');
  const said = failed.slice(0, titlesSaid).map(({ title, reason }) => (reason === null ? title : `${title} (${reason})`));
  return { count: failed.length, titles: failed.length > said.length ? [...said, '…'] : said };
}

/** Returns how many emails were refused or still wait, and which systems' webhooks fail. */
export async function gatherOutward({ db }: Db): Promise<Omit<FailingFacts, 'jobs'>> {
  const mails = await sql<{ refused: number; waiting: number }>`
    select count(*) filter (where state in ('refused', 'dead') and created_at > now() - interval '7 days') as refused,
      count(*) filter (where state = 'waiting' and created_at < now() - interval '1 hour') as waiting
    from mail_outbox`.execute(db);
  const { rows: webhooks } = await sql<{ system: string; since: Date }>`
    select coalesce(nullif(common_name, ''), systems.id) as system, failing_since as since
    from webhooks join systems on systems.id = system_id
    where failing_since is not null and systems.webhook_id = webhooks.id order by failing_since`.execute(db);
  const [mail] = mails.rows;
  return {
    mails: { refused: mail?.refused ?? 0, waitingLong: mail?.waiting ?? 0 },
    webhooks: webhooks.map(({ system, since }) => ({ system, since: since.getTime() })),
  };
}

/**
 * Returns when each hourly sweep last ended; null if none is recorded, because finished jobs are kept for
 * some days only.
 */
export async function gatherSweeps({ db }: Db, kinds: readonly Pick<JobKind<null>, 'name' | 'title'>[]): Promise<SweepFacts> {
  const { rows } = await sql<{ name: string; done_at: Date }>`
    select name, max(completed_on) as done_at from ${sql.table(`${jobSchema}.job`)}
    where state = 'completed' and name in (${sql.join(kinds.map(({ name }) => name))}) group by name`.execute(db);
  return kinds.map(({ name, title }) => ({ title, doneAt: rows.find((row) => row.name === name)?.done_at.getTime() ?? null }));
}

/** Compares the clocks of database and host. Assumes that the answer took half of the round trip. */
export async function gatherClock(database: Db): Promise<ClockFacts> {
  const asked = Date.now();
  const theirs = await databaseClock(database);
  const answered = Date.now();
  return { aheadMs: theirs - (asked + answered) / 2, uncertainMs: (answered - asked) / 2 + 1 };
}
