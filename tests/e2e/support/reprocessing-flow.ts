import { reprocessJobMachine } from '../../../src/machines/reprocess-job/reprocess-job-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { sampleJob } from '../../support/reprocess-samples.ts';
import { detectionCard } from './detection-page.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { messageOf } from './message.ts';
import type { ReprocessingStage } from './reprocessing-stage.ts';

const ofOthers = 'it takes another person or a host that fails: reprocess-job.samples.ts walks it';

/** A job that a person starts, with every possible outcome (DET-20). */
export const reprocessingFlow: Flow<typeof reprocessJobMachine, ReprocessingStage> = {
  machine: reprocessJobMachine,
  samples: samples({
    machine: reprocessJobMachine,
    inputs: [{ mitasId: 'demo', jobId: 'one', job: null, isCancelled: false }],
    events: { 'job.cancel': ({ context }) => (context.job === null ? [] : [{}]) },
    actors: {
      loadJob: promise({ outputs: [sampleJob, { ...sampleJob, status: 'completed' as const }] }),
      cancelJob: promise({ outputs: [{}] }),
    },
    systems: ['snackbar'],
    leads: [
      {
        steps: [
          'loadJob done #0',
          'wait',
          'loadJob failed',
          'wait',
          'job.cancel',
          'cancelJob failed',
          'loadJob done #0',
          'job.cancel',
          'cancelJob done',
        ],
      },
      { steps: ['loadJob done #0', 'wait', 'loadJob done #1'] },
    ],
    serializeState: ({ value, context: { job } }) => JSON.stringify([value, job?.status]),
  }),
  byHand: {
    'job.cancel': ({ page }) => detectionCard(page, 'Reprocessing job').getByRole('button', { name: 'Cancel job' }).click(),
  },
  byTheWorld: {
    'loadJob done #0': ({ polls }) => polls.letGo(),
    async 'loadJob done #1'(stage) {
      await stage.untilOver();
      await stage.polls.letGo();
    },
    'loadJob failed': ({ polls }) => polls.cut(),
    'wait 3000 ms': ({ polls }) => expect.poll(() => polls.waiting, { message: 'it is polled again' }).toBe(1),
    'cancelJob done': ({ cancels }) => cancels.letGo(),
    'cancelJob failed': ({ cancels }) => cancels.cut(),
  },
  elsewhere: {},
  untaken: {
    'reprocessJob.deciding · always [isCancelledHere] → reprocessJob.cancelling':
      'of a job that a restart interrupted: reprocess-job.samples.ts walks it',
    'reprocessJob.polling · xstate.done.actor.loadJob [isCancelled] → reprocessJob.cancelled': ofOthers,
    'reprocessJob.polling · xstate.done.actor.loadJob → reprocessJob.failed': ofOthers,
    'reprocessJob.polling · xstate.error.actor.loadJob [isGone] → reprocessJob.lost': ofOthers,
  },
  async shows({ page }, snapshot) {
    const card = detectionCard(page, 'Reprocessing job');
    const { job, failure } = snapshot.context;
    // Checked first, as it closes after two seconds.
    if (snapshot.hasTag('completed')) await expect(messageOf(page)).toContainText('Reprocessing job completed successfully');
    if (snapshot.matches('cancelled')) await expect(messageOf(page)).toContainText('Reprocessing job cancelled');
    const word = snapshot.hasTag('completed') ? 'Completed' : snapshot.hasTag('cancelled') ? 'Cancelled' : 'Running';
    await expect(card.getByText(word, { exact: true })).toBeVisible();
    await expect(card.getByRole('progressbar')).toHaveCount(snapshot.hasTag('running') ? 1 : 0);
    await expect(card.getByRole('button', { name: 'Cancel job' })).toHaveCount(snapshot.hasTag('running') ? 1 : 0);
    await expect(card.getByText(/^Could not refresh the progress/)).toHaveCount(
      snapshot.hasTag('running') && failure !== null ? 1 : 0,
    );
    if (job !== null) await expect(card.getByText(/ of \d+ chunks?/)).toBeVisible();
  },
};
