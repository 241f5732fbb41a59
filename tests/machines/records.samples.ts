import { expect } from 'vitest';
import type { ChangeMessage, ChangeReceived } from '../../src/machines/activity/activity-events.ts';
import { recordsMachine } from '../../src/machines/receivers/records-machine.ts';
import type { Records } from '#model/receivers/records.ts';
import { renaming } from '../support/change-samples.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';

const heard = (message: ChangeMessage): ChangeReceived => ({ type: 'message.received', message });
const change = renaming(8);
const rxId = change.items?.flatMap((item) => ('id' in item ? item.id : []))[0] ?? 1;

/** FLEET-8: the records of one receiver, or of the retired ones. */
export default samples({
  machine: recordsMachine.provide({ actions: { recallKept: () => {}, rememberKept: () => {} } }),
  inputs: [
    { mitasId: 'demo', of: { kind: 'receiver', rxId } },
    { mitasId: 'demo', of: { kind: 'retired' } },
  ],
  events: {
    'records.retry': {},
    'note.write': [{ change: { time: 1_000, text: 'Changed the battery' } }, { change: { id: 3 } }],
    'draft.changed': { draft: { text: 'Changed the battery' } },
    'kept.recalled': { kept: { draft: { text: 'Saw a fox', time: null }, unanswered: [] } },
    'role.changed': {},
  },
  actors: {
    changeUpdates: callback({
      sends: [
        heard({ type: 'changed', payload: { epoch: 'one', ...change } }),
        heard({ type: 'heartbeat', payload: { mitasId: 'demo', ts: 0 } }),
        heard({ type: 'invalidate', payload: ['fleet'], asOf: { epoch: 'two', revision: 1 } }),
      ],
      errors: [new Error('no socket')],
    }),
    vitals: child({ errors: [new Error('broken')] }),
    hearing: child({ errors: [new Error('broken')] }),
    load: promise<Records>({ outputs: [{ kind: 'retired', receivers: [] }] }),
    writeNote: promise({
      outputs: [null, { change: { time: 1_000, text: 'Changed the battery' }, operation: 'operation of a test' }],
    }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context: { of, records, failure, draft, written, unanswered, isDue }, children }) =>
    JSON.stringify([
      value,
      of,
      records !== null,
      failure !== null,
      draft,
      written,
      unanswered,
      isDue,
      'changeUpdates' in children,
      'vitals' in children,
      'hearing' in children,
    ]),
  invariant: ({ snapshot }) => {
    if (snapshot.hasTag('ready')) expect(snapshot.context.records, 'what was there stays').not.toBeNull();
    expect(snapshot.context.written !== null, 'a note is written by the service alone').toBe('writeNote' in snapshot.children);
    if (snapshot.hasTag('failed')) expect(snapshot.context.failure).not.toBeNull();
  },
});
