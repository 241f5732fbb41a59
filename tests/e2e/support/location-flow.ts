import { locationEditMachine, selectIsOpen } from '../../../src/machines/map/location-edit-machine.ts';
import { assign } from 'xstate';
import { accepted, refused } from '#model/result.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { leaveDialog } from './discard.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { LocationAt, LocationStage } from './location-stage.ts';
import { messageOf } from './message.ts';

const one = { rxId: 1, alias: 'one', siteId: 1 };
const two = { rxId: 2, alias: 'two', siteId: 1 };
const place = { latitude: 45, longitude: -113 };
const gone = { kind: 'server', code: 404, type: 'NotFound' } as const;

const isIn = (
  at: LocationAt,
  ...states: ('choosing' | 'typing' | 'dragging' | 'picking' | 'locating' | 'asking' | 'placing')[]
) => states.some((state) => at.matches({ open: state }));
const offered = <Sample extends object>(isOffered: boolean, ...all: Sample[]): Sample[] => (isOffered ? all : []);

const aFinger = 'a finger, of which time decides what it means: map-locations.e2e.ts';
const aDefect = 'only a defect of ours can cause it';

/** Expects a change on the map to show before the host answers; then releases the answer. */
async function shownAtOnce(stage: LocationStage, rxId: number): Promise<void> {
  const { calls, page, locations } = stage;
  const { alias } = stage.named(rxId);
  await expect(locations.mark(alias)).toHaveCount(0);
  await expect(locations.row(alias)).not.toContainText('No location');
  await calls.letGo();
  await expect(messageOf(page)).toContainText(/^Location of .* changed/);
}

/** Editing a receiver's location, with every possible outcome (MAP-8, MAP-9). */
export const locationFlow: Flow<typeof locationEditMachine, LocationStage> = {
  machine: locationEditMachine,
  samples: samples({
    machine: locationEditMachine.provide({
      actions: { noteIsPlaced: assign(({ context }) => ({ isPlaced: context.located?.rxId === one.rxId })) },
    }),
    inputs: [{ mitasId: 'demo' }],
    events: {
      'locations.open': {},
      'locations.close': (at) => offered(!isIn(at, 'dragging') && !at.hasTag('typing') && selectIsOpen(at), {}),
      'location.edit': [{ receiver: one }],
      'location.pick': [{ receiver: one }, { receiver: two }],
      'pin.taken': (at) => offered(isIn(at, 'choosing') || at.context.located?.rxId === one.rxId, { receiver: one }),
      'pin.moved': [{ place }],
      'pin.dropped': (at) => offered(at.context.place !== null, {}),
      'pin.nudged': [{ place }],
      'pin.set': (at) => offered(at.context.place !== null, {}),
      'ground.pressed': [{ place }],
      'coordinates.given': [{ text: '45, -113' }, { text: 'north of the bridge' }],
      'position.ask': {},
      'reason.chosen': [{ reason: 'moved' }],
      'receiver.place': [
        { place, reason: 'moved' },
        { place: null, reason: 'moved' },
      ],
      'location.cancel': {},
    },
    actors: {
      placeReceiver: promise({ outputs: [{ epoch: 'one', revision: 8 }], errors: [gone] }),
      findPosition: promise({ outputs: [accepted({ ...place, accuracy: 9 }), refused('not allowed')], errors: [] }),
    },
    systems: ['snackbar', 'operations'],
    // The stories, each to its end: by drag, by press, by keys, by dialog.
    leads: [
      { steps: ['locations.open', 'pin.taken', 'pin.moved', 'pin.dropped', 'reason.chosen', 'locations.close'] },
      { steps: ['locations.open', 'location.pick #0', 'ground.pressed', 'reason.chosen'] },
      { steps: ['locations.open', 'location.pick #1', 'ground.pressed'] },
      { steps: ['locations.open', 'location.pick #0', 'pin.nudged', 'pin.set', 'reason.chosen'] },
      { steps: ['locations.open', 'location.edit', 'receiver.place #0', 'placeReceiver done'] },
      { steps: ['locations.open', 'location.edit', 'receiver.place #1', 'placeReceiver failed'] },
      {
        steps: [
          'locations.open',
          'location.pick #0',
          'coordinates.given #1',
          'coordinates.given #0',
          'reason.chosen',
          'placeReceiver done',
        ],
      },
      {
        steps: [
          'locations.open',
          'location.pick #1',
          'coordinates.given #0',
          'locations.close',
          'locations.open',
          'locations.close',
          'placeReceiver done',
        ],
      },
      { steps: ['locations.open', 'location.pick #1', 'position.ask', 'findPosition done #0', 'pin.set', 'placeReceiver done'] },
    ],
    serializeState: ({ value, context }) => {
      const { located, place: to, isShownAtOnce, trouble } = context;
      return JSON.stringify([value, located?.rxId, to !== null, isShownAtOnce, trouble !== null]);
    },
  }),
  byHand: {
    'locations.open': ({ locations }) => locations.button.click(),
    'locations.close': ({ locations }) => locations.press('Close locations'),
    'location.edit': (stage) => stage.locations.press(`Edit location of ${stage.named(1).alias}`),
    'location.pick': (stage, { receiver }) => stage.locations.pick(stage.named(receiver.rxId).alias),
    'pin.taken': (stage) => stage.take(),
    'pin.moved': (stage) => stage.drag({ x: -90, y: 60 }),
    'pin.dropped': ({ page }) => page.mouse.up(),
    'pin.nudged': ({ page }) => page.keyboard.press('ArrowUp'),
    'pin.set': ({ page }) => page.keyboard.press('Enter'),
    async 'ground.pressed'(stage) {
      const { x, y } = await stage.middle({ x: 70, y: -50 });
      await stage.page.mouse.click(x, y);
      if (stage.at?.context.located?.rxId === two.rxId) await shownAtOnce(stage, two.rxId);
    },
    async 'coordinates.given'({ locations }, { text }) {
      const field = locations.drawer.getByLabel('Coordinates');
      await field.fill(text);
      await field.press('Enter');
    },
    'position.ask': ({ locations }) => locations.press('Use my location'),
    async 'reason.chosen'(stage, { reason }) {
      await stage.locations.because(reason);
      if (stage.at?.context.isShownAtOnce === true) await shownAtOnce(stage, one.rxId);
    },
    async 'receiver.place'({ dialog }, { place: to }) {
      if (to === null) return dialog.getByRole('button', { name: 'Unset' }).click();
      await dialog.getByLabel('Latitude').fill(String(to.latitude));
      await dialog.getByLabel('Longitude').fill(String(to.longitude));
      await dialog.getByRole('button', { name: 'Update' }).click();
    },
    async 'location.cancel'({ at, dialog, page, locations }) {
      if (at !== null && isIn(at, 'typing'))
        return leaveDialog(page, () => dialog.getByRole('button', { name: 'Cancel' }).click());
      if (at === null || !isIn(at, 'dragging')) return locations.press('Cancel');
      await page.keyboard.press('Escape');
      await page.mouse.up();
    },
  },
  byTheWorld: {
    async 'placeReceiver done'({ calls, page }) {
      await calls.letGo();
      await expect(messageOf(page)).toContainText(/^Location of .* changed/);
    },
    async 'placeReceiver failed'(stage) {
      const { at, calls, fleet, page } = stage;
      await fleet.colleague.call('DELETE', `/receivers/${stage.named(at?.context.located?.rxId).id}`);
      await calls.letGo();
      await expect(messageOf(page)).toContainText('There is no receiver');
    },
    'findPosition done #0': (stage) => stage.letPosition(true),
    'findPosition done #1': (stage) => stage.letPosition(false),
  },
  elsewhere: { 'pin.held': aFinger, 'pin.released': aFinger, 'past.changed': 'another day of the map: map-past.e2e.ts' },
  untaken: {
    'locationEdit.open.dragging · pin.dropped → locationEdit.open.choosing': aFinger,
    'locationEdit.open.holding · xstate.after.hold.locationEdit.open.holding → locationEdit.open.dragging': aFinger,
    'locationEdit.open.locating · xstate.error.actor.findPosition → locationEdit.open.picking': aDefect,
  },
  async shows(stage, at) {
    stage.at = at;
    const { locations, dialog, page } = stage;
    await expect(locations.drawer).toHaveCount(selectIsOpen(at) ? 1 : 0);
    await expect(dialog).toHaveCount(at.hasTag('typing') ? 1 : 0);
    if (!selectIsOpen(at)) return expect(locations.button).toBeVisible();
    if (at.hasTag('typing')) {
      await expect(dialog.getByRole('heading')).toHaveText(`Edit location of ${stage.named(1).alias}`);
      return expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled({ enabled: !at.hasTag('busy') });
    }
    const alias = at.context.located === null ? '' : stage.named(at.context.located.rxId).alias;
    const isDrawn = at.hasTag('drawn');
    await expect(locations.drawer.getByRole('heading', { level: 2 })).toHaveText(isDrawn ? `Location of ${alias}` : 'Locations');
    const isNowhere = isIn(at, 'locating') && at.context.located?.rxId === two.rxId;
    await expect(page.getByRole('application', { name: /^New location of/ })).toHaveCount(isDrawn && !isNowhere ? 1 : 0);
    await expect(locations.drawer.getByText(`${alias} was`)).toHaveCount(isIn(at, 'asking') ? 1 : 0);
    await expect(locations.drawer.getByLabel('Coordinates')).toHaveCount(isIn(at, 'picking') ? 1 : 0);
    await expect(locations.drawer.getByRole('alert')).toHaveCount(at.context.trouble === null ? 0 : 1);
    await expect(locations.drawer.getByText('Waiting for the host')).toHaveCount(at.hasTag('busy') ? 1 : 0);
    await expect(locations.drawer.getByRole('progressbar')).toHaveCount(isIn(at, 'locating') ? 1 : 0);
  },
};
