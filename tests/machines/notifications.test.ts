import { describe, expect, test } from 'vitest';
import { SimulatedClock, createActor, createMachine, fromPromise } from 'xstate';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { shown } from '../../src/machines/journal/journal-selectors.ts';
import { type NotificationsRef, notificationsMachine } from '../../src/machines/notifications/notifications-machine.ts';
import { operationMachine } from '../../src/machines/operation/operation-machine.ts';
import { type OperationsRef, operationsMachine } from '../../src/machines/operations/operations-machine.ts';
import { unseenChanges } from '../../src/machines/notifications/unseen-changes.ts';
import { type SnackbarRef, snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';
import { markUnseen, type PersonalEdit } from '#model/journal/edits.ts';
import type { Failure } from '#model/contract/failure.ts';
import type { ReplyOf } from '#model/contract/table.ts';
import type { Alarm } from '#model/entities/alarm.ts';
import { selectedSystem } from '#model/journal/read-models/account.ts';
import { unseenAlarms } from '#model/journal/read-models/alarms.ts';
import type { Fact } from '#model/journal/facts.ts';
import { system } from '../support/fact-samples.ts';
import { settled } from '../support/frame-stage.ts';

const network: Failure = { kind: 'network' };
const alarm = (id: number): Alarm => ({ id, AlarmCodeId: 4101, alias: 'R', siteName: 'S', FormattedTime: '2026-05-01 10:00:00' });

/**
 * Starts the notifications on a real journal and snackbar; the test answers the host's calls. The last seen
 * alarm is 3.
 */
function start() {
  const clock = new SimulatedClock();
  const calls: (PromiseWithResolvers<ReplyOf<'setLastSeen'>> & { mitasId: string; lastSeenAlarmId: number })[] = [];
  const machine = notificationsMachine.provide({
    actors: {
      unseenChanges,
    },
  });
  const operations = operationsMachine.provide({
    actors: {
      operation: operationMachine.provide({
        actors: {
          ask: fromPromise(({ input }) => {
            const { request } = input.request as PersonalEdit;
            const call = { ...Promise.withResolvers<ReplyOf<'setLastSeen'>>(), mitasId: '', ...request.body };
            calls.push(call);
            return call.promise;
          }),
        },
      }),
    },
  });
  let ids = 0;
  let versions: number = system.lastSeenVersion;
  const parent = createMachine({
    invoke: [
      { id: 'snackbar', systemId: 'snackbar', src: snackbarMachine },
      { id: 'journal', systemId: 'journal', src: journalLogic(() => 0) },
      {
        id: 'operations',
        systemId: 'operations',
        src: operations,
        input: { mitasId: 'demo', by: null, newId: () => `operation-${(ids += 1)}`, now: () => clock.now() },
      },
      { id: 'subject', systemId: 'subject', src: machine, input: { mitasId: 'demo', now: () => clock.now() } },
    ],
  });
  const root = createActor(parent, { clock }).start();
  const journal = root.system.get('journal') as JournalRef;
  const subject = root.system.get('subject') as NotificationsRef;
  const snackbar = root.system.get('snackbar') as SnackbarRef;
  const tell = (...facts: Fact[]): void =>
    journal.send({ type: 'journal.append', entries: facts.map((fact) => ({ type: 'happened', fact })) });
  const raise = (...ids: number[]): void => tell({ type: 'alarms.loaded', alarms: ids.map(alarm) });
  tell({ type: 'systems.loaded', systems: [system] }, { type: 'system.selected', mitasId: 'demo' });
  raise(5, 4, 3, 2);
  return {
    clock,
    calls,
    raise,
    /** Sets the mark as another page of the same person would. */
    setElsewhere: (lastSeenAlarmId: number) =>
      tell({ type: 'systems.loaded', systems: [{ ...system, lastSeenAlarmId, lastSeenVersion: (versions += 1) }] }),
    /** Takes back the last mark, as the person would. */
    undo: (from: number, to: number) =>
      (root.system.get('operations') as OperationsRef).send({
        type: 'operations.edit',
        edit: markUnseen('demo', { from, to }),
      }),
    asked: () => calls.map(({ mitasId, lastSeenAlarmId }) => [mitasId, lastSeenAlarmId]),
    press: () => subject.send({ type: 'notifications.open' }),
    /** Opens the menu, whose list shows at once. */
    open: () => {
      subject.send({ type: 'notifications.open' });
      subject.send({ type: 'notifications.shown' });
    },
    show: () => subject.send({ type: 'notifications.shown' }),
    /** Replaces the list by a form. */
    hide: () => subject.send({ type: 'notifications.hidden' }),
    close: () => subject.send({ type: 'notifications.close' }),
    relativeTo: () => subject.getSnapshot().context.relativeTo,
    isOpen: () => subject.getSnapshot().hasTag('open'),
    notice: () => snackbar.getSnapshot().context.notice?.message ?? null,
    /** Returns the marks that can be undone. */
    marks: () => journal.getSnapshot().context.history.seen.past,
    badge: () => {
      const { alarms, account } = shown(journal.getSnapshot());
      return unseenAlarms(alarms, selectedSystem(account)?.lastSeenAlarmId ?? null);
    },
    answer: (lastSeenAlarmId: number | null) => {
      calls.at(-1)?.resolve({ lastSeenAlarmId, lastSeenVersion: lastSeenAlarmId === null ? null : (versions += 1) });
      return settled();
    },
    refuse: (failure: Failure) => {
      calls.at(-1)?.reject(failure);
      return settled();
    },
  };
}

describe('opening the notifications (ALM-9)', () => {
  test('marks the alarms as seen 2 s later, up to the newest; the badge goes at once and stays gone', async () => {
    const { clock, open, asked, badge, answer } = start();
    expect(badge()).toBe(2);
    open();
    clock.increment(1_999);
    expect([badge(), asked()]).toEqual([2, []]);
    clock.increment(1);
    expect([badge(), asked()]).toEqual([0, [['demo', 5]]]);
    await answer(5);
    expect(badge()).toBe(0);
    clock.increment(60_000);
    expect(asked()).toHaveLength(1);
  });

  test('marks them also when the menu was closed meanwhile', async () => {
    const { clock, open, close, asked, isOpen, badge, answer } = start();
    open();
    clock.increment(500);
    close();
    expect(isOpen()).toBe(false);
    clock.increment(1_500);
    expect(asked()).toEqual([['demo', 5]]);
    await answer(5);
    expect(badge()).toBe(0);
  });

  test('with nothing unseen asks the host for nothing', async () => {
    const { clock, open, raise, asked } = start();
    raise(3, 2);
    open();
    clock.increment(60_000);
    expect(asked()).toEqual([]);
  });

  test('marks nothing while the list is not shown, as its code did not come, and 2 s after it is', () => {
    const { clock, press, show, asked, isOpen, badge } = start();
    press();
    expect(isOpen()).toBe(true);
    clock.increment(60_000);
    expect([badge(), asked()]).toEqual([2, []]);
    show();
    clock.increment(1_999);
    expect(asked()).toEqual([]);
    clock.increment(1);
    expect([badge(), asked()]).toEqual([0, [['demo', 5]]]);
  });

  test('marks nothing where it is closed before the list was shown', () => {
    const { clock, press, close, show, asked, badge } = start();
    press();
    close();
    show();
    clock.increment(60_000);
    expect([badge(), asked()]).toEqual([2, []]);
  });

  test('before the alarms are there marks them 2 s after they came', () => {
    const { clock, open, raise, asked } = start();
    raise();
    open();
    clock.increment(10_000);
    raise(6, 5);
    clock.increment(1_999);
    expect(asked()).toEqual([]);
    clock.increment(1);
    expect(asked()).toEqual([['demo', 6]]);
  });
});

describe('an alarm that comes', () => {
  test('while the menu is open stays new for 2 s of its own', async () => {
    const { clock, open, raise, asked, badge, answer } = start();
    open();
    clock.increment(1_900);
    raise(6, 5, 4);
    clock.increment(100);
    expect([badge(), asked()]).toEqual([1, [['demo', 5]]]);
    await answer(5);
    clock.increment(1_999);
    expect([badge(), asked().length]).toEqual([1, 1]);
    clock.increment(1);
    expect([badge(), asked().at(-1)]).toEqual([0, ['demo', 6]]);
  });

  test('while a form stands in place of the list waits for that', async () => {
    const { clock, open, hide, show, raise, asked, answer } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    hide();
    raise(6, 5, 4);
    clock.increment(60_000);
    expect(asked()).toHaveLength(1);
    show();
    clock.increment(2_000);
    expect(asked().at(-1)).toEqual(['demo', 6]);
  });

  test('while the menu is closed waits for it to be opened', async () => {
    const { clock, open, close, raise, asked, badge, answer } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    close();
    raise(6, 5, 4);
    clock.increment(60_000);
    expect([badge(), asked().length]).toEqual([1, 1]);
  });
});

describe('what the host answers', () => {
  test('a refusal brings the unseen ones back and is told; they are marked when the menu is opened again, not before', async () => {
    const { clock, open, close, asked, badge, notice, refuse } = start();
    open();
    clock.increment(2_000);
    await refuse(network);
    expect([badge(), notice()]).toEqual([2, 'Could not mark the alarms as seen']);
    clock.increment(60_000);
    expect(asked()).toHaveLength(1);
    close();
    open();
    clock.increment(2_000);
    expect(asked()).toHaveLength(2);
    await refuse({ kind: 'server', code: 403, type: 'Forbidden', message: 'Not here' });
    expect(notice()).toBe('Not here');
  });

  test('a page that saw more elsewhere counts', async () => {
    const { clock, open, raise, badge, marks, answer } = start();
    open();
    clock.increment(2_000);
    await answer(8);
    raise(9, 8, 7);
    expect(badge()).toBe(1);
    expect(marks(), 'what another page saw is not for this one to take back (ALM-25)').toEqual([]);
  });

  test('what this page saw it can take back (ALM-25)', async () => {
    const { clock, open, marks, answer } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    expect(marks()).toEqual([{ from: 3, to: 5 }]);
  });

  test('where it keeps no mark of the person, the mark holds as long as the page', async () => {
    const { clock, open, badge, answer } = start();
    open();
    clock.increment(2_000);
    await answer(null);
    expect(badge()).toBe(0);
  });
});

test('relative times are told again on opening and every 5 s while the menu is open (ALM-7)', () => {
  const { clock, open, close, relativeTo } = start();
  clock.increment(7_000);
  expect(relativeTo()).toBe(0);
  open();
  expect(relativeTo()).toBe(7_000);
  clock.increment(4_999);
  expect(relativeTo()).toBe(7_000);
  clock.increment(1);
  expect(relativeTo()).toBe(12_000);
  close();
  clock.increment(20_000);
  expect(relativeTo()).toBe(12_000);
});

describe('what is unseen again (ALM-25)', () => {
  test('is marked when the list is opened the next time, and not before', async () => {
    const { clock, open, close, undo, asked, badge, answer } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    undo(3, 5);
    expect(badge()).toBe(2);
    await answer(3);
    clock.increment(10_000);
    expect([badge(), asked()]).toEqual([
      2,
      [
        ['demo', 5],
        ['demo', 3],
      ],
    ]);
    close();
    open();
    clock.increment(2_000);
    expect([badge(), asked().at(-1)]).toEqual([0, ['demo', 5]]);
  });

  test.each(['before', 'after'])('stays so in a page whose list was opened %s another one saw it and takes it back', (when) => {
    const { clock, open, setElsewhere, asked, badge } = start();
    if (when === 'before') open();
    setElsewhere(5);
    if (when === 'after') open();
    expect(badge()).toBe(0);
    setElsewhere(3);
    expect(badge()).toBe(2);
    clock.increment(10_000);
    expect(asked()).toEqual([]);
    expect(badge()).toBe(2);
  });

  test('stays so though another alarm comes while the list is open', async () => {
    const { clock, open, undo, raise, asked, badge, answer } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    undo(3, 5);
    await answer(3);
    raise(6, 5, 4, 3);
    clock.increment(10_000);
    expect([badge(), asked()]).toEqual([
      3,
      [
        ['demo', 5],
        ['demo', 3],
      ],
    ]);
  });

  test('is not marked by a list that was just opened when it was asked for', async () => {
    const { clock, open, close, undo, raise, asked, badge, answer } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    close();
    raise(6, 5, 4, 3);
    open();
    clock.increment(1_000);
    undo(3, 5);
    await answer(3);
    clock.increment(10_000);
    expect([badge(), asked()]).toEqual([
      3,
      [
        ['demo', 5],
        ['demo', 3],
      ],
    ]);
  });

  test('stays seen where the host refuses it', async () => {
    const { clock, open, undo, badge, notice, answer, refuse } = start();
    open();
    clock.increment(2_000);
    await answer(5);
    undo(3, 5);
    await refuse({ kind: 'server', code: 409, type: 'Conflict', message: 'Other alarms have been seen since' });
    expect([badge(), notice()]).toEqual([0, 'Other alarms have been seen since']);
  });
});
