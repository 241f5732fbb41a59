import { expect } from 'vitest';
import { reprocessJobMachine, selectKnown } from '../../src/machines/reprocess-job/reprocess-job-machine.ts';
import { followedStatus } from '#model/detection/reprocess-jobs.ts';
import { promise, samples } from '../support/machine-paths.ts';
import { sampleJob } from '../support/reprocess-samples.ts';

const asked = { mitasId: 'demo', jobId: 'one' };
const gone = { kind: 'server', code: 404, type: 'NotFound' } as const;

/** DET-20. */
export default samples({
  machine: reprocessJobMachine,
  inputs: [
    { ...asked, job: null, isCancelled: false },
    { ...asked, job: sampleJob, isCancelled: true },
  ],
  events: { 'job.cancel': {} },
  actors: {
    loadJob: promise({
      outputs: (['running', 'completed', 'failed', 'cancelled'] as const).map((status) => ({ ...sampleJob, status })),
      errors: [{ kind: 'network' }, gone],
    }),
    cancelJob: promise({ outputs: [{ message: 'OK' }] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { job } = snapshot.context;
    expect(snapshot.tags.size, 'it is in one state for the person').toBe(1);
    const shown = snapshot.hasTag('lost') ? 'failed' : [...snapshot.tags][0];
    expect(followedStatus(selectKnown(snapshot)), 'and shown as such').toBe(shown);
    for (const status of ['completed', 'failed'] as const)
      if (snapshot.hasTag(status)) expect(job?.status, 'what is over is shown as the host has it').toBe(status);
    if (snapshot.matches('polling') || snapshot.matches('waiting'))
      expect([undefined, 'running'], 'what runs here is not over there').toContain(job?.status);
  },
});
