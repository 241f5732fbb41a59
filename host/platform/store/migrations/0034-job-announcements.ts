import { sql, type Kysely } from 'kysely';

/**
 * Announces every change of a job with its commit, by the job's system ('' for none), because people watch
 * jobs (JOB-13). A retry is announced, too, although it is written as a new row. Heartbeats, every few
 * seconds, are not announced.
 *
 * Two indexes return the newest jobs of each state, for the host and for a system (JOB-11). They use the
 * query's own expressions; without them, each query read all jobs of a week.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function announce_job() returns trigger language plpgsql as $$ begin
      perform pg_notify('console_jobs', coalesce(new.data->>'mitasId', ''));
      return null;
    end $$;

    create trigger job_announced after insert or update of state, data on jobs.job
      for each row when (new.data ? 'input') execute function announce_job();

    create index job_newest on jobs.job (state, coalesce(completed_on, created_on) desc, id)
      where data ? 'input' and source_id is null and not (state = 'completed' and data ? 'isRoutine');
    create index job_newest_of_system on jobs.job ((data->>'mitasId'), state, coalesce(completed_on, created_on) desc, id)
      where data ? 'input' and source_id is null and not (state = 'completed' and data ? 'isRoutine')
        and data->>'mitasId' is not null;
  `)
    .execute(db);
}
