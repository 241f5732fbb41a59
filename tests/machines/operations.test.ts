import { undoAct } from '../../src/machines/operations/undo-offer.ts';
import { describe, expect, test } from 'vitest';
import { SimulatedClock, createActor, createMachine, fromPromise } from 'xstate';
import { changeLineMachine, type ChangeLineRef } from '../../src/machines/change-line/change-line-machine.ts';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import { operationMachine } from '../../src/machines/operation/operation-machine.ts';
import { type OperationsRef, operationsMachine } from '../../src/machines/operations/operations-machine.ts';
import { countUnsaved, isUnsaved, selectHeld, selectPending } from '../../src/machines/operations/operations-selectors.ts';
import { type SnackbarRef, snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';
import type { AsOf, Change, ChangeItem } from '#model/changes/change.ts';
import { type Edit, renameReceiver } from '#model/journal/edits.ts';
import { recolourReceiver } from '#model/journal/fleet-edits.ts';
import type { Failure } from '#model/contract/failure.ts';
import { receiver, site } from '../support/fleet-samples.ts';
import { settled } from '../support/frame-stage.ts';

const network: Failure = { kind: 'network' };
const by = { id: 7, name: 'Rachel Lark' };
const asOf = { epoch: 'one', revision: 1 };
const north = receiver({ id: 1, alias: 'North', color: '#000000' });
const renamed = (before: string, after: string): ChangeItem => ({
  kind: 'receiver.renamed',
  id: 1,
  name: before,
  before: { alias: before },
  after: { alias: after },
});

/** Starts operations on a real journal, change line and snackbar; the test acts as the host. */
function start() {
  const clock = new SimulatedClock();
  const calls: (PromiseWithResolvers<unknown> & { opId: string; edit: Edit })[] = [];
  let ids = 0;
  const parent = createMachine({
    invoke: [
      { id: 'snackbar', systemId: 'snackbar', src: snackbarMachine },
      { id: 'journal', systemId: 'journal', src: journalLogic(() => 0) },
      {
        id: 'changeLine',
        systemId: 'changeLine',
        src: changeLineMachine.provide({
          actors: {
            getChanges: fromPromise<
              AsOf & { changes: readonly Change[] },
              { mitasId: string; epoch: string | null; after: number }
            >(() => new Promise(() => {})),
          },
        }),
        input: { mitasId: 'demo' },
      },
      {
        id: 'operations',
        systemId: 'operations',
        src: operationsMachine.provide({
          actors: {
            operation: operationMachine.provide({
              actors: {
                ask: fromPromise(({ input }) => {
                  const call = { ...Promise.withResolvers<unknown>(), opId: input.opId, edit: input.request as Edit };
                  calls.push(call);
                  return call.promise;
                }),
              },
            }),
          },
        }),
        input: { mitasId: 'demo', by, newId: () => `operation-${String((ids += 1)).padStart(7, '0')}`, now: () => clock.now() },
      },
    ],
  });
  const root = createActor(parent, { clock }).start();
  const journal = root.system.get('journal') as JournalRef;
  const changeLine = root.system.get('changeLine') as ChangeLineRef;
  const operations = root.system.get('operations') as OperationsRef;
  const snackbar = root.system.get('snackbar') as SnackbarRef;
  const load = (epoch = asOf): void =>
    changeLine.send({
      type: 'changes.loaded',
      asOf: epoch,
      facts: [{ type: 'fleet.loaded', asOf: epoch, receivers: [north], sites: [site({ id: 1 })] }],
    });
  load();
  return {
    clock,
    calls,
    load,
    journal,
    operations,
    receiver: () => shown(journal.getSnapshot()).fleet.receivers[1],
    asked: () => calls.map(({ edit, opId }) => `${edit.call} ${opId.at(-1)}`),
    pending: () => selectPending(operations.getSnapshot()).map(({ status }) => status),
    proposals: () => journal.getSnapshot().context.journal.head.pending.length,
    edit: (edit: Edit) => operations.send({ type: 'operations.edit', edit }),
    answer: async (at: number, revision: number, ...items: ChangeItem[]) => {
      calls[at]?.resolve({ epoch: asOf.epoch, revision, items });
      await settled();
    },
    fail: async (at: number, failure: Failure) => {
      calls[at]?.reject(failure);
      await settled();
    },
    /** Sends the host's message about a change; `operation` marks it as one of this console. */
    tell: (revision: number, items: ChangeItem[], operation?: string, undoes: number | null = null, epoch = asOf.epoch) =>
      changeLine.send({
        type: 'message.received',
        message: { type: 'changed', payload: { epoch, revision, at: 0, by, through: 'console', operation, undoes, items } },
      }),
    notice: () => snackbar.getSnapshot().context.notice,
  };
}

describe('an edit', () => {
  test('is shown at once, asked under its id, and confirmed by the reply', async () => {
    const { edit, receiver: shownNow, asked, answer, proposals, pending, notice } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    expect([shownNow()?.alias, asked(), pending()]).toEqual(['Ridge', ['renameReceiver 1'], ['asked']]);
    await answer(0, 2, renamed('North', 'Ridge'));
    expect([shownNow()?.alias, shownNow()?.rev, proposals(), pending()]).toEqual(['Ridge', 2, 0, []]);
    expect(notice()).toMatchObject({
      message: 'North is now called Ridge',
      act: { ...undoAct({ epoch: 'one', revision: 2 }), name: 'Undo: Rename North' },
      timeout: 8_000,
    });
  });

  test('that the host refuses is taken back at once, and told', async () => {
    const { edit, receiver: shownNow, fail, proposals, notice } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await fail(0, { kind: 'server', code: 403, type: 'Forbidden' });
    expect([shownNow()?.alias, proposals()]).toEqual(['North', 0]);
    expect(notice()).toMatchObject({ message: 'Could not rename the receiver', variant: 'error' });
  });

  test('waits for the one before it of the same field, and for no other', async () => {
    const { edit, asked, answer, receiver: shownNow } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    edit(renameReceiver('demo', north, 'Creek'));
    edit(recolourReceiver('demo', north, '#ffffff'));
    expect(shownNow()).toMatchObject({ alias: 'Creek', color: '#ffffff' });
    expect(asked()).toEqual(['renameReceiver 1', 'recolourReceiver 3']);
    await answer(0, 2, renamed('North', 'Ridge'));
    expect(asked().at(-1)).toBe('renameReceiver 2');
    expect(shownNow()?.alias, 'and what it shows stays on top').toBe('Creek');
  });

  test('waits for an undo of the same field, and an undo for it: the last thing asked for holds (CHG-15)', async () => {
    const { edit, operations, asked, answer, receiver: shownNow } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await answer(0, 2, renamed('North', 'Ridge'));
    edit(renameReceiver('demo', { id: 1, alias: 'Ridge' }, 'Creek'));
    operations.send({ type: 'operations.undo', revision: 2, epoch: 'one' });
    edit(renameReceiver('demo', { id: 1, alias: 'North' }, 'Brook'));
    edit(recolourReceiver('demo', north, '#ffffff'));
    expect(asked()).toEqual(['renameReceiver 1', 'renameReceiver 2', 'recolourReceiver 5']);
    expect(shownNow()?.alias).toBe('Brook');
    await answer(1, 3, renamed('Ridge', 'Creek'));
    expect(asked().slice(3)).toEqual(['undoChange 3']);
    await answer(3, 4, renamed('Creek', 'North'));
    expect(asked().slice(4)).toEqual(['renameReceiver 4']);
  });

  test('of an answer that comes after a newer change does not bring the older back', async () => {
    const { edit, answer, tell, receiver: shownNow, proposals } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    tell(2, [renamed('North', 'Ridge')], 'operation-0000001');
    tell(3, [renamed('Ridge', 'Creek')]);
    await answer(0, 2, renamed('North', 'Ridge'));
    expect([shownNow()?.alias, proposals()]).toEqual(['Creek', 0]);
  });
});

describe('a lost line', () => {
  test('is not yet a failure: it stays, is marked, and is sent again under the same id when the line is back (CHG-14)', async () => {
    const { edit, fail, operations, asked, answer, receiver: shownNow, proposals } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await fail(0, network);
    const unsaved = (field?: string) => isUnsaved(operations.getSnapshot(), 'receiver', 1, field);
    expect([shownNow()?.alias, unsaved(), unsaved('alias'), unsaved('color')]).toEqual(['Ridge', true, true, false]);
    expect(countUnsaved(operations.getSnapshot())).toBe(1);
    operations.send({ type: 'line.opened' });
    expect(asked()).toEqual(['renameReceiver 1', 'renameReceiver 1']);
    await answer(1, 2, renamed('North', 'Ridge'));
    expect([countUnsaved(operations.getSnapshot()), proposals()]).toEqual([0, 0]);
  });

  test('an answer that takes longer than a second counts as unsaved until it comes', async () => {
    const { edit, operations, clock, answer } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    clock.increment(999);
    expect(countUnsaved(operations.getSnapshot())).toBe(0);
    clock.increment(1);
    expect(countUnsaved(operations.getSnapshot())).toBe(1);
    await answer(0, 2, renamed('North', 'Ridge'));
    expect(countUnsaved(operations.getSnapshot())).toBe(0);
  });

  test('without news of it is tried again after 0.5 s, then twice as long each time, up to 10 s', async () => {
    const { edit, fail, clock, asked } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    for (const [times, wait] of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000].entries()) {
      await fail(times, { kind: 'server', code: 504, type: 'ServerError' });
      clock.increment(wait - 1);
      expect(asked()).toHaveLength(times + 1);
      clock.increment(1);
      expect(asked()).toHaveLength(times + 2);
    }
  });

  const putOff = (code: number): Failure => ({ kind: 'server', code, type: 'Unavailable' });

  test('leaves it unknown also when the host only puts off the repeat, which is made again (CHG-14)', async () => {
    const { edit, fail, clock, asked, answer, receiver: shownNow, pending, notice } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    for (const [times, failure] of [network, putOff(503), putOff(429)].entries()) {
      await fail(times, failure);
      expect([shownNow()?.alias, pending(), notice()]).toEqual(['Ridge', ['unsaved'], null]);
      clock.increment(500 * 2 ** times);
    }
    await answer(3, 2, renamed('North', 'Ridge'));
    expect([asked(), pending()]).toEqual([Array(4).fill('renameReceiver 1'), []]);
  });

  test('is none where the host puts off the first try: it is taken back at once', async () => {
    const { edit, fail, receiver: shownNow, pending, notice } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await fail(0, putOff(503));
    expect([shownNow()?.alias, pending(), notice()?.variant]).toEqual(['North', [], 'error']);
  });

  test('over which it was done all the same is over when the change is told', async () => {
    const { edit, fail, tell, pending, proposals, asked } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await fail(0, network);
    tell(2, [renamed('North', 'Ridge')], 'operation-0000001');
    expect([pending(), proposals(), asked()]).toEqual([[], 0, ['renameReceiver 1']]);
  });

  test('after the change was told is no failure at all', async () => {
    const { edit, fail, tell, pending, notice } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    tell(2, [renamed('North', 'Ridge')], 'operation-0000001');
    await fail(0, network);
    expect([pending(), notice()?.variant]).toEqual([[], 'success']);
  });
});

describe('a new epoch', () => {
  test('ends what was to be taken back: its revision is another change now', async () => {
    const { edit, answer, fail, tell, load, operations, pending, proposals, asked, clock, notice } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await answer(0, 2, renamed('North', 'Ridge'));
    operations.send({ type: 'operations.undo' });
    await fail(1, network);
    tell(1, [], undefined, null, 'two');
    load({ epoch: 'two', revision: 1 });
    clock.increment(20_000);
    expect([pending(), proposals(), asked().length]).toEqual([[], 0, 2]);
    expect(notice()?.message).toBe('Could not undo the change: the system was restored from a backup');
  });

  test('and another system leave an offer to undo without its change: theirs of that number is another one', async () => {
    const { edit, answer, load, asked, operations, pending } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    await answer(0, 2, renamed('North', 'Ridge'));
    operations.send({ type: 'operations.undo', revision: 2, epoch: 'two' });
    expect([pending(), asked().length]).toEqual([[], 1]);
    load({ epoch: 'two', revision: 5 });
    operations.send({ type: 'operations.undo', revision: 2, epoch: 'one' });
    expect([pending(), asked().length]).toEqual([[], 1]);
    operations.send({ type: 'operations.undo', revision: 2, epoch: 'two' });
    expect([pending(), asked().length]).toEqual([['asked'], 2]);
  });

  test('sends nothing again unasked: what is pending is held until the person says', async () => {
    const { edit, fail, tell, pending, operations, asked, receiver: shownNow, load } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    edit(renameReceiver('demo', north, 'Creek'));
    await fail(0, network);
    tell(1, [], undefined, null, 'two');
    load({ epoch: 'two', revision: 1 });
    operations.send({ type: 'line.opened' });
    expect([pending(), asked(), shownNow()?.alias]).toEqual([['held', 'held'], ['renameReceiver 1'], 'Creek']);
    const [first, second] = selectHeld(selectPending(operations.getSnapshot()));
    operations.send({ type: 'operations.drop', opId: second?.opId ?? '' });
    expect([pending(), shownNow()?.alias]).toEqual([['held'], 'Ridge']);
    operations.send({ type: 'operations.send', opId: first?.opId ?? '' });
    expect([pending(), asked()]).toEqual([['asked'], ['renameReceiver 1', 'renameReceiver 1']]);
  });
});

test('what was deleted meanwhile drops what was asked of it, and says so (CHG-25)', async () => {
  const { edit, fail, tell, pending, proposals, notice } = start();
  edit(renameReceiver('demo', north, 'Ridge'));
  edit(renameReceiver('demo', north, 'Creek'));
  await fail(0, network);
  const { SiteId, alias, model, ipAddress, portNumber, enabled, color, latitude, longitude } = north;
  const before = { SiteId, alias, model, ipAddress, portNumber, enabled, color, latitude, longitude };
  tell(2, [{ kind: 'receiver.deleted', id: 1, name: 'North', before, after: null }]);
  expect([pending(), proposals()]).toEqual([[], 0]);
  expect(notice()?.message).toBe('North was deleted, and your changes with it');
});

describe('undo and redo', () => {
  test('wait until what was asked before is settled, so that it is the last change that is taken back', async () => {
    const { edit, operations, asked, answer, receiver: shownNow, calls, tell } = start();
    edit(renameReceiver('demo', north, 'Ridge'));
    operations.send({ type: 'operations.undo' });
    expect(asked()).toEqual(['renameReceiver 1']);
    await answer(0, 2, renamed('North', 'Ridge'));
    expect(asked().at(-1)).toBe('undoChange 2');
    expect(calls[1]?.edit.request).toEqual({ params: { mitasId: 'demo', revision: 2 }, query: { epoch: 'one' } });
    expect(shownNow()?.alias).toBe('North');
    await answer(1, 3, renamed('Ridge', 'North'));
    operations.send({ type: 'operations.redo' });
    expect(calls[2]?.edit.request).toEqual({ params: { mitasId: 'demo', revision: 3 }, query: { epoch: 'one' } });
    expect(shownNow()?.alias).toBe('Ridge');
    tell(4, [renamed('North', 'Ridge')], 'operation-0000003', 3);
    operations.send({ type: 'operations.undo', revision: 4 });
    expect(calls[3]?.edit.request).toEqual({ params: { mitasId: 'demo', revision: 4 }, query: { epoch: 'one' } });
  });

  test('with nothing to take back do nothing', () => {
    const { operations, pending, asked } = start();
    operations.send({ type: 'operations.undo' });
    operations.send({ type: 'operations.redo' });
    expect([pending(), asked()]).toEqual([[], []]);
  });
});

test('more than a hundred that wait are not taken, and none of them is lost', () => {
  const { edit, pending, proposals, notice } = start();
  for (let at = 0; at < 101; at++) edit(renameReceiver('demo', north, `Ridge ${at}`));
  expect([pending().length, proposals()]).toEqual([100, 100]);
  expect(notice()?.message).toBe('100 changes are already waiting for the host. Wait until they are saved');
});
