import { describe, expect, test } from 'vitest';
import {
  durationText,
  onlinePercent,
  presentSpan,
  startsWith,
  stripGradient,
  stripMs,
  stripOf,
} from '#model/receivers/status-strip.ts';

const now = 1_700_000_000_000;
const begin = now - stripMs;
const at = (share: number): number => begin + share * stripMs;

describe('the strip of states (FLEET-10)', () => {
  test('begins 7 days ago and ends now, whatever is known before; what is not known says so', () => {
    const starts = [
      { status: 4, from: begin - 900_000 },
      { status: 0, from: begin - 5 },
      { status: 4, from: at(0.25) },
    ];
    expect(stripOf(starts, now)).toEqual([
      { status: 0, from: begin, to: at(0.25), start: 0, width: 25 },
      { status: 4, from: at(0.25), to: now, start: 25, width: 75 },
    ]);
    expect(stripOf([{ status: 4, from: at(0.5) }], now)).toEqual([
      { status: null, from: begin, to: at(0.5), start: 0, width: 50 },
      { status: 4, from: at(0.5), to: now, start: 50, width: 50 },
    ]);
    expect(stripOf([{ status: 4, from: begin + 30_000 }], now), 'cut by the host a moment later').toEqual([
      { status: 4, from: begin, to: now, start: 0, width: 100 },
    ]);
    expect(stripOf([], now)).toEqual([{ status: null, from: begin, to: now, start: 0, width: 100 }]);
  });

  test('has a state that came after the clock was read', () => {
    const parts = stripOf(
      [
        { status: 4, from: at(0) },
        { status: 0, from: now + 2_000 },
      ],
      now,
    );
    expect(parts.map(({ status, width }) => [status, width])).toEqual([
      [4, expect.closeTo(100, 3)],
      [0, 0],
    ]);
    expect(presentSpan(parts)).toEqual({ status: 0, text: 'for less than 1 min' });
  });

  test('is drawn to scale: five minutes offline are no hours, also where they are now (FLEET-13)', () => {
    const minutes = 5 * 60_000;
    const starts = [
      { status: 4, from: begin },
      { status: 0, from: at(0.5) },
      { status: 4, from: at(0.5) + minutes },
      { status: 0, from: now - minutes },
    ];
    expect(stripGradient(stripOf(starts, now), String)).toBe(
      'linear-gradient(to right, 4 0.000% 50.000%, 0 50.000% 50.050%, 4 50.050% 99.950%, 0 99.950% 100.000%)',
    );
  });

  test.each([
    ['nothing is known', [], null],
    [
      'less than a minute',
      [
        [4, begin],
        [0, now - 59_000],
      ],
      { status: 0, text: 'for less than 1 min' },
    ],
    [
      'minutes',
      [
        [4, begin],
        [0, now - 5 * 60_000],
      ],
      { status: 0, text: 'for 5 min' },
    ],
    [
      'days',
      [
        [0, begin],
        [4, now - 52 * 3_600_000],
      ],
      { status: 4, text: 'for 2 d 4 h' },
    ],
    ['only since when something is known', [[4, now - 3 * 3_600_000]], { status: 4, text: 'for 3 h' }],
    ['longer than the strip', [[4, begin - 5]], { status: 4, text: 'for 7 d or longer' }],
  ] as const)('the present state is said with how long it goes on: %s (FLEET-13)', (_, starts, span) =>
    expect(
      presentSpan(
        stripOf(
          starts.map(([status, from]) => ({ status, from })),
          now,
        ),
      ),
    ).toEqual(span),
  );

  test('how much was online is counted of what is known', () => {
    const starts = [
      { status: 4, from: at(0.5) },
      { status: 0, from: at(0.75) },
    ];
    expect(onlinePercent(stripOf(starts, now))).toBe(50);
    expect(onlinePercent(stripOf([], now))).toBeNull();
  });

  test('a report that goes on, comes twice or late changes nothing; what is older than a week goes (RX-13)', () => {
    const starts = [
      { status: 4, from: begin - 10 },
      { status: 0, from: begin - 5 },
    ];
    expect(startsWith(starts, { status: 0, from: now })).toBe(starts);
    expect(startsWith(starts, { status: 4, from: begin - 5 })).toBe(starts);
    expect(startsWith(starts, { status: 4, from: begin - 7 })).toBe(starts);
    expect(startsWith(starts, { status: 4, from: now })).toEqual([
      { status: 0, from: begin - 5 },
      { status: 4, from: now },
    ]);
    const many = Array.from({ length: 1_000 }, (_, index) => ({ status: index % 2, from: now + index }));
    expect(startsWith(many, { status: 4, from: now + 1_000 })).toHaveLength(1_000);
  });

  test.each([
    [45_000, '45 s'],
    [12 * 60_000, '12 min'],
    [3 * 3_600_000, '3 h'],
    [3 * 3_600_000 + 12 * 60_000, '3 h 12 min'],
    [52 * 3_600_000, '2 d 4 h'],
    [48 * 3_600_000, '2 d'],
  ])('%i ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));
});
