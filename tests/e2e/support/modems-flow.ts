import type { Page } from '@playwright/test';
import { modemsPageMachine } from '../../../src/machines/modems-page/modems-page-machine.ts';
import { journalLogic } from '../../../src/machines/journal/journal-actor.ts';
import { plots } from '#model/modems/modem-chart.ts';
import { modemsAddress } from '#model/modems/modems-address.ts';
import { child, samples } from '../../support/machine-paths.ts';
import { quietWindow } from '../../support/quiet-window.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';

const aDefect = 'only a defect of ours can cause it';
export const flowModem = 'Ridge modem';

export const modemHead = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
export const modemDetailsOf = (page: Page, name: string) => page.getByRole('region', { name: `Details of ${name}` });

/** Chooses an option in one of the two pickers of an open modem. */
export async function pick(page: Page, picker: 'Plot' | 'Over Past', option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${picker}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The page of modems, controlled by its address (REG-31). Any modem id will do. */
export const modemsFlow: Flow<typeof modemsPageMachine, Page> = {
  machine: modemsPageMachine,
  samples: samples({
    machine: modemsPageMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'place.changed': ({ context: { shown } }) =>
        shown.opened === null
          ? [{ search: '?open=1' }]
          : [{ search: '' }, ...(shown.plot === 'voltage' ? [{ search: '?open=1&plot=rssi' }] : [])],
    },
    actors: { list: child({}), series: child({}) },
    systems: { contactWindow: quietWindow, journal: journalLogic(() => 0) },
  }),
  byHand: {
    async 'place.changed'(page, { search }) {
      const { opened, plot } = modemsAddress.read(search).state;
      if (plot === 'rssi') return pick(page, 'Plot', 'RSSI');
      // Closing keeps the plot's settings; the link of the sidebar resets them.
      if (opened === null) return page.getByRole('link', { name: 'Modems', exact: true }).click();
      return modemHead(page, flowModem).click();
    },
  },
  byTheWorld: {},
  elsewhere: { 'list.retry': aDefect, 'series.retry': aDefect },
  untaken: {
    'modemsPage.list.polled · xstate.error.actor.list → modemsPage.list.broken': aDefect,
    'modemsPage.series.plotted · xstate.error.actor.series → modemsPage.series.broken': aDefect,
  },
  async shows(page, { context: { shown } }) {
    const isOpen = shown.opened !== null;
    await expect(modemHead(page, flowModem)).toHaveAttribute('aria-expanded', String(isOpen));
    const details = modemDetailsOf(page, flowModem);
    if (!isOpen) return expect(details).toBeHidden();
    const title = `${plots[shown.plot].label} of ${flowModem}, past day`;
    await expect(details.getByRole('heading', { name: title })).toBeVisible();
    await expect(details.getByRole('application')).toHaveAccessibleName(new RegExp(`^${title}: `));
  },
};
