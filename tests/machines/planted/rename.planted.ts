import { type ActorRef, type AnyEventObject, assertEvent, assign, sendTo, setup, type Snapshot } from 'xstate';
import { notProvided } from '../../../src/machines/support/not-provided.ts';
import { promise, samples } from '../../support/machine-paths.ts';

interface Rename {
  opId: string;
  rxId: number;
  alias: string;
}

/** A flow as the house writes them (CODE-4), with a guarded retry and facts sent to the journal. */
export const renameMachine = setup({
  types: {
    input: {} as Rename,
    context: {} as Rename & { attempts: number },
    events: {} as { type: 'rename.retry'; alias: string } | { type: 'rename.giveUp' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { renameReceiver: notProvided<void, Rename>() },
  guards: { mayRetry: ({ context }) => context.attempts < 2, isNamed: (_, { alias }: { alias: string }) => alias !== '' },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    takeAlias: assign(({ event }) => {
      assertEvent(event, 'rename.retry');
      return { alias: event.alias };
    }),
    record: sendTo(
      ({ system }): ActorRef<Snapshot<unknown>, AnyEventObject> => system.get('journal'),
      ({ context }, { type }: { type: 'proposed' | 'happened' | 'rejected' }) => ({ type, opId: context.opId }),
    ),
  },
  delays: { patience: 10_000 },
}).createMachine({
  id: 'rename',
  context: ({ input }) => ({ ...input, attempts: 0 }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      entry: [{ type: 'record', params: { type: 'proposed' } }, 'countAttempt'],
      invoke: {
        id: 'renameReceiver',
        src: 'renameReceiver',
        input: ({ context }) => context,
        onDone: { target: 'renamed', actions: { type: 'record', params: { type: 'happened' } } },
        onError: [{ guard: 'mayRetry', target: 'asked' }, { target: 'refused' }],
      },
    },
    asked: {
      on: {
        'rename.retry': {
          guard: { type: 'isNamed', params: ({ event }) => ({ alias: event.alias }) },
          target: 'asking',
          actions: 'takeAlias',
        },
        'rename.giveUp': 'refused',
      },
      after: { patience: 'refused' },
    },
    renamed: { type: 'final' },
    refused: { type: 'final', tags: 'failed', entry: { type: 'record', params: { type: 'rejected' } } },
  },
});

export default samples({
  machine: renameMachine,
  inputs: [{ opId: 'op', rxId: 1, alias: 'Ford' }],
  events: { 'rename.retry': [{ alias: '' }, { alias: 'Bend' }], 'rename.giveUp': {} },
  actors: { renameReceiver: promise({ outputs: [undefined] }) },
  invariant: ({ snapshot, outside }) => {
    const answered = outside.systems['journal']?.some(({ type }) => type === 'rejected') ?? false;
    if (snapshot.hasTag('failed') !== answered)
      throw new Error('A refused name must be rejected in the journal, once it is refused.');
  },
});
