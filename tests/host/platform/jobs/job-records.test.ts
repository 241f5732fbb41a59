import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doing, type JobKind } from '../../../../host/platform/jobs/job-kind.ts';
import { findJob, findJobQuery, jobListQuery, listJobs } from '../../../../host/platform/jobs/job-records.ts';
import { type Jobs, startJobs } from '../../../../host/platform/jobs/jobs.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** JOB-11 on a host that has sent many emails in the past week. */

const patience = { timeout: 60_000, interval: 20 };
const count = 20_000;
const unlucky = new Set(['river fails']);
const routine: JobKind<string> = {
  name: 'routine',
  title: 'Sending one of many',
  isRoutine: true,
  input: v.string(),
  system: (input) => input.split(' ')[0] ?? '',
  deadlineSeconds: 60,
  retries: 0,
  longestPauseSeconds: 1,
  mostWaiting: 100,
  atOnce: 5,
};

let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await withTestDatabase();
  const work = doing(routine, (input) => (unlucky.has(input) ? Promise.reject(new Error('no luck')) : Promise.resolve()));
  jobs = await startJobs({ database, log: pino({ level: 'silent' }), works: [work] });
  await database.pool.query(
    `insert into jobs.job (name, data, state, created_on, completed_on, policy)
      select 'routine', jsonb_build_object('input', '', 'title', 'Old ' || n, 'mitasId', case when n % 2 = 0 then 'river' else 'lake' end)
        || case when n % 100 = 0 then '{}' else '{"isRoutine": true}'::jsonb end,
        case when n % 1000 = 0 then 'failed' else 'completed' end::jobs.job_state,
        now() - n * interval '10 seconds', now() - n * interval '10 seconds', 'standard'
      from generate_series(1, $1::int) as n`,
    [count],
  );
}, 120_000);
afterAll(async () => {
  await jobs.close();
  await database.close();
});

const planOf = async (query: RawBuilder<unknown>): Promise<string> => {
  const { sql, parameters } = query.compile(database.db);
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};
/** Returns how many pages of 8 KiB a plan touched; its first line has the total. */
const blocksOf = (plan: string): number =>
  [...(/Buffers: shared(.*)/.exec(plan)?.[1] ?? '').matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);

test('one of many that went well is not told of, and one that failed is (JOB-11)', async () => {
  const ids = await jobs.enqueue(routine, ['river goes well', 'river fails']);
  const stateOf = async (id = '') => (await listJobs(database, { mitasId: 'river' })).jobs.find((job) => job.id === id)?.state;
  await expect.poll(() => stateOf(ids[1]), patience).toBe('failed');
  const isOver = async () => (await findJob(database, { mitasId: null }, ids[0] ?? ''))?.isOver;
  await expect.poll(isOver, patience).toBe(true);
  expect(await stateOf(ids[0])).toBeUndefined();
  const { jobs: listed, more } = await listJobs(database, { mitasId: null });
  const over = listed.filter(({ state }) => state === 'over').map(({ title }) => title);
  expect(over.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11].map((n) => `Old ${n}00`));
  expect(more).toEqual(['over']);
});

test.each(['not looked at yet', 'known to the planner'])('are found by indexes, however many are kept: %s', async (when) => {
  if (when !== 'not looked at yet') await database.pool.query('analyze jobs.job_common');
  for (const mitasId of ['river', 'nowhere', null]) {
    for (const query of [jobListQuery({ mitasId }), findJobQuery({ mitasId }, randomUUID())]) {
      const plan = await planOf(query);
      expect(plan).not.toContain('Seq Scan on job_common');
      // Reading a whole index would be no better.
      expect(blocksOf(plan)).toBeLessThan(1_000);
    }
  }
});
