import { sql } from 'kysely';
import { jobProgressSchema, type Job, type JobList, type JobState, jobStates, mostJobsPerState } from '#model/entities/job.ts';
import * as v from 'valibot';
import type { Db } from '../store/database.ts';
import { type JobFailure, plainReason } from './job-failure.ts';
import { jobSchema } from './job-library.ts';

/** What is kept with a job beside what the library keeps. */
export type JobData = {
  input: unknown;
  /** What people read; absent of a job of an earlier version, as is its system. */
  title?: string;
  mitasId?: string | null;
  progress?: unknown;
};

/** Whose jobs are meant: those of a system; null: all of the host. */
export type JobScope = { mitasId: string | null };

const earlierTitle = 'Work of an earlier version';

type JobRow = {
  id: string;
  state: JobState;
  is_cancelled: boolean;
  data: Omit<JobData, 'input'>;
  output: Partial<JobFailure> | null;
  attempt: number;
  asked_at: Date;
  ended_at: Date | null;
  next_at: Date | null;
  place: string;
};

const ofScope = ({ mitasId }: JobScope) => (mitasId === null ? sql`true` : sql`data->>'mitasId' = ${mitasId}`);

/** Jobs that wait, are under way, or were over within 7 days (JOB-11): of each state the newest. */
export async function listJobs({ db }: Pick<Db, 'db'>, scope: JobScope): Promise<JobList> {
  const table = sql.table(`${jobSchema}.job`);
  // What is large of a job is read of those alone that are listed.
  const { rows } = await sql<JobRow>`
    select id, list_state as state, place, data - 'input' as data, output, created_on as asked_at, completed_on as ended_at,
      state = 'cancelled' as is_cancelled,
      case when started_on is null then 0 else retry_count + 1 end as attempt,
      case when state < 'active' and start_after > now() then start_after end as next_at
    from (
      select name, id, list_state, row_number() over (partition by list_state order by at desc, id) as place
      from (
        select name, id, coalesce(completed_on, created_on) as at,
          case when state = 'active' then 'running' when state = 'failed' then 'failed'
            when state < 'active' then 'waiting' else 'over' end as list_state
        from ${table}
        where data ? 'input' and source_id is null and (state <= 'active' or completed_on > now() - interval '7 days')
          and ${ofScope(scope)}
      ) as meant
    ) as placed join ${table} using (name, id)
    where place <= ${mostJobsPerState + 1}
    order by place`.execute(db);
  const isListed = ({ place }: JobRow): boolean => Number(place) <= mostJobsPerState;
  return {
    jobs: jobStates.flatMap((state) => rows.filter((row) => row.state === state && isListed(row)).map(jobOf)),
    more: jobStates.filter((state) => rows.some((row) => row.state === state && !isListed(row))),
  };
}

/** A job of that id, where there is one in the scope. */
export async function findJob(
  { db }: Pick<Db, 'db'>,
  scope: JobScope,
  id: string,
): Promise<{ name: string; isFailed: boolean; isOver: boolean } | undefined> {
  if (!v.is(uuid, id)) return undefined;
  const { rows } = await sql<{ name: string; isFailed: boolean; isOver: boolean }>`
    select name, state = 'failed' as "isFailed", state > 'active' as "isOver" from ${sql.table(`${jobSchema}.job`)}
    where id = ${id} and data ? 'input' and source_id is null and ${ofScope(scope)}`.execute(db);
  return rows[0];
}

const uuid = v.pipe(v.string(), v.uuid());

function jobOf({ id, state, is_cancelled, data, output, attempt, asked_at, ended_at, next_at }: JobRow): Job {
  return {
    id,
    title: data.title ?? earlierTitle,
    mitasId: data.mitasId ?? null,
    state,
    isCancelled: is_cancelled,
    progress: state === 'running' ? progressOf(data, attempt) : null,
    attempt,
    reason: state === 'over' || output === null ? null : plainReason(output),
    askedAt: asked_at.getTime(),
    endedAt: ended_at?.getTime() ?? null,
    nextAt: next_at?.getTime() ?? null,
  };
}

function progressOf({ progress }: JobRow['data'], attempt: number): Job['progress'] {
  const parsed = v.safeParse(v.object({ ...jobProgressSchema.entries, attempt: v.literal(attempt) }), progress);
  if (!parsed.success) return null;
  const { done, total, what } = parsed.output;
  return { done, total, what };
}
