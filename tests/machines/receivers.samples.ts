import { expect } from 'vitest';
import type { ReceiversContext } from '../../src/machines/receivers/receivers-events.ts';
import { receiversMachine } from '../../src/machines/receivers/receivers-machine.ts';
import { taskOf } from '#model/receivers/tasks.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';

const crest = { rxId: 1, alias: 'Crest', siteId: 3 };
const gully = { rxId: 2, alias: 'Gully', siteId: null };
const wanted = { alias: 'New Receiver', model: -1, ipAddress: '', portNumber: 20_001, siteId: 3 } as const;
const made = { epoch: 'one', revision: 8 };
const refused = { kind: 'server', code: 409, type: 'Conflict', message: 'This system takes at most 100 receivers.' };
const broken = { kind: 'server', code: 503, type: 'Unavailable' };

const recalled = {
  ...taskOf({ action: 'copy', receivers: [crest] }),
  results: [{ rxId: 1, alias: 'Crest', reason: 'no', unanswered: null, made: null }],
};

/** FLEET-6: opening and closing dialogs, and their requests to the host. */
export default samples({
  machine: receiversMachine.provide({ actions: { readClock: () => {}, recallTask: () => {}, forgetTask: () => {} } }),
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?receiver=1' },
  ],
  events: {
    'place.changed': [{ search: '?edit=1' }, { search: '?receiver=1' }, { search: '?retired=1' }],
    'time.noted': { now: 1_700_000_000_000 },
    'receiver.new': [{ siteId: 3 }, { siteId: null }],
    'receiver.locate': { receiver: crest },
    'site.remove': { siteId: 3 },
    'task.open': [{ action: 'copy', receivers: [crest, gully] }],
    'task.begin': [{ action: 'move', receivers: [crest, gully], siteId: 4 }],
    'dialog.close': {},
    'receiver.create': { wanted },
    'receiver.place': [
      { place: { latitude: 44.1, longitude: -114.2 }, reason: 'moved' },
      { place: null, reason: 'corrected' },
    ],
    'task.confirm': [{ siteId: null }, { siteId: 4 }],
    'task.again': {},
    'task.undo': [{ undoable: [{ rxId: 1, alias: 'Crest', made: { epoch: 'one', revision: 8 } }] }],
    'task.stop': {},
    'task.recalled': [
      { task: recalled, isUnderWay: true },
      { task: recalled, isUnderWay: false },
    ],
    'results.dismiss': {},
  },
  actors: {
    dialogs: child({ errors: [new Error('a defect of a dialog')] }),
    commandHistory: child({ errors: [new Error('a defect of the list')] }),
    records: child({ errors: [new Error('a defect of the records')] }),
    createReceiver: promise({
      outputs: [{ alias: 'New Receiver', made }, { unanswered: { wanted, color: '#f0909c', operation: 'operation of a test' } }],
      errors: [refused, broken],
    }),
    placeReceiver: promise({ outputs: [made, null], errors: [refused, { kind: 'network' }] }),
    taskUndo: callback({
      sends: [{ type: 'task.undo', undoable: [{ rxId: 1, alias: 'Crest', made }] }],
      errors: [new Error('a defect of the undo')],
    }),
    runTask: callback({
      sends: [
        { type: 'task.settled', result: { rxId: 1, alias: 'Crest', reason: null, unanswered: null, made } },
        {
          type: 'task.settled',
          result: { rxId: 2, alias: 'Gully', reason: 'There is no receiver 2 here', unanswered: null, made: null },
        },
        {
          type: 'task.settled',
          result: { rxId: 2, alias: 'Gully', reason: 'The host did not answer', unanswered: 'operation of a test', made: null },
        },
        { type: 'task.ended' },
      ],
      errors: [new Error('a defect of the task')],
    }),
  },
  systems: ['snackbar'],
  serializeState: ({ value, context }) => {
    const { task, wentWrong, failure, unanswered, newAt, located, removedSite, now, records } = context as ReceiversContext;
    const results = task?.results.map(({ reason, unanswered: operation }) => [reason !== null, operation !== null]).slice(0, 2);
    const wrong = wentWrong?.results.some(({ unanswered: operation }) => operation !== null);
    const asked = [newAt, located, removedSite];
    // The list of commands and the dialogs do not affect each other, so each is walked alone.
    const { commands, ...others } = value as Record<string, unknown>;
    const list = others['dialog'] === 'closed' && wentWrong === null ? commands : null;
    return JSON.stringify([others, list, records, results, wrong, failure !== null, unanswered !== null, asked, now > 0]);
  },
  invariant: ({ snapshot }) => {
    const { task, located, removedSite, wentWrong } = snapshot.context;
    const isClosed = snapshot.matches({ dialog: 'closed' });
    if (isClosed) expect([task, located, removedSite], 'a dialog that is closed leaves nothing').toEqual([null, null, null]);
    expect(snapshot.hasTag('busy'), 'asked of the host only while it is busy').toBe(
      ['createReceiver', 'placeReceiver', 'runTask'].some((name) => name in snapshot.children),
    );
    if (wentWrong !== null) expect(wentWrong.results.some(({ reason }) => reason !== null)).toBe(true);
  },
});
