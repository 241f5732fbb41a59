import { expect, it, test, vi } from 'vitest';
import { type AnyActorRef, createActor, createMachine, type EventObject, type fromCallback } from 'xstate';
import { lineNews } from '../../src/machines/live-stream/line-news.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { surroundingsLogic } from '../../src/machines/page/surroundings-logic.ts';
import type { Surroundings, SurroundingsChange } from '../../src/services/ports.ts';

test.each<[SurroundingsChange, string]>([
  ['online', 'network.returned'],
  ['offline', 'network.lost'],
  ['visible', 'page.shown'],
  ['hidden', 'page.hidden'],
  ['woke', 'clock.jumped'],
])('what happens around the page as %s is told the socket as %s, until nobody listens', (change, event) => {
  const listeners = new Set<(change: SurroundingsChange) => void>();
  const surroundings: Surroundings = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const told: EventObject[] = [];
  const parent = createActor(
    createMachine({
      invoke: { src: surroundingsLogic(surroundings) },
      on: { '*': { actions: ({ event: heard }) => told.push(heard) } },
    }),
  ).start();
  listeners.forEach((listener) => listener(change));
  expect(told).toEqual([{ type: event }]);
  parent.stop();
  expect(listeners.size).toBe(0);
});

it('the line’s news is told once each, and nobody watches any more when it has stopped', () => {
  const line = createMachine({
    initial: 'attached',
    on: { lose: '.attached', fail: '.failed', fall: '.attached.open.silent', open: '.attached.open', same: {} },
    states: {
      attached: {
        initial: 'opening',
        states: { opening: {}, open: { initial: 'heard', states: { heard: {}, silent: { tags: 'silent' } } } },
      },
      failed: { tags: 'failed' },
    },
  });
  const socketLike = createMachine({ type: 'parallel', states: { line: line.config as never } });
  const news: string[] = [];
  const root = createActor(
    createMachine({
      invoke: { id: socketId, systemId: socketId, src: socketLike },
      initial: 'away',
      on: { '*': { actions: ({ event }) => news.push(event.type) }, watch: '.watching', leave: '.away' },
      states: { away: {}, watching: { invoke: { src: lineNews as ReturnType<typeof fromCallback> } } },
    }),
  );
  root.start();
  const socket = root.system.get(socketId) as AnyActorRef;
  let watchers = 0;
  const subscribe = socket.subscribe.bind(socket);
  vi.spyOn(socket, 'subscribe').mockImplementation((observer) => {
    const subscription = subscribe(observer as never);
    watchers++;
    return {
      unsubscribe() {
        watchers--;
        subscription.unsubscribe();
      },
    };
  });
  root.send({ type: 'watch' });
  expect(watchers).toBe(1);
  for (const type of ['open', 'open', 'fall', 'fall', 'open', 'lose', 'lose', 'fail', 'fail', 'open']) socket.send({ type });
  expect(news).toEqual(['line.opened', 'line.silent', 'line.opened', 'line.lost', 'line.failed', 'line.opened']);
  root.send({ type: 'leave' });
  expect(watchers).toBe(0);
});
