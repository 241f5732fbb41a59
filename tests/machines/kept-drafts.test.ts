import { expect, test } from 'vitest';
import { type KeptDrafts, keptDrafts } from '../../src/machines/receiver-editor/kept-drafts.ts';
import { openedReceiver } from '../support/config-samples.ts';

const opened = openedReceiver();
const valuesOf = (rxId: number) => ({ rxId, opened, draft: opened.draft });

test('of more receivers than are kept the values that were kept last stay, whatever their numbers (CFG-13)', () => {
  const store = keptDrafts();
  let kept: KeptDrafts = {};
  for (let rxId = 1; rxId <= 60; rxId++) {
    kept = { ...kept, [rxId]: valuesOf(rxId) };
    store.remember(kept);
  }
  expect(Object.keys(store.recall()).map(Number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
});

test('values that could not be saved once more count as the latest; those that are not wanted any more go (CFG-13)', () => {
  const store = keptDrafts();
  const first = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at + 1, valuesOf(at + 1)]));
  store.remember(first);
  const again = { ...first, 1: valuesOf(1) };
  store.remember(again);
  store.remember({ ...again, 99: valuesOf(99) });
  expect(store.recall()).toHaveProperty('1');
  expect(store.recall()).not.toHaveProperty('2');
  store.remember({});
  expect(store.recall()).toEqual({});
});
