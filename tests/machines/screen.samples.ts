import { expect } from 'vitest';
import { setup } from 'xstate';
import { screenMachine } from '../../src/machines/screen/screen-machine.ts';
import type { ScreenUnit } from '../../src/machines/screen/screen-events.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** A screen's actor that hears of the address, and has a defect that one address brings out. */
const screenActor = setup({
  types: { events: {} as { type: 'place.changed'; search: string } },
  actions: {
    fail: (_, { search }: { search: string }) => {
      if (search === '?defect') throw new Error('a defect of the screen');
    },
  },
}).createMachine({
  id: 'screenActor',
  on: { 'place.changed': { actions: { type: 'fail', params: ({ event }) => event } } },
});
const withActor: ScreenUnit = { actor: screenActor, address: null, view: null };
const withoutActor: ScreenUnit = { actor: null, address: null, view: null };

const to = (path: string, search = '', mitasId = 'demo') => ({
  type: 'place.changed',
  place: { pathname: `/dashboard/${mitasId}/${path}`, search },
});

export default samples({
  machine: screenMachine,
  inputs: [{ mitasId: 'demo' }],
  events: {},
  actors: {
    address: callback({
      sends: [
        to('nowhere'),
        to('modems'),
        to('dashboard'),
        to('advanced/activity'),
        to('advanced/activity', '?by=7'),
        to('advanced/activity', '?defect'),
        to('advanced/activity', '?by=8', 'river'),
      ],
      errors: [new Error('no address bar')],
    }),
    loadScreen: promise({
      outputs: ({ input }) => {
        const { id } = input as { id: string };
        return [id === 'modems' ? null : id === 'dashboard' ? withoutActor : withActor];
      },
    }),
  },
  serializeState: ({ value, context: { id, search, unit, actor } }) =>
    JSON.stringify([value, id, search, unit !== null, actor !== null]),
  invariant: ({ snapshot }) => {
    const { id, unit, actor, search } = snapshot.context;
    expect(search, 'what another system’s address says is no concern of this one').not.toBe('?by=8');
    expect(unit !== null, 'a screen is held exactly while it is open').toBe(snapshot.matches('open'));
    expect(actor !== null, 'and its actor, where it has one').toBe(unit?.actor === screenActor);
    if (!snapshot.matches('none')) expect(['modems', 'dashboard', 'advanced/activity']).toContain(id);
    const children = Object.values(snapshot.children as Record<string, { logic?: unknown }>);
    expect(children.filter((child) => child.logic === screenActor).length).toBe(actor === null ? 0 : 1);
  },
});
