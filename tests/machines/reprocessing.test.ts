import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { JobPage } from '#model/detection/reprocess-jobs.ts';
import type { ReprocessOrder } from '#model/detection/reprocess-form.ts';
import type { ReprocessJob } from '#model/entities/detection-config.ts';
import { reprocessJobMachine } from '../../src/machines/reprocess-job/reprocess-job-machine.ts';
import { type JobsAsked, pagedJobs } from '../../src/machines/reprocessing/paged-jobs.ts';
import { reprocessingMachine, selectFollowed } from '../../src/machines/reprocessing/reprocessing-machine.ts';
import { sampleJob } from '../support/reprocess-samples.ts';

const done: ReprocessJob = { ...sampleJob, jobId: 'two', status: 'completed' };
const quiet: JobPage = { jobs: [done], running: [], orphaned: [], page: 1, pages: 1, total: 1, hasRunning: false };
const estimate = { startTime: 0, endTime: 86_400_000, totalChunks: 4, emptyChunks: 1, contacts: 12, estimatedDuration: 2 };

/** Opens the tab at an address; the test decides when the host answers. */
function begin(search: string) {
  const asked: (PromiseWithResolvers<JobPage> & { of: JobsAsked })[] = [];
  const estimated: ReprocessOrder[] = [];
  const machine = reprocessingMachine.provide({
    actors: {
      jobs: pagedJobs((of) => {
        const answer = Promise.withResolvers<JobPage>();
        asked.push({ ...answer, of });
        return answer.promise;
      }),
      estimate: fromPromise(async ({ input: { order } }) => {
        estimated.push(order);
        return estimate;
      }),
      job: reprocessJobMachine.provide({ actors: { loadJob: fromPromise(() => new Promise(() => {})) } }),
    },
    actions: { recallGuide: () => {}, beginForm: () => {} },
    delays: { rest: 0 },
  });
  const actor = createActor(machine, { input: { mitasId: 'river', search } }).start();
  const answer = (list: JobPage): Promise<void> => {
    asked.at(-1)?.resolve(list);
    return settled();
  };
  const fail = (): Promise<void> => {
    asked.at(-1)?.reject(new Error('no host'));
    return settled();
  };
  const jobs = () => actor.getSnapshot().children.jobs?.getSnapshot();
  return { actor, jobs, asked, answer, fail, estimated };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a job that runs is followed and can be cancelled, whatever the history shows (DET-20)', async () => {
  const { actor, answer } = begin('?tab=reprocessing&status=failed');
  await answer({ ...quiet, jobs: [], running: [sampleJob], total: 0, hasRunning: true });
  expect(selectFollowed(actor.getSnapshot())?.getSnapshot().context.job).toEqual(sampleJob);
  actor.stop();
});

test('jobs of one filter are never shown under another (DET-21)', async () => {
  const { actor, jobs, asked, answer, fail } = begin('?tab=reprocessing');
  await answer(quiet);
  actor.send({ type: 'place.changed', search: '?tab=reprocessing&status=failed' });
  actor.send({ type: 'jobs.outdated' });
  expect(asked.map(({ of }) => of.status)).toEqual(['all', 'failed']);
  await fail();
  expect([jobs()?.hasTag('failed'), jobs()?.context.list]).toEqual([true, null]);
  actor.stop();
});

test('a page beyond the last is the last (DET-21)', async () => {
  const { actor, jobs, asked, answer } = begin('?tab=reprocessing&page=99');
  await answer({ ...quiet, jobs: [], page: 99, pages: 3, total: 21 });
  expect(asked.map(({ of }) => of.page)).toEqual([99, 3]);
  expect(jobs()?.context.list).toBeNull();
  await answer({ ...quiet, page: 3, pages: 3, total: 21 });
  expect(jobs()?.context.list).toMatchObject({ page: 3 });
  actor.stop();
});

test('the last 7 days are those of when it is started (DET-20)', async () => {
  const { actor, answer, estimated } = begin('?tab=reprocessing');
  await answer(quiet);
  const now = Date.parse('2026-05-31T14:03:00Z');
  actor.send({ type: 'range.chosen', preset: 'week', now });
  await expect.poll(() => estimated).toHaveLength(1);
  actor.send({ type: 'start.ask', now: now + 3_600_000 });
  const { start } = actor.getSnapshot().children;
  expect(start?.getSnapshot().context.subject).toMatchObject({ endDate: '2026-05-31T15:03:00.000Z' });
  expect(actor.getSnapshot().context.form).toMatchObject({ preset: 'week', end: now + 3_600_000 });
  await expect.poll(() => estimated.at(-1)?.endDate).toBe('2026-05-31T15:03:00.000Z');
  actor.stop();
});

test('a start and an end in the address are what is estimated first (DET-23)', async () => {
  const { estimated } = begin('?tab=reprocessing&start=2026-05-01T12:00:00.000Z&end=2026-05-02T00:00:00.000Z');
  await expect
    .poll(() => estimated[0])
    .toMatchObject({ startDate: '2026-05-01T12:00:00.000Z', endDate: '2026-05-02T00:00:00.000Z' });
});
