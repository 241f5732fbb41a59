import { type RawBuilder, sql } from 'kysely';
import { jobProgressSchema, type Job, type JobList, type JobState, jobStates, mostJobsPerState } from '#model/entities/job.ts';
import * as v from 'valibot';
import type { Db } from '../store/database.ts';
import { type JobFailure, plainReason } from './job-failure.ts';
import { jobSchema } from './job-library.ts';

/** The data that the host stores with a job, beside the library's own columns. */
export type JobData = {
  input: unknown;
  /** The title that people see. Jobs requested by an earlier version have no title and no `mitasId`. */
  title?: string;
  mitasId?: string | null;
  /** Set if people do not see the job unless it fails. */
  isRoutine?: true;
  progress?: unknown;
};

/** Selects the jobs of a system; null: all jobs of the host. */
export type JobScope = { mitasId: string | null };

/** A job, with the parts of its state that decide what can be done with it. */
export type FoundJob = { name: string; mitasId: string | null; isFailed: boolean; isOver: boolean };

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

const jobTable = sql.table(`${jobSchema}.job`);
const jobStateType = sql.table(`${jobSchema}.job_state`);
/**
 * The condition for jobs that people see: leaves out the library's own jobs and its copies of failed ones. It
 * must be written exactly as in the index.
 */
const isPeoples = sql`data ? 'input' and source_id is null`;
const ofScope = ({ mitasId }: JobScope) => (mitasId === null ? sql`true` : sql`data->>'mitasId' = ${mitasId}`);

/**
 * Returns the newest jobs of each state, of those that wait, run, or ended within 7 days (JOB-11), and the
 * states that have more.
 */
export async function listJobs({ db }: Pick<Db, 'db'>, scope: JobScope): Promise<JobList> {
  const { rows } = await jobListQuery(scope).execute(db);
  const isListed = ({ place }: JobRow): boolean => Number(place) <= mostJobsPerState;
  return {
    jobs: jobStates.flatMap((state) => rows.filter((row) => row.state === state && isListed(row)).map(jobOf)),
    more: jobStates.filter((state) => rows.some((row) => row.state === state && !isListed(row))),
  };
}

/**
 * Builds the query of a list. It reads only the newest jobs of each state, from the end of an index (0034),
 * because every console with the list loads it after every change. Large columns are read only for listed
 * jobs.
 */
export function jobListQuery(scope: JobScope): RawBuilder<JobRow> {
  return sql<JobRow>`
    select id, list_state as state, place, data - 'input' as data, output, created_on as asked_at, completed_on as ended_at,
      state = 'cancelled' as is_cancelled,
      case when started_on is null then 0 else retry_count + 1 end as attempt,
      case when state < 'active' and start_after > now() then start_after end as next_at
    from (
      select name, id, list_state, row_number() over (partition by list_state order by at desc, id) as place
      from (
        select kept, case when kept = 'active' then 'running' when kept = 'failed' then 'failed'
          when kept < 'active' then 'waiting' else 'over' end as list_state
        from unnest(enum_range(null::${jobStateType})) as kept
      ) as states cross join lateral (
        select name, id, coalesce(completed_on, created_on) as at
        from ${jobTable}
        where state = kept and ${isPeoples} and not (state = 'completed' and data ? 'isRoutine') and ${ofScope(scope)}
          and coalesce(completed_on, created_on)
            > case when kept <= 'active' then '-infinity' else now() - interval '7 days' end
        order by at desc, id limit ${mostJobsPerState + 1}
      ) as newest
    ) as placed join ${jobTable} using (name, id)
    where place <= ${mostJobsPerState + 1}
    order by place`;
}

/** Returns the job with that id, if the scope contains it. */
export async function findJob({ db }: Pick<Db, 'db'>, scope: JobScope, id: string): Promise<FoundJob | undefined> {
  if (!v.is(uuid, id)) return undefined;
  const { rows } = await findJobQuery(scope, id).execute(db);
  return rows[0];
}

/**
 * Builds the query for one job. It searches by kind and id, as in the table's key: there are few kinds and
 * many jobs.
 */
export function findJobQuery(scope: JobScope, id: string): RawBuilder<FoundJob> {
  return sql<FoundJob>`
    select name, data->>'mitasId' as "mitasId", state = 'failed' as "isFailed", state > 'active' as "isOver" from ${jobTable}
    where name in (select name from ${sql.table(`${jobSchema}.queue`)}) and id = ${id} and ${isPeoples} and ${ofScope(scope)}`;
}

/**
 * Where a job is: it `waits` for its first try or its turn; a host is `at` it; it is `left`, because no host
 * works on it although one should; or it is `over`. If it failed, `reason` says why.
 */
export type JobStatus = { stage: 'waits' | 'at' | 'left' | 'over'; isCancelled: boolean; reason: string };

/**
 * The time (s) after which a job still waiting for its first try counts as left, unless another job of its
 * kind is running.
 */
const firstTrySeconds = 30;

/** Returns where a job is. A job that is no longer stored counts as over. */
export async function jobStatusOf({ db }: Pick<Db, 'db'>, name: string, id: string): Promise<JobStatus> {
  const { rows } = await sql<{ stage: JobStatus['stage']; is_cancelled: boolean; output: Partial<JobFailure> | null }>`
    select state = 'cancelled' as is_cancelled, output, case when state > 'active' then 'over'
      when state = 'active' and coalesce(heartbeat_on, started_on) > now() - make_interval(secs => heartbeat_seconds) then 'at'
      when state = 'created' and created_on > now() - make_interval(secs => ${firstTrySeconds}) then 'waits'
      when state < 'active' and exists (select from ${jobTable} as other where other.name = ${name} and other.state = 'active'
        and coalesce(other.heartbeat_on, other.started_on) > now() - make_interval(secs => other.heartbeat_seconds)) then 'waits'
      else 'left' end as stage
    from ${jobTable} where name = ${name} and id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return { stage: 'over', isCancelled: false, reason: plainReason({}) };
  const { stage, is_cancelled: isCancelled, output } = row;
  return { stage, isCancelled, reason: plainReason(output ?? {}) };
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
