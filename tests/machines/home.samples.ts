import { expect } from 'vitest';
import { setup } from 'xstate';
import { homeMachine } from '../../src/machines/home/home-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

/** A map that hears address changes and fails at one address. */
const mapActor = setup({
  types: { events: {} as { type: 'place.changed'; search: string } },
  actions: {
    fail: (_, { search }: { search: string }) => {
      if (search === '?defect') throw new Error('a defect of the map');
    },
  },
}).createMachine({
  id: 'mapActor',
  on: { 'place.changed': { actions: { type: 'fail', params: ({ event }) => event } } },
});

/** Home's figures, which either run or fail at once. */
const figuresActor = setup({}).createMachine({ id: 'figuresActor' });
const brokenFigures = setup({
  actions: {
    fail: () => {
      throw new Error('a defect of the figures');
    },
  },
}).createMachine({ id: 'brokenFigures', entry: 'fail' });

/** NAV-21. */
export default samples({
  machine: homeMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'home.drawn': {},
    'home.again': {},
    'place.changed': [{ search: '?receiver=7' }, { search: '?defect' }],
  },
  actors: {
    loadMap: promise({
      outputs: [figuresActor, brokenFigures].map((figures) => ({
        actor: mapActor,
        view: null,
        figures: { actor: figures, view: null },
      })),
      errors: [new Error('no such module')],
    }),
  },
  invariant: ({ snapshot }) => {
    expect(snapshot.matches('mapped') && snapshot.context.map === null, 'a map that has come is there').toBe(false);
    expect('loadMap' in snapshot.children, 'nothing of it is fetched before Home is drawn').toBe(snapshot.matches('fetching'));
  },
});
