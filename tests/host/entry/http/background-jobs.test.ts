import { once } from 'node:events';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job, JobList, JobProgress } from '#model/entities/job.ts';
import { doing, type JobKind, type JobTry } from '../../../../host/platform/jobs/job-kind.ts';
import { writeProgress } from '../../../../host/platform/jobs/job-progress.ts';
import { listJobs } from '../../../../host/platform/jobs/job-records.ts';
import { type Jobs, startJobs } from '../../../../host/platform/jobs/jobs.ts';
import { Mistake } from '../../../../host/platform/mistake.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';

/** JOB-10 to JOB-13: what people see of background work and can do with it. */

const patience = { timeout: 60_000, interval: 20 };
const kind = (name: string, more: Partial<JobKind<string>> = {}): JobKind<string> => ({
  name,
  title: `Work ${name}`,
  input: v.string(),
  deadlineSeconds: 600,
  retries: 0,
  longestPauseSeconds: 1,
  mostWaiting: 1_000,
  atOnce: 5,
  ...more,
});
/** A kind of job whose system is the first word of its input. */
const ofSystem = (name: string, more: Partial<JobKind<string>> = {}) =>
  kind(name, { system: (input) => input.split(' ')[0] ?? '', ...more });

const [held, fails, whole] = [ofSystem('held'), ofSystem('fails'), kind('whole')];
/** Half a surrogate pair, a NUL that PostgreSQL cannot store, and too long. */
const nastyWords = `No room for \uD83D\0or this: ${'x'.repeat(100_000)}`;
const nasty = ofSystem('nasty');
const thrown: Readonly<Record<string, unknown>> = {
  'river mistake': new Mistake(nastyWords),
  'river error': new Error(nastyWords),
  'river nothing': undefined,
};
/** No host runs these. */
const [waits, alone] = [ofSystem('waits'), ofSystem('alone', { key: (input) => input, sameKey: 'joins' })];

let stage: ChangeStage;
let jobs: Jobs;
let operator: Sitter;
let ada: Sitter;
let lakeOwner: Sitter;
const tries = new Map<string, JobTry>();
const unlucky = new Set<string>();

beforeAll(async () => {
  stage = await changeStage();
  const log = pino({ level: 'silent' });
  const database = stage.host.database;
  // A host that runs these kinds once, so that their jobs can be requested.
  const idle = [waits, alone].map((each) => doing(each, () => Promise.resolve()));
  await (await startJobs({ database, log, works: idle })).close();
  jobs = await startJobs({
    database,
    log,
    timeoutMs: 100,
    works: [
      doing(held, async (input, attempt) => {
        tries.set(input, attempt);
        await once(attempt.signal, 'abort');
      }),
      doing(fails, (input, { number }) => {
        if (!unlucky.has(input)) return Promise.resolve();
        return Promise.reject(number === 1 ? new Mistake('The disk had no room.') : new Error(`row of ${input} is secret`));
      }),
      doing(whole, () => Promise.resolve()),
      doing(nasty, async (input) => {
        if (input !== 'river good') throw thrown[input];
        return Promise.resolve();
      }),
    ],
  });
  operator = await stage.sit('operator', 0);
  ada = await stage.sit('ada', 2);
  lakeOwner = await stage.sit('owner', 1, 'lake');
}, 120_000);
afterAll(async () => {
  await jobs.close();
  await stage.close();
});

const listOf = async (who: Sitter): Promise<JobList> => (await who.call('GET', '/jobs')).json as JobList;
const idOf = async (asked: Promise<string[]>): Promise<string> => (await asked)[0] ?? 'nothing was asked for';
const seen = async (who: Sitter, id: string): Promise<Job | undefined> => (await listOf(who)).jobs.find((job) => job.id === id);

test('administrators see the jobs of their system, the operator of the host sees all, and nobody else any (JOB-11)', async () => {
  const river = await idOf(jobs.enqueue(fails, ['river a']));
  const lake = await idOf(jobs.enqueue(fails, ['lake a']));
  const all = await idOf(jobs.enqueue(whole, ['for everybody']));
  await expect.poll(async () => (await seen(operator, all))?.state, patience).toBe('over');
  await expect.poll(async () => (await seen(operator, river))?.state, patience).toBe('over');
  const told = (job: Job | undefined) => job && [job.title, job.mitasId, job.attempt, job.reason, job.isCancelled];
  expect(told(await seen(operator, river))).toEqual(['Work fails', 'river', 1, null, false]);
  expect(told(await seen(operator, lake))).toEqual(['Work fails', 'lake', expect.any(Number), null, false]);
  expect(told(await seen(operator, all))).toEqual(['Work whole', null, 1, null, false]);
  expect((await listOf(ada)).jobs.map(({ id }) => id)).toEqual([river]);
  expect((await listOf(lakeOwner)).jobs.map(({ id }) => id)).toEqual([lake]);
  // A job's input is private, and the library's copies of failed jobs are no jobs.
  expect((await operator.call('GET', '/jobs')).text).not.toContain('for everybody');
  for (const [name, role] of [
    ['vera', 4],
    ['rosa', 3],
  ] as const)
    expect((await (await stage.sit(name, role)).call('GET', '/jobs')).status).toBe(403);
});

test('one that failed says why in plain words, and is tried once more by those who may see it (JOB-12)', async () => {
  unlucky.add('river b');
  const id = await idOf(jobs.enqueue(fails, ['river b']));
  await expect.poll(async () => (await seen(ada, id))?.state, patience).toBe('failed');
  expect(await seen(ada, id)).toMatchObject({ reason: 'The disk had no room.', attempt: 1, endedAt: expect.any(Number) });
  expect((await lakeOwner.call('POST', `/jobs/${id}/retry`)).status).toBe(404);
  expect((await ada.call('POST', `/jobs/${id}/retry`)).status).toBe(200);
  await expect.poll(async () => (await seen(ada, id))?.attempt, patience).toBe(2);
  await expect.poll(async () => (await seen(ada, id))?.state, patience).toBe('failed');
  // A message not written for people may contain private data.
  expect((await seen(ada, id))?.reason).toBe('Something went wrong on the host. See its log.');
  unlucky.clear();
  expect((await operator.call('POST', `/jobs/${id}/retry`)).status).toBe(200);
  await expect.poll(async () => (await seen(ada, id))?.state, patience).toBe('over');
  expect((await ada.call('POST', `/jobs/${id}/retry`)).status).toBe(409);
  expect((await listOf(operator)).jobs.filter(({ title }) => title === 'Work fails')).toHaveLength(3);
});

test('one whose failure says what no row may hold has failed, and those that are settled with it are settled (JOB-11)', async () => {
  const asked = await jobs.enqueue(nasty, ['river mistake', 'river error', 'river nothing', 'river good']);
  const states = async () => Promise.all(asked.map(async (id) => (await seen(ada, id))?.state));
  await expect.poll(states, patience).toEqual(['failed', 'failed', 'failed', 'over']);
  const [mistake = '', error = ''] = await Promise.all(asked.map(async (id) => (await seen(ada, id))?.reason));
  expect(mistake).toMatch(/^No room for \uFFFD or this: x+$/);
  expect(error).toBe('Something went wrong on the host. See its log.');
});

test('one that failed is not tried again beside another of the same that waits (JOB-12)', async () => {
  const id = await idOf(jobs.enqueue(alone, ['river c']));
  await stage.host.database.pool.query(`update jobs.job set state = 'failed', completed_on = now() where id = $1`, [id]);
  await jobs.enqueue(alone, ['river c']);
  const refused = await ada.call('POST', `/jobs/${id}/retry`);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('waiting or running already')]);
});

test('one that waits or is under way is cancelled by those who may see it (JOB-12)', async () => {
  const [waiting, running] = [await idOf(jobs.enqueue(waits, ['river d'])), await idOf(jobs.enqueue(held, ['river d']))];
  await expect.poll(() => tries.has('river d'), patience).toBe(true);
  for (const id of [waiting, running]) {
    expect((await lakeOwner.call('POST', `/jobs/${id}/cancel`)).status).toBe(404);
    expect((await ada.call('POST', `/jobs/${id}/cancel`)).status).toBe(200);
    expect(await seen(ada, id)).toMatchObject({ state: 'over', isCancelled: true });
    expect((await ada.call('POST', `/jobs/${id}/cancel`)).status).toBe(409);
  }
  await expect.poll(() => tries.get('river d')?.signal.aborted, patience).toBe(true);
  // A job may end or be retried between the check and the action.
  await expect(jobs.cancel(waits, waiting)).rejects.toMatchObject({ status: 409 });
  await expect(jobs.retry(waits, waiting)).rejects.toMatchObject({ status: 409 });
  const done = stage.host
    .logged()
    .split('\n')
    .filter((line) => line.includes(running) && line.includes('cancelled by a person'));
  expect(done.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 30, by: ada.id, job: 'held', id: running, mitasId: 'river' }),
  ]);
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000'])
    expect((await ada.call('POST', `/jobs/${id}/cancel`)).status).toBe(404);
});

test('how far a try has come is told by the try that has the job, and by no other (JOB-10)', async () => {
  const id = await idOf(jobs.enqueue(held, ['river e']));
  await expect.poll(() => tries.has('river e'), patience).toBe(true);
  const attempt = tries.get('river e')!;
  const told = async (): Promise<JobProgress | null | undefined> => (await seen(ada, id))?.progress;
  expect(await told()).toBeNull();
  // A character that no row can store would lose the whole progress.
  attempt.progress({ done: 1, total: 3, what: 'contacts of \uD83D\0it' });
  await expect.poll(told, patience).toEqual({ done: 1, total: 3, what: 'contacts of \uFFFD it' });
  // Of several reports, the last is stored.
  for (const done of [2, 3]) attempt.progress({ done, total: 3, what: 'contacts' });
  await expect.poll(told, patience).toEqual({ done: 3, total: 3, what: 'contacts' });
  // A transaction that holds the job does not wait for itself.
  await inTransaction(stage.host.database, async (transaction) => {
    await attempt.hold(transaction);
    const isWritten = await writeProgress(
      stage.host.database,
      { name: held.name, id, attempt: 1 },
      { done: 4, total: null, what: 'contacts' },
    );
    expect(isWritten).toBe(false);
  });
  expect(await told()).toEqual({ done: 3, total: 3, what: 'contacts' });
  attempt.progress({ done: 5, total: null, what: 'contacts' });
  await expect.poll(told, patience).toEqual({ done: 5, total: null, what: 'contacts' });
  // The job continued on another host, as after its own host slept.
  await stage.host.database.pool.query('update jobs.job set retry_count = retry_count + 1 where id = $1', [id]);
  expect(await told()).toBeNull();
  await writeProgress(stage.host.database, { name: held.name, id, attempt: 1 }, { done: 6, total: 6, what: 'contacts' });
  await ada.call('POST', `/jobs/${id}/cancel`);
  await expect.poll(() => attempt.signal.aborted, patience).toBe(true);
  const { rows } = await stage.host.database.pool.query('select data from jobs.job where id = $1', [id]);
  expect(rows).toMatchObject([{ data: { progress: { done: 5, attempt: 1 } } }]);
});

test('those who may see a job hear that it changed, and nobody else (JOB-13)', async () => {
  const rosa = await stage.sit('rita', 3);
  const news = (who: Sitter) => who.of('invalidate').filter(({ payload }) => payload.includes('jobs')).length;
  const before = [operator, ada, lakeOwner, rosa].map(news);
  const heardMore = (who: Sitter, index: number) => news(who) > (before[index] ?? 0);
  await jobs.enqueue(waits, ['lake f']);
  await expect.poll(() => heardMore(operator, 0) && heardMore(lakeOwner, 2), patience).toBe(true);
  await jobs.enqueue(whole, ['f']);
  await jobs.enqueue(waits, ['river f']);
  await expect.poll(() => heardMore(ada, 1), patience).toBe(true);
  expect(news(rosa)).toBe(0);
});

test('of each state the newest are told, and that there are more (JOB-11)', async () => {
  const { pool } = stage.host.database;
  await pool.query(`insert into jobs.job (name, data, state, created_on, completed_on)
    select 'waits', jsonb_build_object('input', 'x', 'title', 'Bulk ' || n, 'mitasId', 'pond'), state::jobs.job_state,
      now() - n * interval '1 minute', case when state > 'active' then now() - n * interval '1 minute' end
    from generate_series(1, 60) as n, unnest(array['created', 'failed', 'completed', 'cancelled']::jobs.job_state[]) as state`);
  await pool.query(`update jobs.job set completed_on = now() - interval '8 days' where data->>'title' = 'Bulk 1'
    and state > 'active'`);
  const { jobs: listed, more } = await listJobs(stage.host.database, { mitasId: 'pond' });
  expect(more).toEqual(['failed', 'waiting', 'over']);
  const titles = (state: Job['state']) => listed.filter((job) => job.state === state).map(({ title }) => title);
  const newest = (count: number, from: number) => Array.from({ length: count }, (_, index) => `Bulk ${from + index}`);
  expect(titles('failed')).toEqual(newest(50, 2));
  expect(titles('waiting')).toEqual(newest(50, 1));
  // Completed and cancelled jobs alternate.
  expect(new Set(titles('over'))).toEqual(new Set(newest(25, 2)));
  expect(titles('running')).toEqual([]);
});
