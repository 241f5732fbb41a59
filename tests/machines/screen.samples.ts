import { expect } from 'vitest';
import { createMachine } from 'xstate';
import { screenMachine } from '../../src/machines/screen/screen-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** A screen's actor that does nothing: what it does is its own walk's business. */
const quietScreen = createMachine({ id: 'quietScreen' });
const to = (path: string, search = '', mitasId = 'demo') => ({
  type: 'place.changed',
  place: { pathname: `/dashboard/${mitasId}/${path}`, search },
});

export default samples({
  machine: screenMachine,
  inputs: [{ mitasId: 'demo' }],
  events: { 'screen.retry': {} },
  actors: {
    address: callback({
      sends: [
        to('dashboard'),
        to('advanced/activity'),
        to('advanced/activity', '?by=7'),
        to('advanced/activity', '?by=8', 'river'),
      ],
      errors: [new Error('no address bar')],
    }),
    loadScreen: promise({ outputs: [quietScreen] }),
  },
  serializeState: ({ value, context: { id, search, actor } }) => JSON.stringify([value, id, search, actor !== null]),
  invariant: ({ snapshot }) => {
    const { id, actor, search } = snapshot.context;
    expect(search, 'what another system’s address says is no concern of this one').not.toBe('?by=8');
    expect(actor !== null, 'a screen’s actor lives exactly while its screen is open').toBe(snapshot.matches('open'));
    if (!snapshot.matches('none')) expect(id).toBe('advanced/activity');
    const children = Object.values(snapshot.children as Record<string, { logic?: unknown }>);
    expect(children.filter((child) => child.logic === quietScreen).length).toBe(actor === null ? 0 : 1);
  },
});
