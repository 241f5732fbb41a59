import { expect } from 'vitest';
import type { ChangeMessage, ChangeReceived } from '../../src/machines/activity/activity-events.ts';
import { activityMachine } from '../../src/machines/activity/activity-machine.ts';
import { TimeText } from '#model/time/time-text.ts';
import { activityPage, renaming } from '../support/change-samples.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** What is asked of a file does not matter here: composing it is not the machine's. */
const file = { title: 'Demo', times: new TimeText('UTC'), siteName: () => undefined, now: 0 };
const heard = (message: ChangeMessage): ChangeReceived => ({ type: 'message.received', message });

export default samples({
  machine: activityMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'place.changed': [{ search: '?by=7' }, { search: '?by=nobody' }],
    'activity.more': {},
    'activity.retry': {},
    'activity.save': (snapshot) => (snapshot.matches({ watched: { shown: 'whole' } }) ? [{ file }] : []),
    // The same from everywhere: walked from where it matters most.
    'role.changed': (snapshot) => (snapshot.matches({ watched: { shown: 'whole' } }) ? [{}] : []),
  },
  actors: {
    changeUpdates: callback({
      sends: [
        heard({ type: 'changed', payload: { epoch: 'one', ...renaming(8) } }),
        heard({ type: 'changed', payload: { epoch: 'one', ...renaming(9) } }),
        heard({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0, changes: { epoch: 'one', revision: 9 } } }),
        heard({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0 } }),
        heard({ type: 'invalidate', payload: ['fleet'], asOf: { epoch: 'two', revision: 1 } }),
      ],
      errors: [new Error('no socket')],
    }),
    loadPage: promise({
      outputs: ({ input }) =>
        (input as { before: number | null }).before === null
          ? [activityPage(7, [7, 6], { more: true }), activityPage(9, [9, 8]), activityPage(3, [3], { epoch: 'two' })]
          : [activityPage(7, [5]), activityPage(1, [1], { epoch: 'two' })],
    }),
  },
  serializeState: ({ value, context: { list, filters, failure, olderFailure } }) =>
    JSON.stringify([value, filters.by, failure !== null, olderFailure !== null, list?.asOf.epoch, list?.heard, list?.more]),
  invariant: ({ snapshot }) => {
    const { list, failure } = snapshot.context;
    const isWatched = snapshot.children['changeUpdates']?.getSnapshot().status === 'active';
    if (snapshot.hasTag('busy') || snapshot.hasTag('ready')) expect(isWatched, 'what is shown is live').toBe(true);
    if (snapshot.hasTag('ready')) expect(list).not.toBeNull();
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
    const revisions = list?.changes.map(({ revision }) => revision) ?? [];
    expect(revisions, 'newest first, each once').toEqual([...new Set(revisions)].toSorted((one, other) => other - one));
  },
});
