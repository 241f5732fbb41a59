import { expect } from 'vitest';
import { setup } from 'xstate';
import type { PersonalEdit } from '#model/journal/edits.ts';
import { notificationsMachine } from '../../src/machines/notifications/notifications-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** An actor that shows alarms outside the page and fails a day later. */
const broken = setup({
  delays: { day: 86_400_000 },
  actions: {
    fail: () => {
      throw new Error('a defect of what shows alarms');
    },
  },
}).createMachine({ initial: 'sound', states: { sound: { after: { day: { actions: 'fail' } } } } });

export default samples({
  machine: notificationsMachine,
  inputs: [{ mitasId: 'demo', now: () => 1_700_000_000_000 }],
  events: {
    'notifications.open': {},
    'notifications.shown': {},
    'notifications.hidden': {},
    'notifications.close': {},
  },
  actors: {
    unseenChanges: callback({
      sends: [
        { type: 'unseen.changed', upTo: 5, lastSeen: 4 },
        { type: 'unseen.changed', upTo: 7, lastSeen: 4 },
        { type: 'unseen.changed', upTo: 7, lastSeen: 2 },
        { type: 'unseen.changed', upTo: null, lastSeen: 7 },
      ],
      errors: [new Error('no journal')],
    }),
    loadBrowserAlarms: promise({ outputs: [broken as never] }),
  },
  systems: ['operations'],
  invariant: ({ outside }) => {
    const marks = (outside.systems['operations'] ?? []).map((event) => (event as { edit?: PersonalEdit }).edit?.proposal);
    for (const mark of marks) {
      expect([5, 7], 'what is marked was unseen').toContain(mark?.lastSeenAlarmId);
      expect(mark?.before ?? 0, 'and is further than before').toBeLessThan(mark?.lastSeenAlarmId ?? 0);
    }
  },
});
