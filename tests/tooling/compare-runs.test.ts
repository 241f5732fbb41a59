import { describe, expect, test } from 'vitest';
import { benchRun, compareRuns, lastFigures } from '../bench/compare-runs.ts';

const about = { at: '2026-05-01T08:00:00.000Z', commit: 'abc1234', machine: 'a processor, 2 cores, 8 GiB' };
const row = (what: string, target: string, measured: string) => ({ what, target, measured, met: true });
const figures = (target: string, measured: string) => benchRun([row('it', target, measured)], about).figures;

test('a run keeps the first number of each row; a row without one is left out', () => {
  const rows = [
    row('rate', '≥ 10,000/s', '12,345.6/s, 40 % idle'),
    row('weight', '≤ 205 KiB', '187.2 KiB'),
    row('all seen', 'all', 'yes'),
  ];
  expect(benchRun(rows, about)).toEqual({
    ...about,
    figures: {
      rate: { value: 12_345.6, target: '≥ 10,000/s', measured: '12,345.6/s, 40 % idle' },
      weight: { value: 187.2, target: '≤ 205 KiB', measured: '187.2 KiB' },
    },
  });
});

describe('a figure beside the last one', () => {
  test.each([
    ['≤ 100 ms', '50 ms', '51 ms', 'same'],
    ['≤ 100 ms', '50 ms', '60 ms', 'worse'],
    ['≤ 100 ms', '50 ms', '40 ms', 'better'],
    ['< 100 ms', '50 ms', '60 ms', 'worse'],
    ['≥ 10,000/s', '10,000/s', '8,000/s', 'worse'],
    ['≥ 10,000/s', '10,000/s', '12,000/s', 'better'],
    ['10,000/s', '10,000/s', '9,000/s', 'same'],
  ])('%s: %s, then %s is %s', (target, before, now, verdict) => {
    expect(compareRuns(figures(target, before), figures(target, now))).toMatchObject([{ what: 'it', before, now, verdict }]);
  });

  test.each([
    ['was not measured before', {}],
    ['was nothing', figures('≤ 1 s', '0 s')],
    ['was in another unit', figures('≤ 1 s', '900 ms')],
  ])('that %s is not compared', (_, before) => {
    expect(compareRuns(before, figures('≤ 1 s', '0.9 s'))).toEqual([]);
  });
});

describe('the last figures of a machine', () => {
  const line = (machine: string, what: string, measured: string) =>
    JSON.stringify(benchRun([row(what, '≤ 1 s', measured)], { ...about, machine }));

  test('are the newest of each kind, of machines of this shape alone', () => {
    const lines = [line('a', 'it', '1 s'), line('a', 'other', '3 s'), line('b', 'it', '9 s'), line('a', 'it', '2 s'), ''];
    expect(lastFigures(lines.join('\n'), 'a')).toMatchObject({ it: { value: 2 }, other: { value: 3 } });
    expect(lastFigures('', 'a')).toEqual({});
  });

  test('a line that is no run is named', () => {
    expect(() => lastFigures(`${line('a', 'it', '1 s')}\n{"at":`, 'a')).toThrow('Line 2 of the bench');
  });
});
