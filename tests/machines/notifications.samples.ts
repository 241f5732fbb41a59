import { expect } from 'vitest';
import { notificationsMachine } from '../../src/machines/notifications/notifications-machine.ts';
import { callback, samples } from '../support/machine-paths.ts';

export default samples({
  machine: notificationsMachine,
  inputs: [{ mitasId: 'demo', now: () => 1_700_000_000_000 }],
  events: {
    'notifications.open': {},
    'notifications.close': {},
  },
  actors: {
    unseenChanges: callback({
      sends: [
        { type: 'unseen.changed', upTo: 5 },
        { type: 'unseen.changed', upTo: 7 },
        { type: 'unseen.changed', upTo: null },
      ],
      errors: [new Error('no journal')],
    }),
  },
  systems: ['operations'],
  invariant: ({ snapshot, outside }) => {
    const asked = (outside.systems['operations'] ?? []).length;
    if (asked > 0)
      expect(snapshot.context.markedUpTo === 0 || snapshot.context.markedUpTo >= 5, 'what is marked was unseen').toBe(true);
  },
});
