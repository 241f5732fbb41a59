import { expect } from 'vitest';
import { locationEditMachine } from '../../src/machines/map/location-edit-machine.ts';
import { assign } from 'xstate';
import { accepted, refused } from '#model/result.ts';
import { promise, samples } from '../support/machine-paths.ts';

const placed = { receiver: { rxId: 7, alias: 'Crest', siteId: 1 } };
const nowhere = { receiver: { ...placed.receiver, rxId: 8 } };
const place = { latitude: 45, longitude: -113 };

/** MAP-8, MAP-9. */
export default samples({
  machine: locationEditMachine.provide({
    actions: { noteIsPlaced: assign(({ context }) => ({ isPlaced: context.located?.rxId === 7 })) },
  }),
  inputs: [{ mitasId: 'demo' }],
  events: {
    'locations.open': {},
    'locations.close': {},
    'past.changed': [
      { isOpen: true, places: null },
      { isOpen: false, places: null },
    ],
    'location.edit': [placed],
    'location.pick': [placed, nowhere],
    'pin.held': [placed],
    'pin.released': {},
    'pin.taken': [placed],
    'pin.moved': [{ place }],
    'pin.dropped': {},
    'pin.nudged': [{ place }],
    'pin.set': {},
    'ground.pressed': [{ place }],
    'coordinates.given': [{ text: '45.1, -113.9' }, { text: 'north of the bridge' }],
    'position.ask': {},
    'reason.chosen': [{ reason: 'moved' }, { reason: 'corrected' }],
    'receiver.place': [
      { place, reason: 'moved' },
      { place: null, reason: 'corrected' },
    ],
    'location.cancel': {},
  },
  actors: {
    placeReceiver: promise({ outputs: [{ epoch: 'one', revision: 8 }, null] }),
    findPosition: promise({
      outputs: [accepted({ ...place, accuracy: 12.5 }), refused('The browser was not let')],
    }),
  },
  systems: ['snackbar', 'operations'],
  invariant: ({ snapshot, outside }) => {
    const { located, place: to, trouble, isShownAtOnce } = snapshot.context;
    const isIdle = snapshot.matches('closed') || snapshot.matches('withheld') || snapshot.matches({ open: 'choosing' });
    expect(located === null, 'a receiver is named exactly while it is edited').toBe(isIdle);
    expect(to !== null && isIdle, 'nothing is drawn of what is over').toBe(false);
    expect(trouble !== null && !snapshot.matches({ open: 'picking' }), 'what went wrong is said where it is mended').toBe(false);
    if (snapshot.matches({ open: 'asking' })) expect([to === null, located?.rxId]).toEqual([false, 7]);
    expect(snapshot.hasTag('busy') && isShownAtOnce, 'what is shown at once is the operations’').toBe(false);
    for (const event of outside.systems['operations'] ?? [])
      expect(event).toMatchObject({ type: 'operations.edit', edit: { request: { body: { newLat: 45, newLon: -113 } } } });
  },
});
