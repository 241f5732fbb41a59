import { sql, type Kysely } from 'kysely';

/**
 * Whatever becomes of a job is announced with the commit, by its system ('' for none), whoever wrote it:
 * people look on (JOB-13). A try that is given up is written as a new row. That it lives, which its host says
 * every few seconds, is no news.
 *
 * Two indexes answer with the newest of each state, of the host and of a system (JOB-11), in the words of the
 * query: without them the jobs of a week were read each time.
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
