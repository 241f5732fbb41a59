import { expect } from 'vitest';
import { vitalsMachine } from '../../src/machines/vitals/vitals-machine.ts';
import type { ReceiverHistory } from '#model/receivers/vitals-lines.ts';
import { promise, samples } from '../support/machine-paths.ts';

const history: ReceiverHistory = {
  from: 0,
  to: 1,
  pointMs: 1,
  points: [],
  newest: { voltage: null, memoryPercent: null, temperature: null },
  states: [],
  clockOffsetMs: null,
  clockTs: null,
};

/** VIT-6: what a receiver reported of itself; none where the page is of the retired ones. */
export default samples({
  machine: vitalsMachine,
  inputs: [
    { mitasId: 'demo', rxId: 7 },
    { mitasId: 'demo', rxId: null },
  ],
  events: { 'vitals.retry': {} },
  actors: { loadVitals: promise({ outputs: [history] }) },
  invariant: ({ snapshot }) => {
    if (snapshot.hasTag('ready')) expect(snapshot.context.history, 'what was there stays').not.toBeNull();
    if (snapshot.hasTag('failed') || snapshot.hasTag('stale')) expect(snapshot.context.failure).not.toBeNull();
  },
});
