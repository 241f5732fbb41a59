import { expect, test } from 'vitest';
import { type MarkLook, markLook, plotFrame } from '#model/live/plot-frame.ts';

const frame = plotFrame(1_072, 454, 1);
const [plain, small] = [
  { size: 4, hasShape: false, hasHalo: false },
  { size: 3, hasShape: false, hasHalo: false },
];

test.each([
  [0, 30_000, { size: 11, hasShape: true, hasHalo: true }],
  [20, 300_000, { size: 11, hasShape: true, hasHalo: true }],
  [1_000, 30_000, { size: 9, hasShape: true, hasHalo: true }],
  [4_000, 30_000, { size: 6, hasShape: true, hasHalo: false }],
  [20_000, 30_000, plain],
  [20_000, 300_000, small],
  [Infinity, 60_000, plain],
] as const)('%d contacts of %i ms have marks as large as there is room for (LOOK-18)', (shown, span, look) => {
  expect(markLook(frame, span, shown)).toEqual(look);
});

test('a display of more pixels has no smaller marks', () => {
  expect(markLook(plotFrame(2_144, 908, 2), 30_000, 1_000)).toEqual(markLook(frame, 30_000, 1_000));
});

test('a number that goes up and down changes nothing; marks shrink at once and grow with half as much room again', () => {
  const looks: MarkLook[] = [];
  for (const shown of [1_000, 1_400, 1_300, 1_000, 800]) looks.push(markLook(frame, 30_000, shown, looks.at(-1) ?? null));
  expect(looks.map(({ size }) => size)).toEqual([9, 6, 6, 6, 9]);
});
