import { expect } from 'vitest';
import { liveStreamMachine } from '../../src/machines/live-stream/live-stream-machine.ts';
import { noFilters } from '#model/live/live-settings.ts';
import { callback, samples } from '../support/machine-paths.ts';

export default samples({
  machine: liveStreamMachine,
  inputs: [{ now: () => 1_700_000_000_000 }],
  events: {
    'stream.pause': {},
    'stream.resume': {},
    'stream.retry': {},
    'grouping.choose': { groupBy: 'code' },
    'timeLimit.choose': { timeLimit: 60_000 },
    'table.open': {},
    'table.close': {},
    'filters.open': {},
    'filters.close': {},
    'filters.apply': { filters: { ...noFilters, ant: [1] } },
  },
  actors: {
    lineNews: callback({
      sends: [{ type: 'line.opened' }, { type: 'line.silent' }, { type: 'line.lost' }, { type: 'line.failed' }],
      errors: [new Error('no socket')],
    }),
  },
  systems: ['contactWindow'],
  invariant: ({ snapshot }) => {
    expect(snapshot.context.pausedAt !== null, 'the view stands exactly while paused').toBe(
      snapshot.matches({ playback: 'paused' }),
    );
  },
});
