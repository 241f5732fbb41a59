import { expect, test } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, assign, createActor, createMachine, type EventObject } from 'xstate';
import { changeUpdates } from '../../src/machines/activity/change-updates.ts';
import { type JournalRef, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { pageGuardLogic } from '../../src/machines/operations/page-guard-logic.ts';
import { type RoleId, administrator, viewer } from '#model/entities/role.ts';
import { createPageGuard } from '../../src/services/page-guard/browser-page-guard.ts';
import { system } from '../support/fact-samples.ts';

test('what the line tells of changes, and another role of the person, is passed on as long as it is listened to', () => {
  const asked: EventObject[] = [];
  const heard: EventObject[] = [];
  const root = createActor(
    createMachine({
      invoke: [
        {
          systemId: 'socket',
          src: createMachine({ on: { '*': { actions: ({ event }) => asked.push(event) } } }),
        },
        { systemId: 'journal', src: journalLogic(() => 0) },
      ],
      initial: 'listening',
      on: {
        'message.received': { actions: ({ event }) => heard.push(event) },
        'role.changed': { actions: ({ event }) => heard.push(event) },
        leave: '.away',
      },
      states: { away: {}, listening: { invoke: { src: changeUpdates as AnyActorLogic } } },
    }),
  ).start();
  const list = (role: RoleId): void =>
    (root.system.get('journal') as JournalRef).send({
      type: 'journal.append',
      entries: [{ type: 'happened', fact: { type: 'systems.loaded', systems: [{ ...system, RoleId: role }] } }],
    });
  const [added] = asked as ({ subscriber: AnyActorRef } & EventObject)[];
  expect(asked).toEqual([
    { type: 'subscription.added', subscriber: added?.subscriber, types: ['changed', 'heartbeat', 'invalidate'] },
  ]);
  const message = { type: 'message.received', message: { type: 'heartbeat' } };
  added?.subscriber.send(message);
  expect(heard).toEqual([message]);
  (root.system.get('journal') as JournalRef).send({
    type: 'journal.append',
    entries: [{ type: 'happened', fact: { type: 'system.selected', mitasId: system.mitasId } }],
  });
  for (const role of [viewer, viewer, administrator] as const) list(role);
  expect(heard, 'what is known first, and the same again, is no news').toEqual([message, { type: 'role.changed' }]);
  root.send({ type: 'leave' });
  list(viewer);
  expect(heard).toHaveLength(2);
  expect(asked[1]).toEqual({ ...added, type: 'subscription.removed' });
});

test('the page is held exactly while a change is not saved, the session told how many are, and let go with its session (CHG-20)', () => {
  const listeners = new Set<unknown>();
  const guard = createPageGuard({
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
  } as Pick<Window, 'addEventListener' | 'removeEventListener'>);
  const told: [count: number, downloads: number][] = [];
  const operations = createMachine({
    types: {} as { context: { pending: { status: string }[] } },
    context: { pending: [] },
    on: { stand: { actions: assign({ pending: ({ event }) => [{ status: String(event['status']) }] }) } },
  });
  const root = createActor(
    createMachine({
      invoke: { systemId: 'operations', src: operations },
      initial: 'open',
      on: {
        leave: '.away',
        'unsaved.counted': { actions: ({ event }) => void told.push([event['count'] as number, event['downloads'] as number]) },
      },
      states: { away: {}, open: { invoke: { systemId: 'pageGuard', src: pageGuardLogic(guard) as AnyActorLogic } } },
    }),
  ).start();
  const held: boolean[] = [];
  for (const status of ['asked', 'unsaved', 'held', 'asked', 'unsaved']) {
    (root.system.get('operations') as AnyActorRef).send({ type: 'stand', status });
    held.push(listeners.size === 1);
  }
  expect(held).toEqual([false, true, true, false, true]);
  expect(told, 'how many are not saved, each time it is another number').toEqual([
    [1, 0],
    [0, 0],
    [1, 0],
  ]);
  root.send({ type: 'leave' });
  expect(listeners.size).toBe(0);
});

test('the page is held while downloads run, each counted once (CHG-20, FILE-12)', () => {
  const listeners = new Set<unknown>();
  const guard = createPageGuard({
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
  } as Pick<Window, 'addEventListener' | 'removeEventListener'>);
  const told: number[] = [];
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'operations', src: createMachine({ context: { pending: [] } }) },
        { systemId: 'pageGuard', src: pageGuardLogic(guard) as AnyActorLogic },
      ],
      on: { 'unsaved.counted': { actions: ({ event }) => void told.push(event['downloads'] as number) } },
    }),
  ).start();
  const held: boolean[] = [];
  for (const [type, id] of [
    ['begun', 7],
    ['begun', 8],
    ['begun', 8],
    ['ended', 7],
    ['ended', 8],
  ] as const) {
    (root.system.get('pageGuard') as AnyActorRef).send({ type: `download.${type}`, id });
    held.push(listeners.size === 1);
  }
  expect(held).toEqual([true, true, true, true, false]);
  expect(told).toEqual([1, 2, 1, 0]);
  root.stop();
});

test('two that hold the page let it go only together, and each once', () => {
  const listeners = new Set<unknown>();
  const guard = createPageGuard({
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
  } as Pick<Window, 'addEventListener' | 'removeEventListener'>);
  const [one, other] = [guard.hold(), guard.hold()];
  one();
  one();
  expect(listeners.size).toBe(1);
  other();
  expect(listeners.size).toBe(0);
});
