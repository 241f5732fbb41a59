import { snoozeMachine } from '../../../src/machines/snooze/snooze-machine.ts';
import { TimeText } from '#model/time/time-text.ts';
import { samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import { leaveDialog } from './discard.ts';
import type { Flow } from './flow.ts';
import { messageOf } from './message.ts';
import type { SnoozeStage } from './snooze-stage.ts';

const now = Date.now();
const day = 86_400_000;
/** In the future, in the past, and too far ahead; to the minute, as the field requires. */
const dates = [3 * day, -3 * day, 400 * day].map((by) => ({ date: Math.floor((now + by) / 60_000) * 60_000 }));

/** A receiver is snoozed or unsnoozed, with every possible outcome (ALM-12). */
export const snoozeFlow: Flow<typeof snoozeMachine, SnoozeStage> = {
  machine: snoozeMachine,
  samples: samples({
    machine: snoozeMachine.provide({ actions: { ask: () => {}, close: () => {} } }),
    inputs: [
      {
        mitasId: 'demo',
        receivers: [{ rxId: 1, alias: 'one', siteId: 1 }],
        times: new TimeText('America/Boise'),
        now: () => now,
        hasExpired: () => false,
      },
    ],
    events: {
      // A choice that is already made cannot be made again.
      'snooze.choose': (at) =>
        [{ choice: 'hours' } as const, { choice: 'date' } as const].filter(({ choice }) => choice !== at.context.choice),
      'snooze.date': (at) => dates.filter(({ date }) => date !== at.context.date),
      'snooze.set': {},
      'snooze.end': {},
      'snooze.cancel': {},
    },
    leads: [
      { steps: ['snooze.choose #1', 'snooze.set', 'snooze.date', 'snooze.set'] },
      { steps: ['snooze.choose #1', 'snooze.date #1', 'snooze.set', 'snooze.choose', 'snooze.set'] },
      { steps: ['snooze.choose #1', 'snooze.date #2', 'snooze.set', 'snooze.cancel'] },
      { steps: ['snooze.end'] },
    ],
    serializeState: ({ value, context: { choice, date, trouble } }) => JSON.stringify([value, choice, date !== null, trouble]),
  }),
  byHand: {
    'snooze.choose': ({ dialog }, { choice }) =>
      dialog.getByRole('radio', { name: choice === 'date' ? 'Until a date and time' : '8 hours' }).click(),
    'snooze.date': (stage, { date }) => stage.type(date ?? 0),
    'snooze.set': ({ dialog }) => dialog.getByRole('button', { name: 'Snooze', exact: true }).click(),
    'snooze.end': ({ dialog }) => dialog.getByRole('button', { name: 'End snooze' }).click(),
    'snooze.cancel': ({ dialog, page }) => leaveDialog(page, () => dialog.getByRole('button', { name: 'Cancel' }).click()),
  },
  byTheWorld: {},
  elsewhere: {},
  untaken: {},
  async shows({ dialog, mark, page }, at) {
    await expect(dialog).toHaveCount(at.matches('choosing') ? 1 : 0);
    if (at.matches('snoozed')) {
      await expect(messageOf(page)).toContainText('is snoozed until');
      return expect(mark).toBeVisible();
    }
    if (at.matches('ended')) {
      await expect(messageOf(page)).toContainText('is no longer snoozed');
      return expect(mark).toHaveCount(0);
    }
    await expect(mark, 'it was snoozed before').toHaveCount(1);
    if (!at.matches('choosing')) return;
    await expect(dialog.getByRole('group', { name: /^Until, in/ })).toHaveCount(at.hasTag('dated') ? 1 : 0);
    const { trouble } = at.context;
    if (trouble === null) await expect(dialog.getByText(/That time is over|at the most|Choose a date/)).toHaveCount(0);
    else await expect(dialog.getByText(trouble)).toBeVisible();
  },
};
