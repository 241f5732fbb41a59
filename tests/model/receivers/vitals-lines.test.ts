import { describe, expect, test } from 'vitest';
import { presentSpan } from '#model/receivers/status-strip.ts';
import {
  newestText,
  type ReceiverHistory,
  statusParts,
  vitalsDays,
  vitalsLine,
  vitalsText,
  withReported,
} from '#model/receivers/vitals-lines.ts';
import { receiver } from '../../support/fleet-samples.ts';

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
  clockTs: null,
  newest: { voltage: null, memoryPercent: null, temperature: null },
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

test('the states beneath are on the same axis, and what is not known is no state', () => {
  const states = [
    { status: 4, from: 25, to: 75 },
    { status: 0, from: 75, to: 100 },
  ];
  expect(statusParts(history({ states })).map(({ status, start, width }) => [status, start, width])).toEqual([
    [null, 0, 25],
    [4, 25, 50],
    [0, 75, 25],
  ]);
  expect(statusParts(history({ states: [{ status: 4, from: 0, to: 100 }] }))).toHaveLength(1);
  expect(statusParts(history({}))).toEqual([]);
});

test('of one that is retired no state is said of what came after, and none is its present one (FLEET-14)', () => {
  const parts = statusParts(history({ states: [{ status: 4, from: 0, to: 75 }] }));
  expect(parts.map(({ status, start, width }) => [status, start, width])).toEqual([
    [4, 0, 75],
    [null, 75, 25],
  ]);
  expect(presentSpan(parts)).toBeNull();
});

test('the days beside have the least and the greatest of each thing, the newest first', () => {
  const points = [point(0, spread(10, 11, 12), spread(3)), point(10, spread(9, 11, 11)), point(50, null, spread(4))];
  expect(vitalsDays(history({ points }), (ts) => (ts < 50 ? 'one' : 'two'))).toEqual([
    { day: 'two', voltage: null, memoryPercent: { min: 4, max: 4 }, temperature: null },
    { day: 'one', voltage: { min: 9, max: 12 }, memoryPercent: { min: 3, max: 3 }, temperature: null },
  ]);
});

test.each([
  ['a card that is empty', 'memoryPercent', [0, 0], [0, 10]],
  ['a card that is full', 'memoryPercent', [99, 100], [90, 100]],
  ['one between', 'memoryPercent', [50, 52], [46, 56]],
  ['a battery that is flat', 'voltage', [0, 0.2], [0, 1]],
  ['more than there can be', 'memoryPercent', [95, 120], [95, 120]],
  ['frost', 'temperature', [-10, -9], [-12, -7]],
] as const)('the scale of %s is not beyond what there can be', (_, name, [least, greatest], [low, high]) => {
  const points = [{ ...point(0, null), [name]: spread(least, least, greatest) }];
  expect(vitalsLine(history({ points }), name)).toMatchObject({ low, high, least, greatest });
});

test.each([
  [9.96, '9.9'],
  [99.96, '99.9'],
  [12.399999618530273, '12.4'],
  [-0.05, '-0.1'],
])('%f is %s, rounded down (RX-31)', (value, text) => expect(vitalsText(value)).toBe(text));

test('the newest value says how long ago it was, unless that is now', () => {
  const hour = 3_600_000;
  const newest = { voltage: { ts: hour, value: 12 }, memoryPercent: { ts: 2 * hour, value: null }, temperature: null };
  const of = (to: number) => history({ to, pointMs: hour, newest });
  expect(newestText(of(4 * hour), 'voltage')).toBe('12.0 V');
  expect(newestText(of(26 * hour), 'voltage')).toBe('12.0 V, 1 day ago');
  expect(newestText(of(4 * hour), 'memoryPercent')).toBe('No card');
  expect(newestText(of(26 * hour), 'temperature')).toBe('not reported');
});

describe('with what it reported since it was loaded (VIT-6)', () => {
  const loaded = history({
    to: 25,
    points: [point(10, spread(12)), point(20, spread(12, 12.4, 13), spread(98, 99, 100))],
    newest: { voltage: { ts: 24, value: 12 }, memoryPercent: { ts: 24, value: 100 }, temperature: { ts: 24, value: 15 } },
  });
  const reported = (infoTime: number | null, voltage: number | null, used: number | null, total: number | null = 1_000) =>
    withReported(loaded, receiver({ infoTime, voltage, memoryUsedMb: used, memoryTotalMb: total }));
  const said = (shown: ReceiverHistory) =>
    (['voltage', 'memoryPercent', 'temperature'] as const).map((name) => newestText(shown, name));

  test.each<[string, ReceiverHistory, string[]]>([
    ['nothing new', reported(24, 11, 0), ['12.0 V', '100 %', '15.0 °C']],
    ['nothing at all', reported(null, null, null, null), ['12.0 V', '100 %', '15.0 °C']],
    ['that its memory was erased', reported(26, 12, 0), ['12.0 V', '0 %', '15.0 °C']],
    ['that its card is gone', reported(26, 11.96, null, null), ['11.9 V', 'No card', '15.0 °C']],
    ['of a receiver that is gone', withReported(loaded, undefined), ['12.0 V', '100 %', '15.0 °C']],
  ])('%s', (_, shown, texts) => expect(said(shown)).toEqual(texts));

  test('is part of its lines, of the point that is under way or of a new one', () => {
    const same = reported(26, 11, 0);
    expect(same.points.at(-1)).toEqual(point(20, spread(11, 12.4, 13), spread(0, 99, 100)));
    expect([same.to, same.points.length]).toEqual([26, 2]);
    const next = reported(31, 11, 0);
    expect(next.points.at(-1)).toEqual(point(30, spread(11), spread(0)));
    expect([next.to, next.points.length]).toEqual([31, 3]);
  });

  test('is no part of it where it was reported before that time', () => {
    const empty = history({ from: 0, to: 25 });
    const shown = (infoTime: number) => withReported(empty, receiver({ infoTime, voltage: 12, memoryTotalMb: null }));
    expect(shown(-10)).toBe(empty);
    expect(shown(25)).toBe(empty);
    expect(said(shown(26))).toEqual(['12.0 V', 'not reported', 'not reported']);
  });

  test('is the very same where there is nothing new', () => expect(reported(26, 12, 1_000)).toBe(loaded));
});
