import type { Page } from '@playwright/test';
import { packContacts } from '../../support/packed-contacts.ts';
import { contactExplorerMachine } from '../../../src/machines/contact-explorer/contact-explorer-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { HeldCalls } from './held-calls.ts';

/** The page of statistics with its antennas; the explorer's calls wait. */
export type ExplorerStage = { page: Page; asked: HeldCalls };

const open = '?time=recent&amount=1&unit=hour&explore=4&antennas=1&start=2026-11-20T08:00:00Z&end=2026-11-20T09:00:00Z';

/** The contact explorer, in every way it is opened, read and closed (EXP-1). */
export const explorerFlow: Flow<typeof contactExplorerMachine, ExplorerStage> = {
  machine: contactExplorerMachine,
  samples: samples({
    machine: contactExplorerMachine,
    inputs: [{ mitasId: 'demo', search: '?time=recent&amount=1&unit=hour' }],
    events: {
      'place.changed': ({ context: { place } }) => [{ search: place === null ? open : '?time=recent&amount=1&unit=hour' }],
      'explorer.again': {},
    },
    actors: { count: promise({ outputs: [2] }), read: promise({ outputs: [{ contacts: packContacts([]), worn: null }] }) },
  }),
  byHand: {
    'place.changed': ({ page }, { search }) =>
      search === open
        ? page.getByRole('button', { name: 'Explore contacts of Crest, antenna 1' }).click()
        : page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    'explorer.again': ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click(),
  },
  byTheWorld: {
    'count done': ({ asked }) => asked.letGo(),
    'count failed': ({ asked }) => asked.cut(),
    'read done': ({ asked }) => asked.letGo(),
    'read failed': ({ asked }) => asked.cut(),
  },
  elsewhere: {},
  untaken: {
    'contactExplorer.counting · xstate.done.actor.count [isTooMany] → contactExplorer.tooMany':
      'five million contacts take minutes to store',
  },
  async shows({ page }, at) {
    const dialog = page.getByRole('dialog', { name: /^Receiver Crest contacts on antenna 1 from / });
    await expect(dialog).toHaveCount(at.hasTag('open') ? 1 : 0);
    if (!at.hasTag('open')) return;
    await expect(dialog.getByRole('status', { name: 'Loading contacts' })).toHaveCount(at.hasTag('busy') ? 1 : 0);
    await expect(dialog.getByText('An error occurred')).toHaveCount(at.hasTag('failed') ? 1 : 0);
    await expect(dialog.getByText('(2/2 contacts shown)')).toHaveCount(at.hasTag('shown') ? 1 : 0);
  },
};
