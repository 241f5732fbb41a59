import { expect, test } from 'vitest';
import { latestOf, maxKept, withLatest } from '#model/receivers/latest.ts';

const many = Array.from({ length: maxKept }, (_, at) => [at, `value ${at}`] as const);

test('of more than are kept those that were kept longest go', () => {
  const kept = withLatest(latestOf([[-1, 'older'], ...many]), 99, 'newest');
  expect([...kept.keys()]).toEqual([...many.slice(1).map(([key]) => key), 99]);
});

test('what is kept again is the latest, and takes no place of another', () => {
  const kept = withLatest(latestOf(many), 0, 'again');
  expect(kept.size).toBe(maxKept);
  expect([...kept].at(-1)).toEqual([0, 'again']);
});

test('what is not wanted any more goes', () => {
  expect(withLatest(latestOf(many), 3, null).has(3)).toBe(false);
});
