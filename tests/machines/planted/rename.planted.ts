import { assign, setup } from 'xstate';
import type { JournalEvent } from '../../../src/machines/journal/journal-actor.ts';
import { record } from '../../../src/machines/journal/record.ts';
import { notProvided } from '../../../src/machines/support/not-provided.ts';
import { theEvent } from '../../../src/machines/support/the-event.ts';
import type { Fact } from '#model/journal/facts.ts';
import { promise, samples } from '../../support/machine-paths.ts';

interface Rename {
  opId: string;
  rxId: number;
  alias: string;
}

/** A flow in the usual style (CODE-4), with a guarded retry and facts sent to the journal. */
export const renameMachine = setup({
  types: {} as {
    input: Rename;
    context: Rename & { attempts: number };
    events: { type: 'rename.retry'; alias: string } | { type: 'rename.giveUp' };
    tags: 'busy' | 'failed';
  },
  actors: { renameReceiver: notProvided<void, Rename>() },
  guards: { mayRetry: ({ context }) => context.attempts < 2, isNamed: (_, { alias }: { alias: string }) => alias !== '' },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    takeAlias: assign((_, { alias }: { alias: string }) => ({ alias })),
    recordProposed: record(({ opId, rxId, alias }) => ({ type: 'proposed', opId, fact: asked(rxId, alias) })),
    recordDone: record(({ opId, rxId, alias }) => ({ type: 'happened', opId, fact: asked(rxId, alias) })),
    recordRejected: record(({ opId }) => ({ type: 'rejected', opId })),
  },
  delays: { patience: 10_000 },
}).createMachine({
  id: 'rename',
  context: ({ input }) => ({ ...input, attempts: 0 }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      entry: ['recordProposed', 'countAttempt'],
      invoke: {
        id: 'renameReceiver',
        src: 'renameReceiver',
        input: ({ context }) => context,
        onDone: { target: 'renamed', actions: 'recordDone' },
        onError: [{ guard: 'mayRetry', target: 'asked' }, { target: 'refused' }],
      },
    },
    asked: {
      on: {
        'rename.retry': {
          guard: { type: 'isNamed', params: ({ event }) => ({ alias: event.alias }) },
          target: 'asking',
          actions: { type: 'takeAlias', params: theEvent },
        },
        'rename.giveUp': 'refused',
      },
      after: { patience: 'refused' },
    },
    renamed: { type: 'final' },
    refused: { type: 'final', tags: 'failed', entry: 'recordRejected' },
  },
});

/** Returns the fact that records the new name. */
function asked(rxId: number, alias: string): Fact {
  const item = { kind: 'receiver.renamed', id: rxId, name: alias, before: { alias: '' }, after: { alias } } as const;
  return { type: 'change.asked', items: [item] };
}

export default samples({
  machine: renameMachine,
  inputs: [{ opId: 'op', rxId: 1, alias: 'Ford' }],
  events: { 'rename.retry': [{ alias: '' }, { alias: 'Bend' }], 'rename.giveUp': {} },
  actors: { renameReceiver: promise({ outputs: [undefined] }) },
  invariant: ({ snapshot, outside }) => {
    const recorded = (outside.systems['journal'] ?? []) as JournalEvent[];
    const entries = recorded.flatMap((event) => (event.type === 'journal.append' ? event.entries : []));
    const answered = entries.some(({ type }) => type === 'rejected');
    if (snapshot.hasTag('failed') !== answered)
      throw new Error('A refused name must be rejected in the journal, once it is refused.');
  },
});
