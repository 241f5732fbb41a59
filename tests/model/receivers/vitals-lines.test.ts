import { expect, test } from 'vitest';
import {
  newestText,
  type ReceiverHistory,
  statesBeneath,
  vitalsDays,
  vitalsLine,
  vitalsText,
} from '#model/receivers/vitals-lines.ts';

const spread = (min: number, mean = min, max = mean) => ({ min, mean, max });
const point = (
  from: number,
  voltage: ReturnType<typeof spread> | null,
  memoryPercent: ReturnType<typeof spread> | null = null,
) => ({
  from,
  voltage,
  memoryPercent,
  temperature: null,
});
const history = (more: Partial<ReceiverHistory>): ReceiverHistory => ({
  from: 0,
  to: 100,
  pointMs: 10,
  points: [],
  states: [],
  clockOffsetMs: null,
  ...more,
});

test('a line goes through the means, its area from least to greatest, over the time of the history (VIT-6)', () => {
  const points = [point(0, spread(10, 11, 12)), point(10, spread(12, 13, 14)), point(20, null)];
  expect(vitalsLine(history({ points }), 'voltage')).toEqual({
    low: 10,
    high: 14,
    least: 10,
    greatest: 14,
    line: 'M50.0 75.0L150.0 25.0',
    area: 'M50.0 50.0L150.0 0.0L150.0 50.0L50.0 100.0Z',
  });
  expect(vitalsLine(history({ points }), 'memoryPercent')).toBeNull();
});

test('where more than some points are missing the line is broken; one alone is a dot', () => {
  const points = [point(0, spread(10)), point(30, spread(12)), point(70, spread(12))];
  const line = vitalsLine(history({ points }), 'voltage')?.line;
  expect(line).toBe('M50.0 100.0L350.0 0.0M750.0 0.0L750.0 0.0');
});

test('what hardly changes is not torn to the whole height', () => {
  expect(vitalsLine(history({ points: [point(0, spread(12))] }), 'voltage')).toMatchObject({ low: 11.5, high: 12.5 });
});

test.each([
  ['voltage', 0.1, [0, 1]],
  ['memoryPercent', 0, [0, 10]],
  ['memoryPercent', 100, [90, 100]],
  ['memoryPercent', 103, [93, 103]],
] as const)('the scale of %s %d has nothing that cannot be: %j', (name, value, [low, high]) => {
  const points = [point(0, spread(value), spread(value))];
  expect(vitalsLine(history({ points }), name)).toMatchObject({ low, high, least: value, greatest: value });
});

test('voltage and memory are rounded down, so that none stands at a bound that it has not reached (RX-31)', () => {
  expect([vitalsText('voltage', 9.96), vitalsText('memoryPercent', 99.96), vitalsText('temperature', 9.96)]).toEqual([
    '9.9 V',
    '99.9 %',
    '10.0 °C',
  ]);
});

test('what was reported last is said with when it was, unless it was just now (VIT-6)', () => {
  const hour = 3_600_000;
  const times = { from: 0, to: 100 * hour, pointMs: hour };
  expect(newestText(history({ ...times, points: [point(99 * hour, spread(12))] }), 'voltage')).toBe('12.0 V');
  expect(newestText(history({ ...times, points: [point(4 * hour, spread(12)), point(99 * hour, null)] }), 'voltage')).toBe(
    '12.0 V, 4 days ago',
  );
  expect(newestText(history(times), 'voltage')).toBe('not reported');
});

test('the states beneath are on the same axis, and what is not known is no state', () => {
  const states = [
    { status: 4, from: 25, to: 75 },
    { status: 0, from: 75, to: 100 },
  ];
  expect(statesBeneath(history({ states })).map(({ status, start, width }) => [status, start, width])).toEqual([
    [null, 0, 25],
    [4, 25, 50],
    [0, 75, 25],
  ]);
  expect(statesBeneath(history({ states: [{ status: 4, from: 0, to: 100 }] }))).toHaveLength(1);
  expect(statesBeneath(history({}))).toEqual([]);
});

test('the days beside have the least and the greatest of each thing, the newest first', () => {
  const points = [point(0, spread(10, 11, 12), spread(3)), point(10, spread(9, 11, 11)), point(50, null, spread(4))];
  expect(vitalsDays(history({ points }), (ts) => (ts < 50 ? 'one' : 'two'))).toEqual([
    { day: 'two', voltage: null, memoryPercent: { min: 4, max: 4 }, temperature: null },
    { day: 'one', voltage: { min: 9, max: 12 }, memoryPercent: { min: 3, max: 3 }, temperature: null },
  ]);
});
