import type { Page } from '@playwright/test';
import { statsRequestMachine } from '../../../src/machines/stats-request/stats-request-machine.ts';
import { timeText } from '#model/statistics/stats-question.ts';
import { child, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

const aDefect = 'only a defect of ours can cause it';
const questions = ['states', 'perAntenna', 'aggregate', 'frequencies', 'codes', 'powers', 'timeline', 'beacons'] as const;

/** The page of statistics, in every way it is requested (STAT-9), against a real host. */
export const statsFlow: Flow<typeof statsRequestMachine, Page> = {
  machine: statsRequestMachine,
  samples: samples({
    machine: statsRequestMachine.provide({ actions: { writeAddress: () => {} } }),
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'question.change': [{ part: { recentAmount: 3 } }],
      // The button is greyed when it would do nothing.
      'stats.request': {},
      'stats.drawn': ({ context: { asked } }) => (asked === null ? [{}] : []),
      'place.changed': ({ context: { asked } }) => (asked === null ? [] : [{ search: '' }]),
    },
    actors: {
      states: child({}),
      perAntenna: child({}),
      aggregate: child({}),
      frequencies: child({}),
      codes: child({}),
      powers: child({}),
      timeline: child({}),
      beacons: child({}),
    },
  }),
  byHand: {
    // The page sends this by itself.
    'stats.drawn': () => Promise.resolve(),
    'question.change': (page, { part }) => page.getByLabel('Amount').fill(String(part.recentAmount)),
    'stats.request': (page) => page.getByRole('button', { name: 'Request Stats' }).click(),
    'place.changed': (page) => page.getByRole('link', { name: 'Statistics', exact: true }).click(),
  },
  byTheWorld: {},
  elsewhere: {},
  untaken: {
    'statsRequest · place.changed → (stays)': 'a colour asks nothing: stats.e2e.ts chooses one',
    'statsRequest.arriving · always [isAsked] → statsRequest.asked': 'of a link: stats.e2e.ts opens some',
    'statsRequest.arriving · always → statsRequest.unasked': 'of an address that cannot be read: stats.e2e.ts opens one',
    'statsRequest.deciding · always [isAsked] → statsRequest.asked': 'of Back: stats.e2e.ts goes there',
    ...Object.fromEntries(
      questions.map((question) => [`statsRequest.asked · xstate.error.actor.${question} → statsRequest.asked.broken`, aDefect]),
    ),
  },
  async shows(page, snapshot) {
    // This state ends once the page is drawn, before any check.
    if (snapshot.hasTag('opening')) return;
    const { asked, draft } = snapshot.context;
    await expect(page.getByLabel('Amount')).toHaveValue(String(draft.recentAmount));
    await expect(page.getByText('Select receivers and request stats to view antenna status.')).toHaveCount(
      asked === null ? 1 : 0,
    );
    const said = page.getByText(/^Statistics of /);
    if (asked === null) return expect(said).toHaveCount(0);
    await expect(said).toHaveText(`Statistics of ${timeText(asked)}, all receivers`);
    await expect(page.getByRole('grid', { name: 'Antenna status' })).toBeVisible();
  },
};
