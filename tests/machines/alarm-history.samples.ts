import { expect } from 'vitest';
import { alarmHistoryMachine } from '../../src/machines/alarm-history/alarm-history-machine.ts';
import { TimeText } from '#model/time/time-text.ts';
import { pastAlarm } from '../support/alarm-samples.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** What is asked of a file does not matter here: composing it is not the machine's. */
const file = { title: 'Demo', times: new TimeText('UTC'), now: 0 };

export default samples({
  machine: alarmHistoryMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'place.changed': [{ search: '?level=4' }, { search: '?level=9' }],
    'history.more': {},
    'history.retry': {},
    'history.save': (snapshot) => (snapshot.matches({ watched: { shown: 'whole' } }) ? [{ file }] : []),
  },
  actors: {
    alarmUpdates: callback({ sends: [{ type: 'alarms.changed' }], errors: [new Error('no journal')] }),
    loadPage: promise({
      outputs: ({ input }) =>
        (input as { before: number | null }).before === null
          ? [
              { alarms: [pastAlarm(7), pastAlarm(6)], more: true },
              { alarms: [], more: false },
            ]
          : [{ alarms: [pastAlarm(5)], more: false }],
    }),
  },
  serializeState: ({ value, context: { filters, history, failure, olderFailure, isOutdated } }) =>
    JSON.stringify([
      value,
      filters.level,
      failure !== null,
      olderFailure !== null,
      history?.alarms.length,
      history?.more,
      isOutdated,
    ]),
  invariant: ({ snapshot }) => {
    const { history, failure } = snapshot.context;
    if (snapshot.hasTag('ready')) expect(history).not.toBeNull();
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
    const ids = history?.alarms.map(({ id }) => id) ?? [];
    expect(ids, 'newest first, each once').toEqual([...new Set(ids)].toSorted((one, other) => other - one));
  },
});
