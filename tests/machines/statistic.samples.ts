import { expect } from 'vitest';
import { statisticMachine } from '../../src/machines/home/statistic-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

/** CHART-4. */
export default samples({
  machine: statisticMachine,
  inputs: [{ mitasId: 'demo', question: 'perAntenna' }],
  events: { 'statistic.retry': {} },
  actors: { loadStatistic: promise({ outputs: [{ perAntenna: [{ ReceiverId: 7, antenna: 1, count: 9 }] }] }) },
  invariant: ({ snapshot }) => {
    expect(snapshot.context.answers.perAntenna !== undefined, 'what was answered stays').toBe(snapshot.hasTag('ready'));
    const isMissed = snapshot.hasTag('failed') || snapshot.hasTag('stale');
    expect(isMissed && snapshot.context.failure === null, 'what did not come has its reason').toBe(false);
    expect(snapshot.matches('shown') && snapshot.context.failure !== null, 'what came has none').toBe(false);
  },
});
