import { expect } from 'vitest';
import { notificationsMachine } from '../../src/machines/notifications/notifications-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: notificationsMachine,
  inputs: [{ mitasId: 'demo', now: () => 1_700_000_000_000 }],
  events: {
    'notifications.open': {},
    'notifications.close': {},
  },
  actors: {
    unseenNews: callback({
      sends: [
        { type: 'unseen.changed', upTo: 5 },
        { type: 'unseen.changed', upTo: 7 },
        { type: 'unseen.changed', upTo: null },
      ],
      errors: [new Error('no journal')],
    }),
    markSeen: promise({ outputs: [{ lastSeenAlarmId: 7 }, { lastSeenAlarmId: null }] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot, outside }) => {
    const marking = 'markSeen' in snapshot.children;
    expect(snapshot.hasTag('busy'), 'busy exactly while the host is asked').toBe(marking);
    const { proposed = 0, settled = 0 } = countEntries(outside.systems['journal'] ?? []);
    expect(proposed - settled, 'a proposal stands exactly while the host is asked').toBe(marking ? 1 : 0);
  },
});

function countEntries(heard: readonly object[]): { proposed?: number; settled?: number } {
  const entries = heard.flatMap((event) => ('entries' in event ? (event.entries as { type: string }[]) : []));
  const proposed = entries.filter(({ type }) => type === 'proposed').length;
  return { proposed, settled: entries.length - proposed };
}
