import { expect } from 'vitest';
import { snoozeMachine } from '../../src/machines/snooze/snooze-machine.ts';
import type { SnoozeInput } from '../../src/machines/snooze/snooze-events.ts';
import { TimeText } from '#model/time/time-text.ts';
import { samples } from '../support/machine-paths.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const input: SnoozeInput = {
  mitasId: 'demo',
  receivers: [{ rxId: 7, alias: 'Crest', siteId: 1 }],
  times: new TimeText('America/Denver'),
  now: () => now,
  hasExpired: () => false,
};

/** ALM-12. */
export default samples({
  machine: snoozeMachine.provide({ actions: { ask: () => {}, close: () => {} } }),
  inputs: [input],
  events: {
    'snooze.choose': [{ choice: 'hours' }, { choice: 'date' }],
    'snooze.date': [{ date: now + 1 }, { date: now }],
    'snooze.set': {},
    'snooze.end': {},
    'snooze.cancel': {},
  },
  invariant: ({ snapshot }) => {
    const { choice, until, trouble } = snapshot.context;
    expect(snapshot.hasTag('dated'), 'a date is asked for where one was chosen').toBe(
      choice === 'date' && snapshot.matches('choosing'),
    );
    if (snapshot.matches('choosing')) expect(trouble !== null, 'why it may not be is said').toBe(snapshot.hasTag('failed'));
    if (snapshot.matches('snoozed')) expect(until, 'no snooze is over when it is set').toBeGreaterThan(now);
    else expect(until).toBeNull();
  },
});
