import { expect, test } from 'vitest';
import { createActor, createMachine, type EventObject } from 'xstate';
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
