import type { Locator, Page } from '@playwright/test';
import { carouselMachine } from '../../../src/machines/home/carousel-machine.ts';
import { samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

/** Home, with its charts drawn and nothing that pauses them. */
export type CarouselStage = { page: Page; charts: Locator };

/** In the order of the turns. */
const titles = ['Contacts per receiver, past day', 'Contacts per antenna, past 24 hours', 'Aggregated contacts, past 3 hours'];

/** Clicks by script: a person's keyboard or pointer on the button would pause the carousel. */
const press = async ({ charts }: CarouselStage, name: string): Promise<void> =>
  charts.getByRole('button', { name, exact: true }).evaluate((button) => (button as HTMLButtonElement).click());

/** The carousel of Home's charts, in every way it turns or pauses (NAV-23). */
export const carouselFlow: Flow<typeof carouselMachine, CarouselStage> = {
  machine: carouselMachine,
  samples: samples({
    machine: carouselMachine,
    inputs: [{ slides: titles.length }],
    events: {
      'carousel.next': {},
      'carousel.back': {},
      'hold.changed': ({ context: { held } }) =>
        (['focus', 'pointer', 'motion'] as const).map((by) => ({ by, isHeld: !held[by] })),
    },
    leads: [
      { steps: ['hold.changed #0', 'hold.changed #1', 'hold.changed #0', 'hold.changed #1', 'carousel.next'] },
      { steps: ['hold.changed #2', 'carousel.back', 'hold.changed #2'] },
    ],
  }),
  byHand: {
    'carousel.next': (stage) => press(stage, 'Next'),
    'carousel.back': (stage) => press(stage, 'Back'),
    async 'hold.changed'({ page, charts }, { by, isHeld }) {
      const chart = charts.getByRole('button', { name: 'Next', exact: true });
      if (by === 'motion') return page.emulateMedia({ reducedMotion: isHeld ? 'reduce' : 'no-preference' });
      if (by === 'pointer') return isHeld ? charts.hover({ position: { x: 4, y: 4 } }) : page.mouse.move(0, 0);
      return isHeld ? chart.focus() : chart.blur();
    },
  },
  byTheWorld: {},
  elsewhere: {},
  untaken: {
    'carousel.playing · xstate.after.turning.carousel.playing → carousel.playing':
      'it comes by the clock, whatever a person does: home-charts.e2e.ts lets the time go by',
  },
  async shows({ charts }, snapshot) {
    await expect(charts.getByRole('heading')).toHaveText(titles[snapshot.context.slide] ?? '');
    await expect(charts.locator('[data-turns]')).toHaveAttribute('data-turns', String(snapshot.matches('playing')));
  },
};
