import { expect } from 'vitest';
import { unknownGaps } from '#model/live/reception.ts';
import { liveStreamMachine } from '../../src/machines/live-stream/live-stream-machine.ts';
import { callback, samples } from '../support/machine-paths.ts';
import { crowdedWindow, quietSocket } from '../support/quiet-window.ts';

export default samples({
  machine: liveStreamMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?groupBy=code&ant=9' },
  ],
  events: {
    'place.changed': [{ search: '' }, { search: '?groupBy=code&display=table&ant=1' }, { search: '?timeLimit=2min' }],
    'stream.pause': {},
    'stream.resume': {},
    'filters.open': {},
    'filters.close': {},
  },
  actors: {
    heldContacts: callback({ errors: [new Error('no contact window')] }),
    followWindow: callback({ errors: [new Error('no contact window')] }),
    followReception: callback({
      sends: [
        { type: 'reception.changed', gaps: unknownGaps },
        { type: 'reception.changed', gaps: [] },
      ],
      errors: [new Error('no line')],
    }),
    surroundings: callback({
      sends: [{ type: 'page.hidden' }, { type: 'page.shown' }],
      errors: [new Error('no document')],
    }),
  },
  systems: { contactWindow: crowdedWindow, socket: quietSocket },
  invariant: ({ snapshot }) => {
    const isPaused = snapshot.matches({ playback: 'paused' });
    expect(snapshot.context.pausedAt !== null, 'the view stands exactly while paused').toBe(isPaused);
    expect('heldContacts' in snapshot.children, 'and its contacts are held exactly as long').toBe(isPaused);
    const isDone = snapshot.matches({ figures: { shown: 'computed' } });
    if (isDone) expect(snapshot.context.figures.value.range.to, 'computed figures are of some time').toBeGreaterThan(0);
  },
});
