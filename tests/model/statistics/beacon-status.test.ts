import { describe, expect, test } from 'vitest';
import { defaultConfig, type ReceiverConfig } from '#model/config/config.ts';
import { type Round, roundOf } from '#model/config/listening.ts';
import { beaconStatus, isLocked, listeningShares, type SentBeacon } from '#model/statistics/beacon-status.ts';

const hourMs = 3_600_000;
const beacon: SentBeacon = { id: 7, name: 'B-0007', codeNumber: 7, frequency: 150.5, intervalMs: 31_000, varianceMs: 500 };

/** Returns a round of antennas that spends `dwell` seconds on each and hears one frequency. */
function round(antennas: number, dwell: number, frequency = 150.5): Round {
  return {
    seconds: antennas * dwell,
    turns: antennas,
    at: (seconds) => ({
      antenna: (Math.floor(seconds / dwell) % antennas) + 1,
      hears: (asked) => Math.abs(asked - frequency) < 0.002,
    }),
  };
}

const even = (hits: number, hours: number) => Array.from({ length: hours }, () => hits);
const judge = (
  hourly: readonly number[],
  more: Partial<{ round: Round | null; hours: number; of: SentBeacon; isKnown: boolean }> = {},
) => {
  const { round: by = round(2, 3), hours = 10, of = beacon, isKnown = false } = more;
  return beaconStatus(of, [{ antenna: 1, hourly, avgPower: -80, isKnown }], { ms: hours * hourMs, round: by })[0];
};

describe('the share of time in which an antenna listens to a frequency (STAT-8)', () => {
  test.each([
    [round(1, 3), 1, 1],
    [round(2, 3), 2, 0.5],
    [round(4, 5), 1, 0.25],
    [round(2, 3), 3, 0],
    [round(2, 3, 151), 1, 0],
  ])('case %#', (by, antenna, share) => {
    expect(listeningShares(by, 150.5).get(antenna) ?? 0).toBeCloseTo(share, 2);
  });

  test('of an Orion as it is delivered: its one band, by its one antenna', () => {
    const delivered = roundOf({ orion: defaultConfig('orion') } as ReceiverConfig);
    expect([...listeningShares(delivered, 150.5)]).toEqual([[1, expect.closeTo(1, 6)]]);
    expect([...listeningShares(delivered, 160)]).toEqual([]);
  });
});

describe('a beacon that meets the same antenna each time', () => {
  test.each([
    [30_000, 100, round(2, 3), true],
    [31_000, 100, round(2, 3), false],
    [30_000, 2_000, round(2, 3), false],
    [3_000, 0, round(1, 3), false],
    [18_000, 0, round(4, 3), true],
  ])('every %i ms, give or take %i: case %#', (intervalMs, varianceMs, by, locked) => {
    expect(isLocked({ ...beacon, intervalMs, varianceMs }, by)).toBe(locked);
  });

  test('is judged by the sum over the antennas', () => {
    const of = { ...beacon, intervalMs: 30_000, varianceMs: 100 };
    const heard = [
      { antenna: 1, hourly: even(118, 10), avgPower: -80, isKnown: true },
      { antenna: 2, hourly: [], avgPower: null, isKnown: true },
    ];
    const rows = beaconStatus(of, heard, { ms: 10 * hourMs, round: round(2, 3) });
    expect(rows).toMatchObject([
      { antenna: 1, detectedHits: 1_180, expectedHits: null, efficiency: 98.3, warningType: null },
      { antenna: 2, detectedHits: 0, expectedHits: null, efficiency: 98.3, warningType: null },
    ]);
    const locked =
      "Locked: the beacon sends every 30 s and the receiver's round takes 6 s, so it meets the same antennas each time";
    expect(rows.map(({ explanation }) => explanation)).toEqual([
      `1180 of 1200 expected hits at all antennas together, 1180 of them at this one. ${locked}`,
      `1180 of 1200 expected hits at all antennas together, 0 of them at this one. ${locked}`,
    ]);
  });
});

test('one that meets the one antenna each time is expected at it as often as at all of them', () => {
  const of = { ...beacon, intervalMs: 30_000, varianceMs: 100 };
  expect(judge(even(118, 10), { of })).toMatchObject({ expectedHits: null, efficiency: 98.3, warningType: null });
});

test('one of several antennas that it meets is not taken for one that rests (STAT-8)', () => {
  const of = { ...beacon, intervalMs: 30_000, varianceMs: 100 };
  expect(judge(even(27, 8), { of, round: round(8, 3) })?.efficiency).not.toBeNull();
});

test('one that meets the same bands each time has no percentage (STAT-8)', () => {
  const of = { ...beacon, intervalMs: 30_000, varianceMs: 100 };
  const bands: Round = { seconds: 10, turns: 2, at: (seconds) => ({ antenna: 1, hears: () => seconds % 10 < 5 }) };
  expect(judge(even(118, 10), { of, round: bands })).toMatchObject({
    efficiency: null,
    detectedHits: 1_180,
    expectedHits: null,
    warningType: null,
    explanation:
      "Locked: the beacon sends every 30 s and the receiver's round takes 10 s, so it meets the same antennas and bands each time and the expected number is unknown",
  });
});

describe('hits that noise may have made (STAT-15)', () => {
  const noise = { efficiency: null, expectedHits: null, warningType: null };
  const says = /^Never more than \d within an hour: noise may have been decoded as this beacon$/;

  test.each([
    ['one or two in each of some hours, which is no beacon that rests in between', [1, 2, 1, 1, 2, 1, 1], {}],
    ['now and then some', [1, 9, 2], {}],
    ['also where it is locked', [1, 2], { of: { ...beacon, intervalMs: 30_000, varianceMs: 100 } }],
  ] as const)('%s', (_, hourly, more) => {
    const row = judge(hourly, more);
    expect(row).toMatchObject({ ...noise, detectedHits: hourly.reduce<number>((sum, hits) => sum + hits, 0) });
    expect(row?.explanation).toMatch(says);
  });

  test.each([
    ['an antenna that heard it well before', [1, 9, 2], { isKnown: true }, 'low'],
    ['nor a beacon that rests where it was heard well before', even(1, 8), { isKnown: true }, 'low'],
    ['ten within an hour', [1, 10, 2], {}, 'low'],
    ['a beacon of a few signals an hour', [1, 1], { of: { ...beacon, intervalMs: 600_000 }, round: round(1, 1) }, 'low'],
    ['a quarter of what is sent', even(9, 3), { hours: 1.5 }, 'low'],
    ['too few expected to judge', [1], { hours: 0.1 }, null],
  ] as const)('not %s', (_, hourly, more, warningType) => {
    expect(judge(hourly, more)).toMatchObject({ efficiency: expect.any(Number), warningType });
  });
});

test('an expected number stands only beside the percentage that was made of it (STAT-14)', () => {
  expect(judge(even(58, 10))).toMatchObject({ efficiency: 99.9, detectedHits: 580, expectedHits: 581 });
  for (const more of [{ round: null }, { hours: 0 }, { round: round(2, 3, 151) }])
    expect(judge(even(58, 10), more)).toMatchObject({ efficiency: null, expectedHits: null });
  expect(judge(even(10, 8))).toMatchObject({ efficiency: null, expectedHits: null });
});

test.each([
  ['nothing', [], {}, { efficiency: 0, warningType: 'silent' }, 'Nothing was heard: 0 of 581 expected hits'],
  [
    'a quarter, now more and now less',
    [5, 40, 3, 60, 30, 7],
    {},
    { warningType: 'low' },
    /^Less than half was heard: 145 of 581/,
  ],
  ['half and more', even(30, 10), {}, { efficiency: 51.7, warningType: null }, null],
  ['all', even(58, 10), {}, { efficiency: 99.9, warningType: null }, null],
  ['twice as much', even(116, 10), {}, { efficiency: 199.8, warningType: 'excess' }, /^More hits than the beacon sends/],
  ['too little to judge', [], { hours: 0.1 }, { efficiency: 0, warningType: null }, null],
  ['a few hits each hour', even(10, 8), {}, { efficiency: null, warningType: null }, /about 10 hits in the hours/],
  ['of a receiver that was off', [], { hours: 0 }, { efficiency: null }, 'The receiver was not online in this time'],
  ['of one nothing is known of', [], { round: null }, { efficiency: null }, 'The configuration of the receiver is not known'],
  ['at another frequency', [], { round: round(2, 3, 151) }, { efficiency: null }, /does not listen to the frequency/],
] as const)('%s (STAT-8)', (_, hourly, more, figures, explanation) => {
  const row = judge(hourly, more);
  expect(row).toMatchObject(figures);
  if (explanation === null) expect(row?.explanation).toBeNull();
  else if (typeof explanation === 'string') expect(row?.explanation).toBe(explanation);
  else expect(row?.explanation).toMatch(explanation);
});
