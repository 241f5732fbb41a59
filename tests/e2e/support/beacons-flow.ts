import type { Locator, Page } from '@playwright/test';
import { beaconsPageMachine } from '../../../src/machines/beacons-page/beacons-page-machine.ts';
import { beaconsAddress, toggledBeacon } from '#model/beacons/beacons-address.ts';
import { child, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

/** The beacons of a path, by their ids in the samples; their ids on the page differ. */
export const flowBeacons: Readonly<Record<number, string>> = { 7: 'BEACON-1', 9: 'BEACON-2' };
const ids = Object.keys(flowBeacons).map(Number);

export const beaconHead = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) });
export const beaconDetections = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: `Detections of ${name}` });

const isOpen = async (page: Page, id: number): Promise<boolean> =>
  (await beaconHead(page, flowBeacons[id] ?? '').getAttribute('aria-expanded')) === 'true';

/** The page of beacons, where several may be open (REG-26). */
export const beaconsFlow: Flow<typeof beaconsPageMachine, Page> = {
  machine: beaconsPageMachine,
  samples: samples({
    machine: beaconsPageMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'place.changed': ({ context }) =>
        ids.map((id) => ({ search: beaconsAddress.write(toggledBeacon({ ...context, explored: null }, id)) })),
    },
    actors: { detections: child({}), explorer: child({}) },
    leads: [{ steps: ['place.changed #0', 'place.changed #1', 'place.changed #0', 'place.changed #1'] }],
    serializeState: ({ context: { opened } }) => JSON.stringify(ids.map((id) => opened.includes(id))),
  }),
  byHand: {
    async 'place.changed'(page, { search }) {
      const { opened } = beaconsAddress.read(search).state;
      for (const id of ids)
        if (opened.includes(id) !== (await isOpen(page, id))) await beaconHead(page, flowBeacons[id] ?? '').click();
    },
  },
  byTheWorld: {},
  elsewhere: {},
  untaken: {
    'beaconsPage.explorer.going · xstate.error.actor.explorer → beaconsPage.explorer.broken':
      'only a defect of ours can cause it',
  },
  async shows(page, { context: { opened } }) {
    for (const [id, name] of Object.entries(flowBeacons)) {
      const isShown = opened.includes(Number(id));
      await expect(beaconHead(page, name)).toHaveAttribute('aria-expanded', String(isShown));
      const details = beaconDetections(page, name);
      if (isShown) await expect(details.getByRole('heading', { name: `Hits of ${name} by hour, past 7 days` })).toBeVisible();
      else await expect(details).toBeHidden();
    }
  },
};
