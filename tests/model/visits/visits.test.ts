import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { doubtOf, partWorn, type RunStretch } from '#model/visits/stretches.ts';
import { changedVisits, decidingSpan, isTouched, type PlacedStretch, unitedSpans, visitsOf } from '#model/visits/visits.ts';
import { runs } from '../../support/thorough.ts';

const hour = 3_600_000;
const minute = 60_000;

function stretch(from: number, to: number, more: Partial<PlacedStretch> = {}): PlacedStretch {
  return { rxId: 1, ant: 1, siteId: 7, from, to, hits: 3, maxPower: -70, doubt: null, ...more };
}

test.each([
  [{ gaps: 2, isAmbiguous: false }, null],
  [{ gaps: 0, isAmbiguous: false }, 'single'],
  [{ gaps: 2, isAmbiguous: true }, 'ambiguous'],
  [{ gaps: 0, isAmbiguous: true }, 'ambiguous'],
] as const)('%o: %s (REG-25, VISIT-1)', (run, doubt) => {
  expect(doubtOf(run)).toBe(doubt);
});

describe('the part of a stretch between release and retrieval (VISIT-1)', () => {
  const whole = stretch(100, 200);
  const cases: [string, { from: number; to: number }, Partial<RunStretch> | null][] = [
    ['is all of it without times', { from: -Infinity, to: Infinity }, {}],
    ['is all of it between', { from: 100, to: 200 }, {}],
    ['is its last hit across the release', { from: 150, to: Infinity }, { from: 200, to: 200, hits: 1 }],
    ['is its first hit across the retrieval', { from: 0, to: 150 }, { from: 100, to: 100, hits: 1 }],
    ['is nothing before the release', { from: 201, to: Infinity }, null],
    ['is nothing after the retrieval', { from: 0, to: 99 }, null],
    ['is nothing that is known across both', { from: 120, to: 180 }, null],
  ];
  test.each(cases)('%s', (_, worn, part) => {
    expect(partWorn(whole, worn)).toEqual(part === null ? null : { ...whole, ...part });
  });
});

describe('visits (VISIT-2)', () => {
  const visit = (arrived: number, left: number, more = {}) => ({
    siteId: 7,
    ownRxId: null,
    arrived,
    left,
    firstRxId: 1,
    lastRxId: 1,
    ...more,
  });

  test.each([
    ['of nothing are none', [], []],
    ['join stretches a gap apart', [stretch(0, minute), stretch(hour + minute, 2 * hour)], [visit(0, 2 * hour)]],
    [
      'end where the gap is longer',
      [stretch(0, minute), stretch(hour + minute + 1, 2 * hour)],
      [visit(0, minute), visit(hour + minute + 1, 2 * hour)],
    ],
    [
      'of two receivers at one site are one',
      [stretch(0, minute, { rxId: 2 }), stretch(10, 20), stretch(2 * minute, 3 * minute, { rxId: 3 })],
      [visit(0, 3 * minute, { firstRxId: 2, lastRxId: 3 })],
    ],
    [
      'name the receiver with the lowest id where two heard the first and the last hit',
      [stretch(0, minute, { rxId: 5 }), stretch(0, minute, { rxId: 2 })],
      [visit(0, minute, { firstRxId: 2, lastRxId: 2 })],
    ],
    [
      'of receivers without a site are each their own',
      [stretch(0, minute, { siteId: null }), stretch(10, 20, { siteId: null, rxId: 2 })],
      [visit(0, minute, { siteId: null, ownRxId: 1 }), visit(10, 20, { siteId: null, ownRxId: 2, firstRxId: 2, lastRxId: 2 })],
    ],
    [
      'at two sites may overlap',
      [stretch(0, minute), stretch(30, 2 * minute, { siteId: 8, rxId: 2 }), stretch(3 * minute, 4 * minute)],
      [visit(0, 4 * minute), visit(30, 2 * minute, { siteId: 8, firstRxId: 2, lastRxId: 2 })],
    ],
  ])('%s', (_, stretches, visits) => {
    expect(visitsOf(stretches, hour)).toEqual(visits);
  });

  test('are the same in whatever order hours change, as from all stretches at once', () => {
    const receivers = [
      { rxId: 1, siteId: 7 },
      { rxId: 2, siteId: 7 },
      { rxId: 3, siteId: 8 },
      { rxId: 4, siteId: null },
    ] as const;
    const part = fc.tuple(fc.nat(29), fc.nat(29), fc.constantFrom(...receivers));
    const edit = fc.record({
      hours: fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 4 }),
      parts: fc.array(part, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (edits, gapHours) => {
        const gapMs = gapHours * hour;
        const byHour = new Map<number, PlacedStretch[]>();
        let visits: ReturnType<typeof visitsOf> = [];
        for (const { hours, parts } of edits) {
          for (const at of hours) {
            const inHour = parts.map(([from, length, where]) => {
              const begin = at * hour + from * minute;
              return stretch(begin, begin + length * minute, where);
            });
            byHour.set(at, inHour);
          }
          const all = [...byHour.values()].flat();
          const changed = hours.map((at) => ({ from: at * hour, to: (at + 1) * hour - 1 }));
          for (const span of unitedSpans(changed, 4 * gapMs)) {
            const deciding = decidingSpan(span, gapMs);
            const touched = visits.filter((visit) => isTouched(visit, span, gapMs));
            const heard = all.filter(({ from, to }) => to >= deciding.from && from <= deciding.to);
            const others = visits.filter((visit) => !touched.includes(visit));
            visits = [...others, ...changedVisits(structuredClone(touched), heard, span, gapMs)];
          }
          const sorted = (some: typeof visits) =>
            some.toSorted((one, other) => one.arrived - other.arrived || (one.siteId ?? -1) - (other.siteId ?? -1));
          expect(sorted(visits)).toEqual(sorted(visitsOf(all, gapMs)));
        }
      }),
      { numRuns: runs(4_000) },
    );
  });
});
