import { expect } from 'vitest';
import { assign } from 'xstate';
import { reprocessingMachine } from '../../src/machines/reprocessing/reprocessing-machine.ts';
import { reprocessProblems, withPreset } from '#model/detection/reprocess-form.ts';
import type { JobPage } from '#model/detection/reprocess-jobs.ts';
import { child, promise, samples } from '../support/machine-paths.ts';
import { sampleJob } from '../support/reprocess-samples.ts';

const done = { ...sampleJob, jobId: 'two', status: 'completed', isRestorable: true } as const;
const quiet: JobPage = { jobs: [done], running: [], orphaned: [], page: 1, pages: 1, total: 1, hasRunning: false };
const busy: JobPage = { ...quiet, jobs: [sampleJob, done], hasRunning: true };

/** DET-20, DET-21. */
export default samples({
  machine: reprocessingMachine.provide({
    actions: {
      recallGuide: () => {},
      keepGuide: () => {},
      beginForm: assign({ form: ({ context: { form } }) => withPreset(form, 'week', 1_700_000_000_000) }),
    },
  }),
  inputs: [{ mitasId: 'demo', search: '?tab=reprocessing' }],
  events: {
    'place.changed': [{ search: '?tab=reprocessing&status=failed' }, { search: '?tab=reprocessing' }, { search: '' }],
    'form.set': [{ fields: { start: 0, end: 3_600_000 } }, { fields: { chunkSize: '13' } }],
    'range.chosen': { preset: 'month', now: 1_700_000_000_000 },
    'estimate.retry': {},
    'start.ask': { now: 1_700_000_060_000 },
    'job.started': [],
    'jobs.listed': [],
    'job.cancelled': [{ job: sampleJob }, { job: { ...sampleJob, jobId: 'three' } }],
    'jobs.outdated': {},
    'jobs.retry': {},
    'summary.open': { job: done },
    'summary.close': {},
    'restore.ask': { job: done },
    'guide.toggle': {},
  },
  actors: {
    estimate: promise({
      outputs: [{ startTime: 0, endTime: 86_400_000, totalChunks: 4, emptyChunks: 1, contacts: 12, estimatedDuration: 2 }],
    }),
    jobs: child({ sends: [quiet, busy].map((list) => ({ type: 'jobs.listed', list })), errors: [new Error('broken')] }),
    start: child({ sends: [{ type: 'job.started', jobId: 'one' }], errors: [new Error('broken')] }),
    restore: child({ sends: [{ type: 'jobs.outdated' }], errors: [new Error('broken')] }),
    summary: child({ errors: [new Error('broken')] }),
    job: child({ sends: [{ type: 'jobs.outdated' }], errors: [new Error('broken')] }),
  },
  limit: 20_000,
  serializeState: ({ value, context: { form, list, followed, isGuideOpen } }) =>
    JSON.stringify([value, Object.keys(reprocessProblems(form)), list?.hasRunning, followed?.jobId, isGuideOpen]),
  invariant: ({ snapshot }) => {
    const { form, estimate, chosen } = snapshot.context;
    const isFit = Object.keys(reprocessProblems(form)).length === 0;
    expect(snapshot.matches({ estimate: 'unfit' }), 'nothing is estimated of a form with errors').toBe(!isFit);
    expect(estimate !== null, 'an estimate is of the form as it is').toBe(snapshot.matches({ estimate: 'known' }));
    if (snapshot.hasTag('summaryDialog')) expect(chosen).toEqual(done);
    expect('job' in snapshot.children).toBe(snapshot.matches({ job: 'following' }));
  },
});
