import { expect } from 'vitest';
import { jobsMachine } from '../../src/machines/jobs/jobs-machine.ts';
import { child, promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: jobsMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'jobs.reload': {}, 'job.handle': [{ id: 'one', action: 'retry' }] },
  actors: { list: child({ errors: [new Error('broken')] }), handleJob: promise({ outputs: [{}] }) },
  serializeState: ({ value, context: { handled } }) => JSON.stringify([value, handled?.failure?.kind]),
  invariant: ({ snapshot }) => {
    if (snapshot.hasTag('handling')) expect(snapshot.context.handled).toMatchObject({ id: 'one', failure: null });
  },
});
