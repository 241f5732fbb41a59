import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReprocessJob } from '#model/entities/detection-config.ts';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { reprocessJob } from '../../../../host/domain/detection/reprocess.ts';
import { startReprocess } from '../../../../host/domain/detection/reprocess-requests.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { burstsOf, hourMs, start } from '../../../support/detection-stage.ts';
import { transmitter } from '../../../support/transmitter-samples.ts';

/** The calls of reprocessing, on a host that runs its jobs (DET-3, DET-17 to DET-19). */

let stage: ChangeStage;
let olga: Sitter;
beforeAll(async () => {
  stage = await changeStage();
  olga = await stage.sit('olga', 2);
});
afterAll(() => stage.close());

const iso = (hours: number) => new Date(start + hours * hourMs).toISOString();
const range = { startDate: iso(0), endDate: iso(8), chunkSize: 4 };
const begin = (who = olga, more: object = {}) =>
  who.call('POST', '/reprocess/start', { body: { ...range, throttle: 0, ...more } });
const get = async <T>(path: string, who = olga) => (await who.call('GET', path)).json as T;
const jobOf = async (id: string) => (await get<{ job: ReprocessJob }>(`/reprocess/jobs/${id}`)).job;
type History = { jobs: ReprocessJob[]; pagination: Record<string, unknown> };
const history = (query = '') => get<History>(`/reprocess/jobs/history${query}`);
const idOf = (answer: { json: unknown }) => (answer.json as { job: { jobId: string } }).job.jobId;
async function becomes(id: string, status: ReprocessJob['status']): Promise<void> {
  await expect.poll(async () => (await jobOf(id)).status, { timeout: 45_000, interval: 50 }).toBe(status);
}

/** Stores a job whose background job is in this state. */
async function plantJob(
  state: string,
  more: { heardBefore?: number; askedBefore?: number; output?: object } = {},
): Promise<string> {
  const { database } = stage.host;
  const { heardBefore = 0, askedBefore = 0, output = null } = more;
  const jobs = {
    cancel: () => Promise.resolve(),
    enqueue: async (_: unknown, inputs: readonly unknown[]) => {
      const id = crypto.randomUUID();
      await database.pool.query(
        `insert into jobs.job (id, name, data, state, retry_limit, expire_seconds, heartbeat_seconds, created_on, started_on, heartbeat_on,
            completed_on, policy, singleton_key, output)
          values ($1, $2, $3, $4::jobs.job_state, 19, 3600, 10, now() - make_interval(secs => $7), now() - make_interval(secs => $6),
            now() - make_interval(secs => $6), case when $4::jobs.job_state > 'active' then now() end, 'singleton', $5, $8)`,
        [
          id,
          reprocessJob.name,
          JSON.stringify({ input: inputs[0], title: reprocessJob.title, mitasId: stage.river }),
          state,
          stage.river,
          heardBefore,
          askedBefore,
          output === null ? null : JSON.stringify(output),
        ],
      );
      return [id];
    },
  };
  const wish = { start: start, end: start + 8 * hourMs, chunkHours: 4, throttleSeconds: 0, createdBy: olga.id };
  return startReprocess({ database, jobs }, stage.river, wish);
}

test(
  'a job that no host has at hand is orphaned until it is cancelled, or a host takes it (DET-19)',
  { timeout: 90_000 },
  async () => {
    const orphaned = async () => (await get<{ jobs: ReprocessJob[] }>('/reprocess/orphaned')).jobs.map(({ jobId }) => jobId);
    const end = async () => {
      await stage.host.database.pool.query(`update reprocess_jobs set status = 'cancelled' where status = 'running'`);
      await stage.host.database.pool.query('delete from jobs.job where name = $1', [reprocessJob.name]);
    };
    // No runner is running yet, which would claim the stored jobs.
    await stage.host.database.pool.query(
      `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds,
        partition, table_name, heartbeat_seconds)
      values ($1, 'singleton', 19, 1, true, 3600, 86400, 86400, false, 'job_common', 10)`,
      [reprocessJob.name],
    );
    const at = await plantJob('active');
    expect([await orphaned(), (await jobOf(at)).status], 'a host is at it').toEqual([[], 'running']);
    await end();
    await plantJob('created');
    expect(await orphaned(), 'it begins in a moment').toEqual([]);
    await end();
    const unbegun = await plantJob('created', { askedBefore: 60 });
    expect(await orphaned()).toEqual([unbegun]);
    const busy = `insert into jobs.job (id, name, data, state, expire_seconds, heartbeat_seconds, started_on, heartbeat_on, singleton_key)
      values (gen_random_uuid(), $1, '{}', 'active', 3600, 10, now(), now(), 'another') returning id`;
    const { rows } = await stage.host.database.pool.query<{ id: string }>(busy, [reprocessJob.name]);
    expect(await orphaned(), 'it waits for its turn: a host is at that of another system').toEqual([]);
    await stage.host.database.pool.query('delete from jobs.job where id = $1', [rows[0]?.id]);
    expect(await orphaned()).toEqual([unbegun]);
    await end();
    const retried = await plantJob('retry');
    expect(await orphaned()).toEqual([retried]);
    await end();

    const failed = await plantJob('failed', { output: { reason: 'of the log', plain: "The host's disk was full." } });
    expect(await jobOf(failed)).toMatchObject({ status: 'failed', error: "The host's disk was full." });
    const stopped = await plantJob('cancelled');
    expect(await jobOf(stopped), 'of the list of all jobs (JOB-12)').toMatchObject({ status: 'cancelled', error: null });

    const cancelled = await plantJob('active', { heardBefore: 60 });
    expect(await orphaned()).toEqual([cancelled]);
    expect((await olga.call('POST', `/reprocess/jobs/${cancelled}/cancel`)).status).toBe(200);
    expect([await orphaned(), (await jobOf(cancelled)).status]).toEqual([[], 'cancelled']);
    await stage.host.database.pool.query('delete from jobs.job where name = $1', [reprocessJob.name]);

    const left = await plantJob('active', { heardBefore: 60 });
    expect(await orphaned()).toEqual([left]);
    // The test host has had a runner since the call that cancelled.
    await becomes(left, 'completed');
    expect(await orphaned()).toEqual([]);
    await stage.host.database.pool.query('delete from reprocess_jobs');
  },
);

test('from an estimate to the restored result, with the history of it', { timeout: 60_000 }, async () => {
  await olga.call('POST', '/transmitters', { body: { txData: transmitter('TX-000001', 17, 150.1) } });
  const [a] = stage.rx;
  await insertContacts(stage.host.database.pool, stage.river, [
    ...burstsOf(a, start + hourMs, 2),
    ...burstsOf(a, start + 6 * hourMs, 5),
  ]);
  const follower = new SystemFollower(stage.host.database, stage.river);
  const kept = async () => {
    await follower.pass(Date.now());
    const text = 'select hits from detections where system_id = $1 order by hour';
    return (await stage.host.database.pool.query<{ hits: number }>(text, [stage.river])).rows.map(({ hits }) => hits);
  };
  await expect.poll(kept, { timeout: 20_000, interval: 20 }).toEqual([2, 5]);
  const { detectionConfig } = await get<{ detectionConfig: object }>('/detection-config');
  const body = { ...detectionConfig, minimumHits: 3, changeReason: null };
  expect((await olga.call('PUT', '/detection-config', { body })).status).toBe(200);

  expect((await olga.call('POST', '/reprocess/estimate', { body: range })).json).toEqual({
    startTime: start,
    endTime: start + 8 * hourMs,
    totalChunks: 2,
    emptyChunks: 0,
    contacts: 7,
    estimatedDuration: 0,
  });
  expect((await olga.call('POST', '/reprocess/estimate', { body: { ...range, throttle: 60 } })).json).toMatchObject({
    estimatedDuration: 1,
  });
  expect((await history()).pagination).toEqual({
    currentPage: 1,
    totalPages: 0,
    totalJobs: 0,
    jobsPerPage: 10,
    hasRunningJobs: false,
  });
  const first = idOf(await begin());
  await becomes(first, 'completed');
  expect(await jobOf(first)).toMatchObject({
    jobId: first,
    createdBy: olga.id,
    startTime: start,
    endTime: start + 8 * hourMs,
    configVersion: 2,
    progressPct: 100,
    blocksProcessed: 2,
    added: 0,
    removed: 1,
    kept: 1,
    isRestorable: true,
  });
  await expect.poll(kept).toEqual([5]);
  expect(await get(`/reprocess/jobs/${first}/summary`)).toMatchObject({
    rows: [{ receiverId: a, removed: 1, kept: 1 }],
    totalRows: 1,
  });

  const resting = idOf(await begin(olga, { throttle: 60 }));
  await expect.poll(async () => (await jobOf(resting)).blocksProcessed, { timeout: 20_000, interval: 50 }).toBe(1);
  expect(await jobOf(resting)).toMatchObject({ status: 'running', progressPct: 50, isRestorable: false });
  const again = await begin();
  expect([again.status, again.json]).toMatchObject([409, { error: { message: 'A reprocessing job is already running' } }]);
  expect((await olga.call('GET', `/reprocess/jobs/${resting}/summary`)).status).toBe(409);
  expect((await olga.call('POST', `/reprocess/jobs/${first}/restore`)).status, 'while one runs').toBe(409);
  expect((await history()).pagination).toMatchObject({ totalJobs: 2, totalPages: 1, hasRunningJobs: true });
  expect((await olga.call('POST', `/reprocess/jobs/${resting}/cancel`)).status).toBe(200);
  expect((await olga.call('POST', `/reprocess/jobs/${resting}/cancel`)).status, 'it is over').toBe(409);

  const newest = await history('?page=1&limit=1');
  expect(newest.jobs.map(({ jobId, status }) => [jobId, status])).toEqual([[resting, 'cancelled']]);
  expect(newest.pagination).toEqual({ currentPage: 1, totalPages: 2, totalJobs: 2, jobsPerPage: 1, hasRunningJobs: false });
  expect((await history('?page=2&limit=1')).jobs.map(({ jobId }) => jobId)).toEqual([first]);
  const completed = await history('?status=completed');
  expect([completed.jobs.map(({ jobId }) => jobId), completed.pagination['totalJobs']]).toEqual([[first], 1]);

  expect((await olga.call('POST', `/reprocess/jobs/${first}/restore`)).status).toBe(200);
  await expect.poll(kept).toEqual([2, 5]);
  expect((await olga.call('POST', `/reprocess/jobs/${first}/restore`)).status, 'it is restored').toBe(409);
});

test('a range that has not begun, and chunks of parts of hours, are refused with what to do', async () => {
  const future = new Date(Date.now() + 24 * hourMs).toISOString();
  expect((await begin(olga, { startDate: future, endDate: future })).json).toMatchObject({
    error: { code: 400, field: 'startDate', message: expect.stringContaining('Choose hours that have begun') as string },
  });
  expect((await begin(olga, { chunkSize: 2.5 })).json).toMatchObject({ error: { code: 400, field: 'chunkSize' } });
  expect((await history()).pagination).toMatchObject({ hasRunningJobs: false });
});

test('another system and another role see nothing of it, and change nothing', async () => {
  const [job] = (await history()).jobs;
  const paths = ['', '/summary'].map((end) => ['GET', `/reprocess/jobs/${job?.jobId}${end}`] as const);
  const writes = ['cancel', 'restore'].map((end) => ['POST', `/reprocess/jobs/${job?.jobId}/${end}`] as const);
  const stranger = await stage.sit('stranger', 2, stage.lake);
  for (const [method, path] of [...paths, ...writes])
    expect([path, (await stranger.call(method, path)).status]).toEqual([path, 404]);
  expect(await get('/reprocess/jobs/history', stranger)).toMatchObject({ jobs: [], pagination: { totalJobs: 0 } });
  const editor = await stage.sit('edda', 3);
  const lists = ['/reprocess/orphaned', '/reprocess/jobs/history'].map((path) => ['GET', path] as const);
  for (const [method, path] of [...paths, ...writes, ...lists])
    expect([path, (await editor.call(method, path)).status]).toEqual([path, 403]);
  expect([(await begin(editor)).status, (await editor.call('POST', '/reprocess/estimate', { body: range })).status]).toEqual([
    403, 403,
  ]);
  expect((await olga.call('GET', '/reprocess/jobs/nothing')).status).toBe(404);
});
