import { nextStep } from '#model/journal/undo.ts';
import { useSelector } from '@xstate/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { createActor, fromPromise, setup, waitFor } from 'xstate';
import { getAdjacencyMap } from '@xstate/graph';
import { type JournalRef, journalIn, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import { record } from '../../src/machines/journal/record.ts';
import type { Fact } from '#model/journal/facts.ts';
import type { SessionEntry } from '#model/journal/session.ts';
import { asOf } from '../support/fact-samples.ts';
import { receiver, site } from '../support/fleet-samples.ts';
import { changeOf } from '../support/journal-arbitraries.ts';
import { journalStage } from '../support/journal-stage.ts';

const at = 1_700_000_000_000;
const fleet: Fact = { type: 'fleet.loaded', asOf, receivers: [receiver({ id: 1, alias: 'North' })], sites: [site({ id: 1 })] };

const renamed = (id: number, alias: string) => ({ kind: 'receiver.renamed' as const, id, after: { alias } });

type Rename = { opId: string; rxId: number; alias: string };

/** Starts a rename that its own answer confirms, beside a journal in the same system. */
function renaming(renameReceiver: (input: Rename) => Promise<void>) {
  const rename = setup({
    types: { input: {} as Rename, context: {} as Rename },
    actors: { renameReceiver: fromPromise<void, Rename>(({ input }) => renameReceiver(input)) },
    actions: {
      proposeName: record(({ opId, rxId, alias }) => ({
        type: 'proposed',
        opId,
        fact: { type: 'change.asked', items: [renamed(rxId, alias)] },
      })),
      confirmName: record(({ opId, rxId, alias }) => ({
        type: 'happened',
        opId,
        fact: changeOf(renamed(rxId, alias), asOf.revision + 1),
      })),
      rejectName: record(({ opId }) => ({ type: 'rejected', opId })),
    },
  }).createMachine({
    id: 'rename',
    context: ({ input }) => input,
    initial: 'asking',
    states: {
      asking: {
        entry: 'proposeName',
        invoke: {
          id: 'renameReceiver',
          src: 'renameReceiver',
          input: ({ context }) => context,
          onDone: { target: 'renamed', actions: 'confirmName' },
          onError: { target: 'refused', actions: 'rejectName' },
        },
      },
      renamed: { type: 'final' },
      refused: { type: 'final' },
    },
  });
  return setup({
    types: { context: {} as object, events: {} as { type: 'rename'; input: Rename } },
    actors: { journal: journalLogic(() => at), rename },
    actions: {
      load: record(() => [
        { type: 'happened', fact: { type: 'system.selected', mitasId: 'demo' } },
        { type: 'happened', fact: fleet },
      ]),
    },
  }).createMachine({
    id: 'session',
    context: {},
    invoke: { id: 'journal', systemId: 'journal', src: 'journal' },
    initial: 'loading',
    states: {
      loading: { entry: 'load', always: 'idle' },
      idle: { on: { rename: 'renaming' } },
      renaming: { invoke: { id: 'rename', src: 'rename', input: ({ event }) => event.input, onDone: 'idle' } },
    },
  });
}

function start(renameReceiver: (input: Rename) => Promise<void>) {
  const session = createActor(renaming(renameReceiver)).start();
  return { session, journal: journalIn(session.system) };
}

const isPending = (journal: JournalRef, opId: string): boolean =>
  journal.getSnapshot().context.journal.head.pending.some((change) => change.opId === opId);
const aliasIn = (journal: JournalRef): string | undefined => shown(journal.getSnapshot()).fleet.receivers[1]?.alias;

describe('the journal as an actor', () => {
  test('takes several entries in as one change, each with the time of the injected clock', () => {
    const { journal } = start(async () => {});
    const { context } = journal.getSnapshot();
    expect(context.journal.tail.map((entry) => [entry.position, entry.at])).toEqual([
      [1, at],
      [2, at],
    ]);
    expect(shown(journal.getSnapshot()).account.selected).toBe('demo');
  });

  test('a rename shows at once, is confirmed by the answer, and can then be undone', async () => {
    const answer = Promise.withResolvers<void>();
    const { session, journal } = start(() => answer.promise);
    session.send({ type: 'rename', input: { opId: 'a', rxId: 1, alias: 'Ridge' } });
    expect(aliasIn(journal)).toBe('Ridge');
    expect(isPending(journal, 'a')).toBe(true);
    expect(journal.getSnapshot().context.journal.head.confirmed.fleet.receivers[1]?.alias).toBe('North');

    answer.resolve();
    await waitFor(session, (snapshot) => snapshot.matches('idle'));
    expect(isPending(journal, 'a')).toBe(false);
    const { revision } = asOf;
    expect(nextStep(journal.getSnapshot().context.history, 'undo')?.revision).toBe(revision + 1);
    expect(nextStep(journal.getSnapshot().context.history, 'undo', [revision + 1])).toBeUndefined();

    const undone = changeOf(renamed(1, 'North'), revision + 2, revision + 1);
    journal.send({ type: 'journal.append', entries: [{ type: 'happened', opId: 'b', fact: undone }] });
    expect(aliasIn(journal)).toBe('North');
    expect(nextStep(journal.getSnapshot().context.history, 'undo')).toBeUndefined();
    expect(nextStep(journal.getSnapshot().context.history, 'redo')?.revision).toBe(revision + 2);
  });

  test('a refused rename disappears and leaves nothing to undo', async () => {
    const { session, journal } = start(() => Promise.reject(new Error('refused')));
    session.send({ type: 'rename', input: { opId: 'a', rxId: 1, alias: 'Ridge' } });
    expect(aliasIn(journal)).toBe('Ridge');
    await waitFor(session, (snapshot) => snapshot.matches('idle'));
    expect(aliasIn(journal)).toBe('North');
    expect(nextStep(journal.getSnapshot().context.history, 'undo')).toBeUndefined();
  });

  test('an entry with a secret is refused, told, and stops nothing', () => {
    const { journal } = start(async () => {});
    const before = journal.getSnapshot().context.journal;
    const reasons: string[] = [];
    journal.on('journal.refused', ({ reason }) => reasons.push(reason));
    const smuggled = { type: 'happened', fact: { type: 'system.selected', mitasId: 'demo', accessToken: 'a' } } as SessionEntry;
    journal.send({ type: 'journal.append', entries: [smuggled] });
    expect(reasons).toEqual(['fact.accessToken is the name of a secret: secrets never enter the journal']);
    expect(journal.getSnapshot().context.journal).toBe(before);
    expect(journal.getSnapshot().context.refused).toEqual({ count: 1, last: reasons[0] });
    expect(journal.getSnapshot().status).toBe('active');
  });

  test('keeps no more entries than it is told', () => {
    const journal = createActor(
      journalLogic(() => at),
      { input: { limits: { entries: 4 } } },
    ).start();
    const fact = { type: 'system.selected', mitasId: 'demo' } as const;
    journal.send({ type: 'journal.append', entries: Array.from({ length: 50 }, () => ({ type: 'happened', fact })) });
    const { head, checkpoint } = journal.getSnapshot().context.journal;
    expect(head.position).toBe(50);
    expect(head.position - checkpoint.position).toBeLessThanOrEqual(4);
  });

  test('a machine records in the journal that stands beside it in a test', () => {
    const { parent, journal } = journalStage();
    createActor(noteMachine, { parent }).start();
    expect(shown(journal.getSnapshot()).account.selected).toBe('demo');
  });

  test('without a journal paths can be explored, and running the machine is loudly wrong', () => {
    expect(Object.keys(getAdjacencyMap(noteMachine, { events: [] }))).toHaveLength(1);
    vi.useFakeTimers();
    try {
      createActor(noteMachine).start();
      expect(() => vi.runAllTimers()).toThrow("No actor has the systemId 'journal'");
    } finally {
      vi.useRealTimers();
    }
  });

  test('views read it with useSelector of @xstate/react', () => {
    const { journal } = start(async () => {});
    const Aliases = () => useSelector(journal, (snapshot) => shown(snapshot).fleet.receivers[1]?.alias);
    expect(renderToString(createElement(Aliases))).toBe('North');
  });

  test('what may be recorded is typed', () => {
    // @ts-expect-error there is no such fact
    record(() => ({ type: 'happened', fact: { type: 'receiver.exploded', rxId: 1 } }));
    // @ts-expect-error a proposal needs an operation id
    record(() => ({ type: 'proposed', fact: { type: 'change.asked', items: [] } }));
    // @ts-expect-error the journal takes its own events only
    const send = (journal: JournalRef) => journal.send({ type: 'append' });
    expectTypeOf(send).toBeFunction();
    expectTypeOf(shown).returns.toHaveProperty('fleet');
  });
});

const noteMachine = setup({
  actions: { note: record(() => ({ type: 'happened', fact: { type: 'system.selected', mitasId: 'demo' } })) },
}).createMachine({ id: 'noting', entry: 'note' });
