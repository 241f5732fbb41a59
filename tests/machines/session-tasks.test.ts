import { describe, expect, test } from 'vitest';
import { type AnyActorRef, type EventObject, createActor, createMachine, fromTransition, waitFor } from 'xstate';
import { type ReceiversRef, receiversMachine } from '../../src/machines/receivers/receivers-machine.ts';
import { recordsMachine } from '../../src/machines/receivers/records-machine.ts';
import { receiverCreator } from '../../src/machines/receivers/receiver-creator.ts';
import type { AskedCreation } from '../../src/machines/receivers/receivers-events.ts';
import { type StepReply, sessionTasks } from '../../src/machines/receivers/session-tasks.ts';
import { makeOwnChange } from '../../src/machines/operations/own-change.ts';
import type { ChangeReply } from '#model/journal/sequence.ts';
import { FailureError } from '#model/contract/failure.ts';
import type { Notice } from '#model/entities/notice.ts';
import type { TaskStep } from '#model/receivers/tasks.ts';

const reply: ChangeReply = { epoch: 'one', revision: 8, items: [] };
const receivers = Array.from({ length: 8 }, (_, at) => ({ rxId: at + 1, alias: `Receiver ${at + 1}`, siteId: 3 }));

let operations = 0;

/** An actor that collects the events it receives in `kept`. */
const keeping = (kept: EventObject[]) => createMachine({ on: { '*': { actions: ({ event }) => kept.push(event) } } });

/** The parts of a session that a person's own change needs. */
const session = (replies: EventObject[]) => [
  { systemId: 'journal', src: keeping([]) },
  { systemId: 'snackbar', src: keeping([]) },
  { id: 'changeLine', systemId: 'changeLine', src: keeping(replies) },
  {
    systemId: 'operations',
    src: fromTransition((context) => context, { newId: () => `operation ${++operations}`, by: null, now: () => 1_000 }),
  },
];

/** Opens the screen of receivers with its real runner; the test decides when the host answers. */
function start() {
  const asked: (PromiseWithResolvers<StepReply> & { step: TaskStep; operation: string })[] = [];
  const said: EventObject[] = [];
  let held = 0;
  const tasks = sessionTasks(
    (step, _, operation) => {
      const answer = { ...Promise.withResolvers<StepReply>(), step, operation };
      asked.push(answer);
      return answer.promise;
    },
    () => {
      held++;
      return () => held--;
    },
  );
  const created: (PromiseWithResolvers<Created> & AskedCreation)[] = [];
  const createReceiver = receiverCreator(
    (_, creation) => {
      const answer = { ...Promise.withResolvers<Created>(), ...creation };
      created.push(answer);
      return answer.promise;
    },
    () => `#${created.length}`,
  );
  const logic = receiversMachine.provide({
    actors: { runTask: tasks.runTask, createReceiver, dialogs: createMachine({}) as never, records: recordsMachine },
    actions: {
      readClock: () => {},
      recallTask: ({ self }) => {
        const recalled = tasks.recall();
        if (recalled !== null) self.send({ type: 'task.recalled', ...recalled });
      },
      forgetTask: tasks.forget,
    },
  });
  const root = createActor(
    createMachine({
      invoke: [
        ...session([]).filter(({ systemId }) => !['snackbar', 'journal'].includes(systemId)),
        { systemId: 'snackbar', src: keeping(said) },
      ],
      initial: 'session',
      states: {
        session: {
          invoke: { systemId: 'journal', src: keeping([]) },
          initial: 'open',
          on: { logOut: 'over' },
          states: {
            open: { invoke: { id: 'receivers', src: logic, input: { mitasId: 'demo', search: '' } }, on: { leave: 'left' } },
            left: { on: { come: 'open' } },
          },
        },
        over: {},
      },
    }),
  ).start();
  const screen = (): ReceiversRef => root.getSnapshot().children['receivers'] as ReceiversRef;
  return {
    asked,
    created,
    said,
    isHeld: () => held > 0,
    leave: () => root.send({ type: 'leave' }),
    come: (): ReceiversRef => {
      root.send({ type: 'come' });
      return screen();
    },
    logOut: () => root.send({ type: 'logOut' }),
    screen: screen(),
    messages: () => said.flatMap((event) => ('notice' in event ? [(event['notice'] as Notice).message] : [])),
  };
}

type Created = ChangeReply & { rxData: { alias: string } };

/** Waits until every available answer is handled. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isClosed = (snapshot: ReturnType<ReceiversRef['getSnapshot']>): boolean => snapshot.matches({ dialog: 'closed' });
const wanted = { alias: 'Crest', model: -1, ipAddress: '', portNumber: 20_001, siteId: 3 } as const;

test('a task that is stopped begins no more, and waits for what is under way (FLEET-6)', async () => {
  const { asked, said, screen } = start();
  screen.send({ type: 'task.open', action: 'delete', receivers });
  screen.send({ type: 'task.confirm', siteId: null });
  expect(asked.map(({ step }) => step.rxId)).toEqual([1, 2, 3, 4, 5]);
  screen.send({ type: 'task.stop' });
  expect(isClosed(screen.getSnapshot()), 'five are under way').toBe(false);
  asked[0]?.reject(new Error('Receiver 1 is not here any more'));
  for (const { resolve } of asked.slice(1)) resolve(reply);
  await waitFor(screen, isClosed);
  expect(asked).toHaveLength(5);
  expect(
    screen
      .getSnapshot()
      .context.wentWrong?.results.map(({ rxId }) => rxId)
      .toSorted(),
  ).toEqual([1, 2, 3, 4, 5]);
  expect(said).toMatchObject([{ notice: { message: '1 of 5 receivers could not be deleted' } }]);
});

describe('a task whose page is left (FLEET-6)', () => {
  /** Leaves the page while three of eight receivers have not been sent to the host yet. */
  function left() {
    const page = start();
    page.screen.send({ type: 'task.begin', action: 'delete', receivers, siteId: null });
    page.asked[0]?.resolve(reply);
    page.leave();
    return page;
  }
  const answerAll = async ({ asked }: ReturnType<typeof start>): Promise<void> => {
    for (let at = 0; at < receivers.length; at++) {
      await expect.poll(() => asked.length).toBeGreaterThan(at);
      asked[at]?.resolve(reply);
    }
  };

  test('is carried on, holds the page, and what came of it is said wherever the person is', async () => {
    const page = left();
    expect(page.isHeld()).toBe(true);
    await answerAll(page);
    await expect.poll(page.messages).toEqual(['Successfully deleted 8 receiver(s)']);
    expect(page.isHeld()).toBe(false);
  });

  test('stands before who comes back, with what is settled, and can be stopped there', async () => {
    const page = left();
    await expect.poll(() => page.asked.length).toBe(6);
    const screen = page.come();
    expect(screen.getSnapshot().matches({ dialog: { running: 'going' } })).toBe(true);
    await expect.poll(() => screen.getSnapshot().context.task?.results.length).toBe(1);
    screen.send({ type: 'task.stop' });
    for (const { resolve } of page.asked) resolve(reply);
    await waitFor(screen, isClosed);
    expect(page.asked).toHaveLength(6);
    expect(page.messages()).toEqual(['Successfully deleted 6 receiver(s)']);
  });

  test('and of which something was not answered is asked again by who comes back, until that was read (FLEET-9)', async () => {
    const page = start();
    page.screen.send({ type: 'task.begin', action: 'copy', receivers: receivers.slice(0, 1), siteId: null });
    page.leave();
    page.asked[0]?.reject(new FailureError({ kind: 'network' }));
    await expect.poll(page.messages).toEqual(['The host did not answer. The receiver may or may not be copied']);
    page.come();
    page.leave();
    const screen = page.come();
    screen.send({ type: 'task.again' });
    expect(page.asked[1]?.operation).toBe(page.asked[0]?.operation);
    page.asked[1]?.reject(new FailureError({ kind: 'network' }));
    await waitFor(screen, isClosed);
    screen.send({ type: 'results.dismiss' });
    page.leave();
    expect(page.come().getSnapshot().context.wentWrong).toBeNull();
  });

  test('stops with the session, and says how far it came and what failed', async () => {
    const page = left();
    await expect.poll(() => page.asked.length).toBe(6);
    page.logOut();
    page.asked[1]?.reject(new Error('Receiver 2 is not here any more'));
    for (const { resolve } of page.asked.slice(2)) resolve(reply);
    await expect.poll(page.messages).toEqual(['Stopped after 6 of 8 receivers; 1 of 6 receivers could not be deleted']);
    expect(page.asked).toHaveLength(6);
  });

  test('offers nothing to the session that follows its own (SYS-9)', async () => {
    const page = start();
    page.screen.send({ type: 'task.begin', action: 'delete', receivers: receivers.slice(0, 1), siteId: null });
    page.leave();
    page.logOut();
    page.asked[0]?.resolve({ ...reply, items: [{ kind: 'receiver.retired' }] as never, outcome: 'retired' });
    await expect.poll(page.messages).toEqual(['Retired 1 receiver']);
    expect(page.said.at(-1)).not.toHaveProperty('notice.act');
  });
});

describe('a creation whose page is left', () => {
  function left() {
    const page = start();
    page.screen.send({ type: 'receiver.new', siteId: 3 });
    page.screen.send({ type: 'receiver.create', wanted });
    page.leave();
    return page;
  }

  test('is said to be done, with its undo, or why it was refused (FLEET-6)', async () => {
    const page = left();
    page.created[0]?.resolve({ ...reply, items: [{ kind: 'receiver.created' }] as never, rxData: { alias: 'Crest' } });
    await expect.poll(page.messages).toEqual(['Crest is created']);
    expect(page.said.at(-1)).toMatchObject({ notice: { act: { label: 'Undo', to: 'operations' } } });
    const other = left();
    other.created[0]?.reject(new FailureError({ kind: 'server', code: 409, type: 'Conflict', message: 'There is a Crest' }));
    await expect.poll(other.messages).toEqual(['Crest is not created: There is a Crest']);
    expect(other.said.at(-1), 'it waits for who looks elsewhere').toMatchObject({ notice: { timeout: null } });
  });

  test('says nothing to the session that follows its own (SYS-9)', async () => {
    const page = left();
    page.logOut();
    page.created[0]?.resolve({ ...reply, items: [{ kind: 'receiver.created' }] as never, rxData: { alias: 'Crest' } });
    await settle();
    expect(page.messages()).toEqual([]);
  });

  test('is another one when the same is wanted later, though the first was not answered: names are unique (FLEET-9)', async () => {
    const page = left();
    page.created[0]?.reject(new FailureError({ kind: 'network' }));
    await expect.poll(page.messages).toEqual(['The host did not answer. Crest may or may not be created']);
    const screen = page.come();
    screen.send({ type: 'receiver.new', siteId: 3 });
    screen.send({ type: 'receiver.create', wanted });
    expect(page.created[1]?.operation).not.toBe(page.created[0]?.operation);
  });

  test('is asked for as it was while its dialog is open, and as a new one where it was refused (FLEET-9)', async () => {
    const { created, screen } = start();
    screen.send({ type: 'receiver.new', siteId: 3 });
    screen.send({ type: 'receiver.create', wanted });
    created[0]?.reject(new FailureError({ kind: 'network' }));
    await waitFor(screen, (snapshot) => snapshot.matches({ dialog: { describing: 'unanswered' } }));
    screen.send({ type: 'receiver.create', wanted });
    const [first, second] = created;
    expect([second?.operation, second?.color]).toEqual([first?.operation, first?.color]);
    second?.reject(new FailureError({ kind: 'server', code: 409, type: 'Conflict' }));
    await waitFor(screen, (snapshot) => snapshot.matches({ dialog: { describing: 'refused' } }));
    screen.send({ type: 'receiver.create', wanted });
    expect(created[2]?.operation).not.toBe(first?.operation);
  });
});

test('receivers are moved as a task, those of a site that is to go as well (FLEET-6, FLEET-7)', async () => {
  const { asked, screen } = start();
  const many = Array.from({ length: 130 }, (_, at) => ({ rxId: at + 1, alias: `Receiver ${at + 1}`, siteId: 3 }));
  screen.send({ type: 'site.remove', siteId: 3 });
  screen.send({ type: 'task.begin', action: 'move', receivers: many, siteId: 4 });
  expect(asked[0]?.step).toMatchObject({ action: 'move', rxId: 1, alias: 'Receiver 1', siteId: 4, from: 3 });
  const over = waitFor(screen, (snapshot) => snapshot.matches({ dialog: 'removingSite' }));
  let answered = 0;
  while (answered < many.length) {
    const answer = asked[answered++];
    answer?.resolve(reply);
    if (answered === asked.length)
      await waitFor(screen, ({ context }) => asked.length > answered || context.task?.results.length === 130);
  }
  await over;
  expect(asked).toHaveLength(130);
  expect(screen.getSnapshot().context.wentWrong).toBeNull();
});

test('what went wrong is said until another task is begun, not only looked at (FLEET-6)', async () => {
  const { asked, screen } = start();
  screen.send({ type: 'task.begin', action: 'move', receivers: receivers.slice(0, 1), siteId: 4 });
  asked[0]?.reject(new Error('no'));
  await waitFor(screen, isClosed);
  expect(screen.getSnapshot().context.wentWrong).not.toBeNull();
  screen.send({ type: 'task.open', action: 'delete', receivers });
  screen.send({ type: 'dialog.close' });
  expect(screen.getSnapshot().context.wentWrong).not.toBeNull();
  screen.send({ type: 'task.begin', action: 'move', receivers: receivers.slice(0, 1), siteId: 4 });
  expect(screen.getSnapshot().context.wentWrong).toBeNull();
});

test('what the host did not answer is asked for again under the same operation, and nothing else is (FLEET-9)', async () => {
  const { asked, said, screen } = start();
  screen.send({ type: 'task.open', action: 'copy', receivers: receivers.slice(0, 3) });
  screen.send({ type: 'task.confirm', siteId: null });
  const [first, second, third] = asked;
  first?.resolve({ ...reply, items: [{ kind: 'receiver.created' }] as never });
  second?.reject(new FailureError({ kind: 'network' }));
  third?.reject(new FailureError({ kind: 'server', code: 409, type: 'Conflict', message: 'no' }));
  await waitFor(screen, isClosed);
  expect(said.at(-1)).toMatchObject({
    notice: {
      message:
        '1 of 3 receivers could not be copied. The host did not answer for 1 of 3 receivers, which may or may not be copied',
    },
  });
  screen.send({ type: 'task.again' });
  expect(asked.slice(3).map(({ step, operation }) => [step.rxId, operation])).toEqual([[2, second?.operation]]);
  asked[3]?.resolve(reply);
  await waitFor(screen, isClosed);
  expect(
    screen
      .getSnapshot()
      .context.wentWrong?.results.map(({ rxId, reason }) => [rxId, reason])
      .toSorted(),
  ).toEqual([
    [1, null],
    [2, null],
    [3, 'no'],
  ]);
  screen.send({ type: 'task.again' });
  expect(isClosed(screen.getSnapshot()), 'all is known').toBe(true);
});

test('what was asked again stays unknown until the host says what became of it, whatever holds it up (FLEET-9)', async () => {
  const { asked, screen } = start();
  screen.send({ type: 'task.begin', action: 'copy', receivers: receivers.slice(0, 1), siteId: null });
  asked[0]?.reject(new FailureError({ kind: 'network' }));
  await waitFor(screen, isClosed);
  screen.send({ type: 'task.again' });
  asked[1]?.reject(new FailureError({ kind: 'server', code: 429, type: 'TooManyRequests' }));
  await waitFor(screen, isClosed);
  screen.send({ type: 'task.again' });
  expect(asked.map(({ operation }) => operation)).toEqual(Array.from({ length: 3 }, () => asked[0]?.operation));
});

test('a receiver that is restored says that its site is gone (FLEET-6)', async () => {
  const { asked, said, screen } = start();
  const restored = { ...reply, items: [{ kind: 'receiver.restored' }] as never };
  const siteGone = (alias: string) => `'${alias}' has no site: its site 'Camp' no longer exists`;
  screen.send({ type: 'task.begin', action: 'restore', receivers: receivers.slice(0, 1), siteId: null });
  asked[0]?.resolve({ ...restored, message: siteGone('Receiver 1') });
  await waitFor(screen, isClosed);
  expect(said.at(-1)).toMatchObject({
    notice: { message: `Successfully restored 1 receiver(s). ${siteGone('Receiver 1')}`, act: { label: 'Undo' } },
  });
  screen.send({ type: 'task.begin', action: 'restore', receivers: receivers.slice(0, 3), siteId: null });
  asked[1]?.resolve({ ...restored, message: siteGone('Receiver 1') });
  asked[2]?.resolve({ ...restored, message: siteGone('Receiver 2') });
  asked[3]?.resolve(restored);
  await waitFor(screen, isClosed);
  expect(said.at(-1)).toMatchObject({
    notice: { message: `Successfully restored 3 receiver(s). ${siteGone('Receiver 1')}; ${siteGone('Receiver 2')}` },
  });
  screen.send({ type: 'task.begin', action: 'delete', receivers: receivers.slice(0, 1), siteId: null });
  asked[4]?.resolve({ ...reply, message: 'Receiver is deleted' });
  await waitFor(screen, isClosed);
  expect(said.at(-1)).toMatchObject({ notice: { message: 'Successfully deleted 1 receiver(s)' } });
});

test('what was done to several receivers is taken back by one press, change by change, while the page is open', async () => {
  const { asked, said, screen, leave } = start();
  screen.send({ type: 'task.begin', action: 'delete', receivers: receivers.slice(0, 2), siteId: null });
  for (const [at, { resolve }] of asked.entries())
    resolve({ ...reply, revision: 8 + at, items: [{ kind: 'receiver.retired' }] as never });
  await waitFor(screen, isClosed);
  const { notice } = said.at(-1) as unknown as { notice: Notice };
  expect(notice).toMatchObject({ message: 'Successfully deleted 2 receiver(s)', act: { label: 'Undo' } });
  const undo = screen.system.get(notice.act?.to ?? '') as AnyActorRef;
  undo.send(notice.act?.event as EventObject);
  await waitFor(screen, () => asked.length === 4);
  expect(asked.slice(2).map(({ step }) => [step.action, step.undoes])).toEqual([
    ['undo', { epoch: 'one', revision: 9 }],
    ['undo', { epoch: 'one', revision: 8 }],
  ]);
  for (const { resolve } of asked.slice(2)) resolve(reply);
  await waitFor(screen, isClosed);
  expect(said.at(-1)).toMatchObject({ notice: { message: 'Undone' } });
  leave();
  expect(said.at(-1), 'with the page goes the offer').toMatchObject({ type: 'snackbar.retract', key: notice.key });
});

test('a reply is reported to the line of the system that was asked, though another is open by then (CHG-18)', async () => {
  const lines: EventObject[][] = [[], []];
  let system: AnyActorRef['system'] | undefined;
  const root = createActor(
    createMachine({
      invoke: session([]).filter(({ systemId }) => systemId !== 'changeLine'),
      initial: 'one',
      entry: ({ system: own }) => (system = own),
      on: { switch: '.other' },
      states: {
        one: { invoke: { systemId: 'changeLine', src: keeping(lines[0] ?? []) } },
        other: { invoke: { systemId: 'changeLine', src: keeping(lines[1] ?? []) } },
      },
    }),
  ).start();
  const answer = Promise.withResolvers<ChangeReply>();
  const change = makeOwnChange(system ?? root.system, () => answer.promise);
  root.send({ type: 'switch' });
  answer.resolve(reply);
  await change;
  expect(lines[1]).toEqual([]);
});
