import { expect, test } from 'vitest';
import { idOfTyped } from '#model/registry/tags/typed-choice.ts';

const items = [
  [1, 'Sam'],
  [2, 'Lou'],
  [3, 'Lou'],
  [4, 'Sam 2'],
] as const;

test.each([
  ['Sam', 1],
  [' sam ', 1],
  ['SAM 2', 4],
  ['Sa', null],
  ['Lou', null],
  ['', null],
])('typed into a list, %j chooses %j (FORM-20)', (text, id) => {
  expect(idOfTyped(items, text)).toBe(id);
});
