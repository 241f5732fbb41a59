import { expect, test } from 'vitest';
import { dialogMark, markIn, pushedMark, stepsTo } from '../../../src/model/navigation/back-steps.ts';

const page = { over: 0, from: '/before', page: null };
const first = dialogMark(page, '/page');
const second = dialogMark(first, '/page');

test.each([
  [null, { over: 0, from: null, page: null }],
  ['text', { over: 0, from: null, page: null }],
  [
    { over: -1, from: 3, page: {} },
    { over: 0, from: null, page: null },
  ],
  [
    { over: 1.5, from: '/a' },
    { over: 0, from: '/a', page: null },
  ],
  [second, { over: 2, from: '/before', page: '/page' }],
])('the mark in %j (NAV-34)', (state, mark) => {
  expect(markIn(state)).toEqual(mark);
});

test.each([
  ['a page', page, '/page'],
  ['a dialog, whose entry it takes', first, '/page'],
  ['a dialog over another, whose entry stays below it', second, null],
] as const)('what is pushed from %s knows where it came from (NAV-35)', (_, before, from) => {
  expect(pushedMark(before, '/page')).toEqual({ over: 0, from, page: null });
});

test.each([
  ['its page', page, '/before', 1],
  ['its page below a question', first, '/before', 2],
  ['elsewhere', page, '/other', null],
  ['where nothing is known', { ...page, from: null }, '/before', null],
] as const)('the steps back to %s (NAV-35)', (_, mark, to, steps) => {
  expect(stepsTo(mark, to)).toBe(steps);
});
