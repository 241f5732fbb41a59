import { expect, test } from 'vitest';
import { hasTyped } from '../../../src/model/forms/typed.ts';

test.each([
  ['nothing', {}, false],
  ['what was there', { name: 'Sam', ants: [1, 2] }, false],
  ['another name', { name: 'Sue' }, true],
  ['an emptied name', { name: '' }, true],
  ['one box less', { ants: [1] }, true],
  ['a number where none was', { weight: 0 }, true],
  ['something that is no number where none was', { weight: Number.NaN }, true],
  ['a field that is as it was beside one that is not', { name: 'Sam', weight: 4 }, true],
] as const)('typed is %s: %s (FORM-21)', (_, typed, isTyped) => {
  const began = { name: 'Sam', ants: [1, 2], weight: null };
  expect(hasTyped<{ name: string; ants: readonly number[]; weight: number | null }>(began, typed)).toBe(isTyped);
});
