import { expect } from 'vitest';
import { assign } from 'xstate';
import { pagedListMachine } from '../../src/machines/paged-list/paged-list-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

/** Entries by number, newest first; `heard` is the newest that was reported. */
type Entries = { ids: readonly number[]; heard: number; more: boolean; isChanging: boolean };
const page = (ids: readonly number[], rest: Partial<Entries> = {}): Entries => ({
  ids,
  heard: ids[0] ?? 0,
  more: false,
  isChanging: false,
  ...rest,
});
const entriesOf = ({ context }: { context: { list: unknown } }) => context.list as Entries | null;

/** ALP-2, CHG-21, DET-21. */
export default samples({
  machine: pagedListMachine.provide({
    actions: {
      takeFirst: assign((_, { output }) => ({ list: output })),
      takeNewest: assign((args, { output }) => {
        const newest = output as Entries;
        return { list: { ...newest, heard: Math.max(newest.heard, entriesOf(args)?.heard ?? 0) } };
      }),
      takeOlder: assign((args, { output }) => {
        const [list, { ids, more }] = [entriesOf(args), output as Entries];
        return { list: list && { ...list, ids: [...list.ids, ...ids], more } };
      }),
      takeMessage: assign((args, { message }) => {
        const list = entriesOf(args);
        const next = list?.ids[0] === 7 && message === 8 ? [8, ...list.ids] : list?.ids;
        return { list: list && { ...list, ids: next, heard: message } };
      }),
      saveFile: () => {},
      reportList: () => {},
    },
    guards: {
      hasOlder: (args) => entriesOf(args)?.more === true,
      isBehind: (args) => (entriesOf(args)?.heard ?? 0) > (entriesOf(args)?.ids[0] ?? 0),
      isChanging: (args) => entriesOf(args)?.isChanging === true,
    },
  }),
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '', keepsShown: true, pollMs: 3_000 },
  ],
  events: {
    'place.changed': [{ search: '?by=7' }, { search: '' }],
    'list.more': {},
    'list.retry': {},
    'list.save': (snapshot) => (snapshot.matches({ watched: { shown: 'whole' } }) ? [{ wish: {} }] : []),
  },
  actors: {
    updates: callback({
      sends: [
        { type: 'message.received', message: 8 },
        { type: 'message.received', message: 9 },
        { type: 'role.changed' },
        { type: 'list.outdated' },
      ],
      errors: [new Error('no socket')],
    }),
    load: promise({
      outputs: ({ input }) =>
        (input as { part: string }).part === 'older'
          ? [page([5])]
          : [page([7, 6], { more: true }), page([9, 8]), page([], { isChanging: true })],
    }),
  },
  serializeState: ({ value, context: { search, keepsShown, list, failure, olderFailure, isOutdated } }) =>
    JSON.stringify([value, search, keepsShown, list, failure !== null, olderFailure !== null, isOutdated]),
  invariant: ({ snapshot }) => {
    const { list, failure, keepsShown } = snapshot.context;
    const isWatched = snapshot.children['updates']?.getSnapshot().status === 'active';
    if (snapshot.hasTag('busy') || snapshot.hasTag('ready')) expect(isWatched, 'what is shown is live').toBe(true);
    if (snapshot.hasTag('ready')) expect(list).not.toBeNull();
    if (snapshot.hasTag('failed')) expect(failure).not.toBeNull();
    if (snapshot.matches({ watched: 'loading' }) && !keepsShown) expect(list, 'nothing is shown of another list').toBeNull();
    if (snapshot.matches({ watched: 'failed' })) expect(list).toBeNull();
  },
});
