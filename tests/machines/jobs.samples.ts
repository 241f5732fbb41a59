import { expect } from 'vitest';
import type { Job } from '#model/entities/job.ts';
import { jobsMachine } from '../../src/machines/jobs/jobs-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const job: Job = {
  id: 'one',
  title: 'Counting',
  mitasId: 'demo',
  state: 'failed',
  isCancelled: false,
  progress: null,
  attempt: 1,
  reason: 'The disk had no room.',
  askedAt: 1,
  endedAt: 2,
  nextAt: null,
};

export default samples({
  machine: jobsMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'jobs.retry': {},
    'job.handle': [{ id: 'one', deed: 'retry' }],
  },
  actors: {
    jobUpdates: callback({
      sends: [{ type: 'right.known', may: true }, { type: 'right.known', may: false }, { type: 'jobs.changed' }],
      errors: [new Error('no socket')],
    }),
    loadJobs: promise({ outputs: [{ jobs: [job], more: [] }] }),
    handleJob: promise({ outputs: [{}] }),
  },
  serializeState: ({ value, context: { list, isOutdated, failure, handled } }) =>
    JSON.stringify([value, list !== null, isOutdated, failure !== null, handled?.failure?.kind]),
  invariant: ({ snapshot }) => {
    const { list, failure, handled } = snapshot.context;
    if (snapshot.hasTag('ready')) expect(list).not.toBeNull();
    if (snapshot.hasTag('failed') || snapshot.hasTag('stale')) expect(failure).not.toBeNull();
    if (snapshot.hasTag('barred')) expect(list, 'what may not be seen any more is gone').toBeNull();
    if (snapshot.hasTag('handling') && list !== null) expect(handled).toMatchObject({ id: 'one', failure: null });
  },
});
