import { describe, expect, test } from 'vitest';
import { benchRun, compareRuns, lastFigures, type MeasuredRow } from '../bench/compare-runs.ts';
import { yardstickOf, type Yardsticks } from '../bench/yardstick.ts';

const yardsticks = (ms = 100, spread = 0.02): Yardsticks => ({
  script: { ms, spread },
  page: { ms: 50, spread: 0.02 },
  database: { ms: 200, spread: 0.02 },
  disk: { ms: 80, spread: 0.02 },
});
const about = {
  at: '2026-05-01T08:00:00.000Z',
  commit: 'abc1234',
  machine: 'a processor, 2 cores, 8 GiB',
  yardsticks: yardsticks(),
};
type Asked = Pick<MeasuredRow, 'measured'> & Partial<MeasuredRow>;
const row = (given: Asked): MeasuredRow => ({
  what: 'it',
  target: '≤ 1 s',
  better: 'less',
  yardstick: 'script',
  met: true,
  ...given,
});
const runOf = (given: Asked, sticks = yardsticks(), machine = about.machine) =>
  benchRun([row(given)], { ...about, yardsticks: sticks, machine });
const lastOf = (...runs: object[]) => lastFigures(runs.map((run) => JSON.stringify(run)).join('\n'), about.machine);

test.each([
  ['12,345.6/s, 40 % idle', 12_345.6],
  ['187.2 KiB', 187.2],
  ['p95 31 ms, host 0.03 core', 31],
  ['-17 ± 18', -17],
])('a run keeps the first number of %s', (measured, value) => {
  expect(benchRun([row({ measured })], about)).toEqual({
    ...about,
    figures: { it: { value, target: '≤ 1 s', measured, better: 'less', yardstick: 'script' } },
  });
});

test('a row without a number is left out', () => {
  expect(runOf({ measured: 'yes' }).figures).toEqual({});
});

describe('a figure beside the last one', () => {
  test.each([
    ['less', '50 ms', '51 ms', 'same'],
    ['less', '50 ms', '60 ms', 'worse'],
    ['less', '50 ms', '40 ms', 'better'],
    ['less', '232.2 s', '40.0 s', 'better'],
    ['more', '10,000/s', '8,000/s', 'worse'],
    ['more', '10,000/s', '12,000/s', 'better'],
    ['more', '10,000/s', '9,000/s', 'same'],
    ['less', 'p95 50 ms', 'p95 90 ms', 'worse'],
  ] as const)('of which %s is better: %s, then %s is %s', (better, before, now, verdict) => {
    const last = lastOf(runOf({ measured: before, better }));
    expect(compareRuns(last, runOf({ measured: now, better }))).toMatchObject([{ what: 'it', before, now, verdict }]);
  });

  test.each([
    ['takes twice as long', 'less', '50 ms', '100 ms', 1, 'same'],
    ['does half as much', 'more', '10,000/s', '5,000/s', 1, 'same'],
    ['takes as long as before', 'less', '50 ms', '50 ms', 0.5, 'better'],
    ['does as much as before', 'more', '10,000/s', '10,000/s', 2, 'better'],
    ['takes four times as long', 'less', '50 ms', '200 ms', 2, 'worse'],
  ] as const)('on a machine half as fast, what %s', (_, better, before, now, adjusted, verdict) => {
    const compared = compareRuns(lastOf(runOf({ measured: before, better })), runOf({ measured: now, better }, yardsticks(200)));
    expect(compared).toMatchObject([{ adjusted, verdict }]);
  });

  test('a figure that the speed of the machine does not change is not divided', () => {
    const size = (measured: string) => ({ measured, yardstick: null });
    expect(compareRuns(lastOf(runOf(size('100 KiB'))), runOf(size('100 KiB'), yardsticks(200)))).toMatchObject([
      { adjusted: 1, verdict: 'same' },
    ]);
  });

  test.each([
    ['now', yardsticks(), yardsticks(100, 0.4)],
    ['then', yardsticks(100, 0.4), yardsticks()],
  ])('a change within the spread of the yardstick %s is the same', (_, then, now) => {
    expect(compareRuns(lastOf(runOf({ measured: '50 ms' }, then)), runOf({ measured: '65 ms' }, now))).toMatchObject([
      { adjusted: 1.3, verdict: 'same' },
    ]);
  });

  test.each([
    ['was not measured before', ''],
    ['was nothing', '0 s'],
    ['was negative', '-0.9 s'],
    ['was in another unit', '900 ms'],
  ])('that %s is not compared', (_, measured) => {
    expect(compareRuns(lastOf(runOf({ measured })), runOf({ measured: '0.9 s' }))).toEqual([]);
  });
});

describe('the last figures of a machine', () => {
  test('are the newest of each name, with the yardsticks of their run, of machines of this shape alone', () => {
    const other = runOf({ what: 'other', measured: '3 s' });
    const runs = [
      runOf({ measured: '1 s' }),
      other,
      runOf({ measured: '9 s' }, yardsticks(), 'b'),
      runOf({ measured: '2 s' }, yardsticks(70)),
    ];
    expect(lastOf(...runs)).toMatchObject({ it: { value: 2, yardsticks: yardsticks(70) }, other: { value: 3 } });
    expect(lastFigures('', 'a')).toEqual({});
  });

  test('are none of runs without a yardstick', () => {
    const { yardsticks: _, ...old } = runOf({ measured: '1 s' });
    expect(lastOf(old)).toEqual({});
  });

  test('a line that is no run is named', () => {
    expect(() => lastFigures(`${JSON.stringify(runOf({ measured: '1 s' }))}\n{"at":`, 'a')).toThrow('Line 2 of the bench');
  });
});

describe('a yardstick', () => {
  test('is the median; its spread leaves out the extremes, and the first round is a warm-up', () => {
    expect(yardstickOf([900, 100, 90, 110, 100, 105, 95, 500])).toEqual({ ms: 100, spread: 15 / 100 });
  });

  test('takes six times or more', () => {
    expect(() => yardstickOf([1, 2, 3, 4, 5])).toThrow('A yardstick takes six times or more, not 5');
  });
});
