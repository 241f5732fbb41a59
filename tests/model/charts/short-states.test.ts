import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widenedStates } from '#model/charts/short-states.ts';
import { runs } from '../../support/thorough.ts';

const line = (...ends: number[]) => ends.slice(1).map((x2, at) => ({ category: 'a', x: ends[at] ?? 0, x2 }));
const drawn = (ends: readonly number[], least = 10): number[][] =>
  widenedStates(line(...ends), least, [ends[0] ?? 0, ends.at(-1) ?? 0]).map(({ x, x2 }) => [x, x2]);

test.each([
  [
    'long states stay',
    [0, 100, 200],
    [
      [0, 100],
      [100, 200],
    ],
  ],
  [
    'a short one between long ones takes half of its room from each',
    [0, 100, 102, 200],
    [
      [0, 96],
      [96, 106],
      [106, 200],
    ],
  ],
  [
    'at the beginning it takes all from the one behind it',
    [0, 2, 200],
    [
      [0, 10],
      [10, 200],
    ],
  ],
  [
    'at the end from the one before it',
    [0, 198, 200],
    [
      [0, 190],
      [190, 200],
    ],
  ],
  [
    'two share their room',
    [0, 100, 101, 102, 200],
    [
      [0, 91],
      [91, 101],
      [101, 111],
      [111, 200],
    ],
  ],
  [
    'the one before keeps its least width',
    [0, 12, 13, 200],
    [
      [0, 11],
      [11, 21],
      [21, 200],
    ],
  ],
  [
    'of many none gets more than is there',
    [0, 100, 104, 108, 112, 116, 120, 220],
    [
      [0, 85],
      [85, 95],
      [95, 105],
      [105, 115],
      [115, 125],
      [125, 135],
      [135, 220],
    ],
  ],
  [
    'a line of short ones alone stays within its span',
    [0, 4, 8],
    [
      [0, 4],
      [4, 8],
    ],
  ],
])('%s (CHART-12)', (_, ends, wanted) => {
  expect(drawn(ends)).toEqual(wanted);
});

test('the lines of receivers take nothing from each other, and a line that begins later may reach back', () => {
  const rows = [
    { category: 'a', x: 0, x2: 100 },
    { category: 'b', x: 50, x2: 51 },
    { category: 'b', x: 51, x2: 100 },
  ];
  expect(widenedStates(rows, 10, [0, 100])).toEqual([
    { category: 'a', x: 0, x2: 100 },
    { category: 'b', x: 45.5, x2: 55.5 },
    { category: 'b', x: 55.5, x2: 100 },
  ]);
});

test('whatever the states: in order, within the span, none gone, and long ones as wide as the least', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }), (lengths) => {
      const ends = [0, ...lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, one) => sum + one, 0))];
      const shown = drawn(ends);
      expect(shown.length).toBe(lengths.length);
      let last = ends[0] ?? 0;
      for (const [at, [from = 0, to = 0]] of shown.entries()) {
        expect(from).toBeCloseTo(last, 6);
        expect(to - from).toBeGreaterThan(0);
        if ((lengths[at] ?? 0) >= 10) expect(to - from).toBeGreaterThan(10 - 1e-6);
        last = to;
      }
      expect(last).toBeCloseTo(ends.at(-1) ?? 0, 6);
    }),
    { numRuns: runs(200) },
  );
});
