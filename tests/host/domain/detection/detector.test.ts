import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { Detector, type DetectorState } from '../../../../host/domain/detection/detector.ts';
import type { HeardContact } from '../../../../host/domain/detection/matching.ts';
import type { TargetTransmitter } from '../../../../host/platform/store/fleet/target-transmitters.ts';
import { type Detection, type RunHour, sumUp } from '../../../../host/domain/detection/run-hours.ts';

const hour = 3_600_000;
const ten = Date.UTC(2026, 4, 1, 10);
/** A receiver that has once written such a time has a clock of 1 ms. */
const start = ten + 123;
const tag: TargetTransmitter = {
  id: 1,
  codeNumber: 25,
  frequency: 150.38,
  frequencyVariance: 0,
  emitInterval: 5_000,
  emitIntervalVariance: 10,
};
const balanced: DetectionParameters = {
  minimumHits: 2,
  minimumAveragePower: null,
  maximumPowerDeviation: null,
  maximumIntervalDeviation: null,
  frequencyToleranceMultiplier: 1,
  intervalToleranceMultiplier: 1,
};
const contact = (ts: number, over: Partial<HeardContact> = {}): HeardContact => ({
  rxId: 1,
  ant: 1,
  ts,
  khz: 150_380,
  code: 25,
  type: 8,
  power: -80,
  ...over,
});
/** Returns contacts at these offsets (ms) from the start. */
const after = (...offsets: number[]) => offsets.map((offset) => contact(start + offset));
const times = <T>(count: number, at: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => at(index));

type Asked = { transmitters?: TargetTransmitter[]; parameters?: Partial<DetectionParameters>; state?: DetectorState };

function detectorFor({ transmitters = [tag], parameters, state }: Asked = {}): Detector {
  return new Detector(transmitters, { ...balanced, ...parameters }, state);
}

function takeAll(detector: Detector, contacts: readonly HeardContact[]): Detector {
  for (const each of contacts.toSorted((one, other) => one.ts - other.ts)) detector.take(each);
  return detector;
}

function detect(contacts: readonly HeardContact[], asked?: Asked): Detection[] {
  return sumUp(takeAll(detectorFor(asked), contacts).end());
}

const hitsOf = (detections: readonly Detection[]) => detections.map(({ hits }) => hits);

describe('what a contact matches (DET-5)', () => {
  test.each<[string, Partial<HeardContact>, Partial<TargetTransmitter>, number, boolean]>([
    ['3 kHz off', { khz: 150_383 }, {}, 1, true],
    ['3 kHz below', { khz: 150_377 }, {}, 1, true],
    ['a Hz more', { khz: 150_383.001 }, {}, 1, false],
    ['its variance off', { khz: 150_385 }, { frequencyVariance: 5 }, 1, true],
    ['more than its variance', { khz: 150_385.001 }, { frequencyVariance: 5 }, 1, false],
    ['a small variance off', { khz: 150_383 }, { frequencyVariance: 1 }, 1, true],
    ['within the multiplied tolerance', { khz: 150_384.5 }, {}, 1.5, true],
    ['outside the multiplied tolerance', { khz: 150_384.501 }, {}, 1.5, false],
    ['outside a smaller one', { khz: 150_382.251 }, {}, 0.75, false],
    ['another code', { code: 26 }, {}, 1, false],
    ['noise of its code', { type: 4 }, {}, 1, false],
    ['a beeper of whatever code', { type: 7, code: 25 }, {}, 1, false],
    ['a beeper for a beeper', { type: 7, code: 99 }, { codeNumber: null }, 1, true],
    ['no code for a beeper', { type: 8, code: null }, { codeNumber: null }, 1, true],
    ['a coded contact for a beeper', {}, { codeNumber: null }, 1, false],
  ])('%s', (_, heard, sought, frequencyToleranceMultiplier, isHit) => {
    const contacts = [contact(start, heard), contact(start + 5_000, heard)];
    const found = detect(contacts, { transmitters: [{ ...tag, ...sought }], parameters: { frequencyToleranceMultiplier } });
    expect(hitsOf(found)).toEqual(isHit ? [2] : []);
  });
});

describe('runs (DET-6)', () => {
  test('a single hit is none, unless single hits are kept', () => {
    expect(detect(after(0))).toEqual([]);
    expect(detect(after(0), { parameters: { minimumHits: 1, maximumIntervalDeviation: 0 } })).toEqual([
      {
        transmitterId: 1,
        rxId: 1,
        ant: 1,
        hour: ten,
        hits: 1,
        meanPower: -80,
        powerDeviation: 0,
        maxPower: -80,
        meanInterval: null,
        intervalDeviation: null,
        firstTs: start,
        lastTs: start,
        isAmbiguous: false,
        rhythm: 'cannot tell',
        stretches: null,
        measured: null,
      },
    ]);
  });

  test.each(times(20, (index) => index + 1))('a gap of %i intervals fits, a little more or less, too', (k) => {
    const slack = 2 * 10 + (k - 1) + 1;
    for (const off of [-slack, 0, slack]) expect(hitsOf(detect(after(0, k * 5_000 + off)))).toEqual([2]);
    for (const off of [-slack - 1, slack + 1]) expect(detect(after(0, k * 5_000 + off))).toEqual([]);
  });

  test('a gap of 21 intervals ends a run', () => {
    expect(detect(after(0, 105_000))).toEqual([]);
    expect(hitsOf(detect(after(0, 5_000, 110_000, 115_000), { parameters: { minimumHits: 4 } }))).toEqual([]);
  });

  test('the interval multiplier widens the slack of jitter alone', () => {
    const asked = { parameters: { intervalToleranceMultiplier: 1.5 } };
    expect(hitsOf(detect(after(0, 10_000 + 30 + 2), asked))).toEqual([2]);
    expect(detect(after(0, 10_000 + 30 + 3), asked)).toEqual([]);
  });

  test('a detection sums up power and interval', () => {
    const contacts = [-70, -80, -90].map((power, index) => contact(start + [0, 5_010, 15_010][index]!, { power }));
    const [found] = detect(contacts);
    expect(found).toMatchObject({ hits: 3, meanPower: -80, maxPower: -70, meanInterval: 5_005, intervalDeviation: 5 });
    expect(found).toMatchObject({ firstTs: start, lastTs: start + 15_010, rhythm: 'fits', isAmbiguous: false });
    expect(found?.powerDeviation).toBeCloseTo(Math.sqrt(200 / 3), 10);
  });

  test('receivers and antennas are apart', () => {
    const places = [contact(start), contact(start + 5_000, { ant: 2 }), contact(start + 10_000, { rxId: 2 })];
    expect(detect(places)).toEqual([]);
    expect(hitsOf(detect([...places, ...places.map((each) => ({ ...each, ts: each.ts + 20_000 }))]))).toEqual([2, 2, 2]);
  });

  test('a run is judged whole, then split by hour', () => {
    const contacts = times(4, (index) => contact(ten + hour - 7_499 + index * 5_000));
    const found = detect(contacts, { parameters: { minimumHits: 4 } });
    expect(found.map(({ hour: of, hits, firstTs }) => [of, hits, firstTs])).toEqual([
      [ten, 2, ten + hour - 7_499],
      [ten + hour, 2, ten + hour + 2_501],
    ]);
    // The gap across the hour belongs to the later hour.
    expect(found.map(({ meanInterval }) => meanInterval)).toEqual([5_000, 5_000]);
    expect(detect(contacts.slice(1), { parameters: { minimumHits: 4 } })).toEqual([]);
  });

  test('a contact at the very beginning of an hour is one of that hour', () => {
    const found = detect([contact(ten + hour - 5_000), contact(ten + hour), contact(ten + hour + 5_001)]);
    expect(found.map(({ hour: of, hits }) => [of, hits])).toEqual([
      [ten, 1],
      [ten + hour, 2],
    ]);
  });

  test('an hour that holds one hit of a run has the rhythm of the run', () => {
    const found = detect(times(3, (index) => contact(ten + hour - 1 + index * 5_000)));
    expect(found.map(({ hits, rhythm, meanInterval }) => [hits, rhythm, meanInterval])).toEqual([
      [1, 'fits', null],
      [2, 'fits', 5_000],
    ]);
  });

  test('it crosses a month with 19 bursts of an hour skipped', () => {
    const slow = { ...tag, emitInterval: hour };
    const eve = Date.UTC(2026, 4, 31, 20) + 123;
    const found = detect([contact(eve), contact(eve + 20 * hour)], { transmitters: [slow] });
    expect(found.map(({ hour: of, hits }) => [new Date(of).getUTCMonth(), hits])).toEqual([
      [4, 1],
      [5, 1],
    ]);
  });

  test('drift does not add up: each gap counts by itself', () => {
    const found = detect(after(...times(600, (index) => index * 5_015)), { parameters: { minimumHits: 10 } });
    expect(found.reduce((sum, { hits }) => sum + hits, 0)).toBe(600);
  });

  test('a beeper is known by its rhythm alone', () => {
    const beeper = { ...tag, codeNumber: null, emitInterval: 2_000 };
    const beeps = times(10, (index) => contact(start + index * 2_000, { type: 7, code: index }));
    const noise = [300, 3_700, 9_100, 13_600].map((offset) => contact(start + offset, { type: 7, code: 0, power: -50 }));
    const [found] = detect([...beeps, ...noise], { transmitters: [beeper] });
    expect(found).toMatchObject({ hits: 10, maxPower: -80, meanInterval: 2_000 });
  });

  test('two tags of one code are told apart by their intervals, and are not ambiguous', () => {
    const other = { ...tag, id: 2, emitInterval: 7_300 };
    const first = times(40, (index) => contact(start + index * 5_000, { power: -70 }));
    const second = times(30, (index) => contact(start + 50 + index * 7_300, { power: -90 }));
    const found = detect([...first, ...second], { transmitters: [tag, other] });
    expect(found.map(({ transmitterId, hits, meanPower, isAmbiguous }) => [transmitterId, hits, meanPower, isAmbiguous])).toEqual(
      [
        [1, 40, -70, false],
        [2, 30, -90, false],
      ],
    );
  });

  test('two tags of one code and one interval make two runs', () => {
    const both = after(...times(20, (index) => index * 5_000), ...times(20, (index) => 1_700 + index * 5_000));
    expect(hitsOf(detect(both, { parameters: { minimumHits: 10 } }))).toEqual([40]);
    expect(sumUp(takeAll(detectorFor(), both).end())).toHaveLength(1);
    expect(takeAll(detectorFor({ parameters: { minimumHits: 10 } }), both).end()).toHaveLength(2);
  });
});

describe('runs compete (DET-6)', () => {
  const longRun = times(8, (index) => index * 5_000);

  test('a false match beside a true hit is not one of the run', () => {
    const contacts = [...after(...longRun), contact(start + 15_018, { power: -40 })];
    expect(detect(contacts, { parameters: { minimumHits: 8 } })).toMatchObject([{ hits: 8, maxPower: -80 }]);
  });

  test('a false match in the place of a skipped burst does not break the run', () => {
    const heard = [0, 5_000, 10_000, 20_010, 25_010, 30_010];
    const contacts = [...after(...heard), contact(start + 14_980, { power: -40 })];
    expect(detect(contacts, { parameters: { minimumHits: 6 } })).toMatchObject([{ hits: 6, maxPower: -80 }]);
  });

  test('false matches that follow each other for a while do not either', () => {
    // From the third hit on, each is 20 ms early, until no true hit fits them.
    const false4 = [14_980, 19_960, 24_940].map((offset) => contact(start + offset, { power: -40 }));
    const heard = [...longRun, ...times(4, (index) => 40_000 + index * 5_000)];
    expect(detect([...after(...heard), ...false4], { parameters: { minimumHits: 12 } })).toMatchObject([
      { hits: 12, maxPower: -80 },
    ]);
  });

  describe('a false match that lost its run', () => {
    // It follows the fifth hit, 20 ms early, until the run has five more hits.
    const contacts = [...after(...times(11, (index) => index * 5_000)), contact(start + 24_980, { power: -40 })];

    test('is as long as it is without that run', () => {
      // The last hit fits the false match, and also the two hits before it, which make a longer run.
      const found = detect([...contacts, ...after(64_945, 69_945, 74_960)], { parameters: { minimumHits: 3 } });
      expect(found).toMatchObject([{ hits: 14, maxPower: -80 }]);
    });

    test('is as regular as it is without that run', () => {
      // The last hit is 10 ms off the false match's rhythm, and 20 ms off that of the hit before it.
      const found = detect([...contacts, ...after(69_950, 74_970)], { parameters: { minimumHits: 2 } });
      expect(found).toMatchObject([{ hits: 13, maxPower: -40 }]);
    });
  });

  test('noise between all hits neither breaks a run nor takes the room of it', () => {
    const noise = times(400, (index) => index * 497 + 150).filter((offset) => Math.abs(((offset + 2_500) % 5_000) - 2_500) > 60);
    const contacts = [
      ...after(...times(40, (index) => index * 5_000)),
      ...noise.map((at) => contact(start + at, { power: -110 })),
    ];
    const kept = takeAll(detectorFor({ parameters: { minimumHits: 10, minimumAveragePower: -85 } }), contacts).end();
    expect(sumUp(kept)).toMatchObject([{ hits: 40, meanPower: -80 }]);
  });

  test('of up to five contacts the longest run there is is found', () => {
    const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 800 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(offsets, (drawn) => {
        // On a fine grid around multiples of the interval, where nearly every pair fits.
        const sorted = drawn.map((each) => Math.floor(each / 80) * 5_000 + (each % 80)).toSorted((one, other) => one - other);
        const longest = longestRun(sorted);
        const parameters = (minimumHits: number) => ({ parameters: { minimumHits } });
        if (longest > 1) expect(detect(after(...sorted), parameters(longest)).length).toBeGreaterThan(0);
        expect(detect(after(...sorted), parameters(longest + 1))).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });
});

/** Returns the most of these offsets (ms) that one run can have, by trying all combinations. */
function longestRun(offsets: readonly number[], after?: number): number {
  const next = offsets.filter((offset) => after === undefined || doFit(offset - after));
  return Math.max(0, ...next.map((offset) => 1 + longestRun(offsets, offset)));
}

function doFit(gap: number): boolean {
  return times(20, (index) => index + 1).some((k) => Math.abs(gap - k * 5_000) <= 20 + (k - 1) + 1);
}

describe('when a run is kept (DET-7)', () => {
  const powers = [-74, -80].map((power, index) => contact(start + index * 5_000, { power }));
  const gaps = after(0, 5_000, 10_020);
  test.each<[string, HeardContact[], Partial<DetectionParameters>, boolean]>([
    ['as many hits as asked for', gaps, { minimumHits: 3 }, true],
    ['one hit too few', gaps, { minimumHits: 4 }, false],
    ['a mean power at its bound', powers, { minimumAveragePower: -77 }, true],
    ['a mean power below', powers, { minimumAveragePower: -76.9 }, false],
    ['any mean power', powers, { minimumAveragePower: null }, true],
    ['a deviation of power at its bound', powers, { maximumPowerDeviation: 3 }, true],
    ['a deviation of power above', powers, { maximumPowerDeviation: 2.9 }, false],
    ['any deviation of power', powers, { maximumPowerDeviation: null }, true],
    ['a deviation of the interval at its bound', gaps, { maximumIntervalDeviation: 10 }, true],
    ['a deviation of the interval above', gaps, { maximumIntervalDeviation: 9.9 }, false],
    ['any deviation of the interval', gaps, { maximumIntervalDeviation: null }, true],
    ['where single hits are kept, any interval', gaps, { maximumIntervalDeviation: 9.9, minimumHits: 1 }, true],
    ['a power below also where single hits are kept', powers, { minimumAveragePower: -76.9, minimumHits: 1 }, false],
  ])('%s', (_, contacts, parameters, isKept) => {
    expect(detect(contacts, { parameters })).toHaveLength(isKept ? 1 : 0);
  });

  test('the deviation of the interval is that of gap - k x interval', () => {
    // 20 ms over two intervals: 10 ms each, but 20 ms of the gap.
    const contacts = after(0, 5_000, 15_020);
    expect(detect(contacts, { parameters: { maximumIntervalDeviation: 10 } })).toMatchObject([{ intervalDeviation: 5 }]);
    expect(detect(contacts, { parameters: { maximumIntervalDeviation: 9.9 } })).toEqual([]);
  });
});

describe("the receiver's clock (DET-8)", () => {
  const odd = { ...tag, emitInterval: 5_300 };
  /** Times of the tag as written by a receiver that only knows whole seconds. */
  const seconds = times(12, (index) => contact(ten + Math.floor((index * 5_300) / 1_000) * 1_000));

  test('whole seconds: a second more fits', () => {
    expect(detect(seconds, { transmitters: [odd], parameters: { minimumHits: 12 } })).toMatchObject([
      { hits: 12, rhythm: 'fits' },
    ]);
  });

  test('a clock that ever showed a ms is exact, until 16 whole seconds in a row', () => {
    const asked = { transmitters: [odd], parameters: { minimumHits: 12 } };
    const shown = (ts: number) => contact(ts, { code: 77 });
    expect(detect([shown(ten - 1), ...seconds], asked)).toEqual([]);
    const whole = (count: number) => times(count, (index) => shown(ten - 20_000 + index * 1_000));
    expect(hitsOf(detect([shown(ten - 20_001), ...whole(15), ...seconds], asked))).toEqual([12]);
    expect(detect([shown(ten - 20_001), ...whole(14).slice(10), ...seconds], asked)).toEqual([]);
    // Contacts of the same second count as one.
    expect(detect([shown(ten - 20_001), ...times(20, () => shown(ten - 20_000)), ...seconds], asked)).toEqual([]);
  });

  test('is that of its receiver', () => {
    const exact = contact(ten - 1, { rxId: 2, code: 77 });
    expect(hitsOf(detect([exact, ...seconds], { transmitters: [odd] }))).toEqual([12]);
  });

  test.each<[string, Partial<TargetTransmitter>, number, Detection['rhythm']]>([
    ['half an interval is too coarse', { emitInterval: 2_000, emitIntervalVariance: 0 }, 0, 'cannot tell'],
    ['a little less tells', { emitInterval: 2_001, emitIntervalVariance: 0 }, 0, 'fits'],
    ['a large variance is too coarse as well', { emitIntervalVariance: 1_250 }, 123, 'cannot tell'],
    ['a smaller one tells', { emitIntervalVariance: 1_249 }, 123, 'fits'],
  ])('%s', (_, sought, offset, rhythm) => {
    const transmitters = [{ ...tag, ...sought }];
    const contacts = times(3, (index) =>
      contact(ten + offset + index * (transmitters[0]!.emitInterval === 5_000 ? 5_000 : 2_000)),
    );
    expect(detect(contacts, { transmitters })).toMatchObject([{ hits: 3, rhythm }]);
  });
});

describe('what fits two transmitters (DET-9)', () => {
  const twin = { ...tag, id: 2, frequency: 150.382 };
  const between = times(4, (index) => contact(start + index * 5_000, { khz: 150_381 }));
  const ambiguous = (detections: readonly Detection[]) =>
    detections.map(({ transmitterId, isAmbiguous }) => [transmitterId, isAmbiguous]);

  test('is ambiguous in both', () => {
    expect(ambiguous(detect(between, { transmitters: [tag, twin] }))).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  test('is not where only one fits', () => {
    const clear = between.map((each) => ({ ...each, khz: 150_378 }));
    expect(ambiguous(detect(clear, { transmitters: [tag, twin] }))).toEqual([[1, false]]);
  });

  test('is not where the other run is not kept', () => {
    const slower = { ...twin, emitInterval: 7_300 };
    expect(ambiguous(detect(between, { transmitters: [tag, slower] }))).toEqual([[1, false]]);
    const halved = { ...twin, emitInterval: 10_000 };
    expect(ambiguous(detect(between, { transmitters: [tag, halved] }))).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(ambiguous(detect(between, { transmitters: [tag, halved], parameters: { minimumHits: 3 } }))).toEqual([[1, false]]);
  });

  test('is so in the hours where they have hits in common, whichever is settled first', () => {
    const slow = { ...twin, emitInterval: 60_000 };
    const contacts = times(1_000, (index) =>
      contact(ten + 123 + index * 5_000, index < 700 ? { khz: 150_381 } : { khz: 150_377.5 }),
    );
    const detector = detectorFor({ transmitters: [tag, slow] });
    const parts: RunHour[] = [];
    for (const each of contacts) {
      parts.push(...detector.settle(each.ts));
      detector.take(each);
    }
    parts.push(...detector.end());
    expect(ambiguous(sumUp(parts))).toEqual([
      [1, true],
      [1, false],
      [2, true],
    ]);
  });
});

describe('over a long time (DET-6)', () => {
  test('parts are given once, when nothing can join the run any more, and before that provisionally', () => {
    const detector = takeAll(detectorFor(), after(0, 5_000));
    const reach = 20 * 5_000 + 20 + 19 + 1_000;
    expect(hitsOf(sumUp(detector.copy().end()))).toEqual([2]);
    expect(hitsOf(sumUp(detector.copy().end()))).toEqual([2]);
    expect(detector.settle(start + 5_000 + reach)).toEqual([]);
    expect(hitsOf(sumUp(detector.settle(start + 5_001 + reach)))).toEqual([2]);
    expect([detector.end(), detector.copy().end()]).toEqual([[], []]);
  });

  test('a run without end keeps the sums of 168 hours, and each hour is given once', () => {
    const detector = detectorFor({ transmitters: [{ ...tag, emitInterval: 1_800_000 }] });
    const parts = times(2_000, (index) => contact(start + index * 1_800_000)).flatMap((each) => {
      detector.take(each);
      return detector.settle(each.ts);
    });
    expect(JSON.stringify(detector.state).length).toBeLessThan(70_000);
    const found = sumUp([...parts, ...detector.end()]);
    expect([found.length, new Set(hitsOf(found))]).toEqual([1_000, new Set([2])]);
  });

  test('a run without end is judged by all of its hits', () => {
    const loud = times(260, (index) => contact(start + index * hour, { power: index < 200 ? -60 : -120 }));
    const asked = { transmitters: [{ ...tag, emitInterval: hour }], parameters: { minimumAveragePower: -75 } };
    expect(detect(loud, asked)).toHaveLength(260);
  });

  test('the state does not grow with noise', () => {
    const detector = detectorFor({ transmitters: [tag, { ...tag, id: 2 }] });
    takeAll(detector, after(...times(20_000, (index) => index * 337 + ((index * index) % 331))));
    expect(JSON.stringify(detector.state).length).toBeLessThan(120_000);
    detector.end();
    expect(detector.state.receivers).toMatchObject([{ ears: [] }]);
  });

  test('a contact out of order is refused', () => {
    const detector = takeAll(detectorFor(), after(5_000));
    expect(() => detector.take(contact(start))).toThrow(RangeError);
    detector.settle(start + 10_000);
    expect(() => detector.take(contact(start + 9_999))).toThrow(RangeError);
    expect(() => detector.take(contact(start + 10_000))).not.toThrow();
  });

  test('a contact that is found later leaves the same state once its run has ended', () => {
    const heard = after(0, 5_000, 10_000, 20_000, 4 * hour, 4 * hour + 5_000);
    const state = (contacts: readonly HeardContact[], to: number) => {
      const detector = takeAll(
        detectorFor(),
        contacts.filter(({ ts }) => ts < to),
      );
      detector.settle(to);
      return JSON.stringify(detector.state);
    };
    const more = [...heard, contact(start + 15_000)];
    const soon = start + 30_000;
    expect(state(more, soon)).not.toBe(state(heard, soon));
    expect(state(more, ten + hour)).toBe(state(heard, ten + hour));
    expect(state(more, ten + 5 * hour)).toBe(state(heard, ten + 5 * hour));
    expect(state([...heard, contact(start + 20_001, { code: 77 })], soon)).toBe(state(heard, soon));
  });

  test('it leaves the same state also where other runs of the antenna go on', () => {
    const transmitters = [tag, { ...tag, id: 2, codeNumber: 26, emitInterval: hour }];
    const state = (...offsets: number[]) => {
      const detector = takeAll(detectorFor({ transmitters }), [contact(start, { code: 26 }), ...after(...offsets)]);
      detector.settle(ten + hour);
      return JSON.stringify(detector.state);
    };
    expect(state(5_000, 10_000, 15_000)).toBe(state(5_000, 10_000));
  });
});

describe('what interval is measured (DET-22)', () => {
  const each = (count: number, ms: number, from = 0) => times(count, (index) => Math.round(from + index * ms));
  const measuredOf = (found: readonly Detection[]) => found.map(({ measured }) => measured?.interval ?? null);

  test.each<[string, number, number[], number | null]>([
    ['as it is registered', 5_000, each(40, 5_000), null],
    ['with bursts that were not heard', 5_000, each(40, 5_000).filter((_, index) => index % 3 > 0), null],
    ['every second burst alone', 5_000, each(40, 10_000), null],
    ['twice as often', 5_000, each(40, 2_500), 2_500],
    ['twice as often, of which every fourth burst was not heard', 5_000, each(60, 2_500).filter((_, at) => at % 4 > 0), 2_500],
    ['three times as often', 6_000, each(60, 2_000), 2_000],
    ['each one and a half intervals', 5_000, each(40, 7_500), 7_500],
    ['from two transmitters side by side', 5_000, [...each(20, 5_000), ...each(20, 5_000, 1_700)], 1_700],
    ['with noise between', 5_000, [...each(40, 5_000), ...each(13, 15_037, 1_111)], null],
    ['in two runs, one after the other', 5_000, [...each(10, 5_000), ...each(10, 5_000, 1_002_000)], null],
  ])('%s', (_, emitInterval, offsets, measured) => {
    const found = detect(after(...offsets), { transmitters: [{ ...tag, emitInterval }] });
    expect(measuredOf(found)).toEqual([measured]);
    expect(found[0]?.meanInterval, 'the average interval stays that of runs (DET-7)').toBeCloseTo(emitInterval, 0);
    if (measured !== null) expect(found[0]?.measured?.registered).toBe(emitInterval);
  });

  test('jitter does not hide it', () => {
    const found = detect(after(...each(40, 2_500).map((offset, index) => offset + ((index * 7) % 10))));
    expect(found[0]?.measured?.interval).toBeCloseTo(2_500, -1);
  });

  test('nor does jitter that goes both ways', () => {
    const jittered = each(61, 7_100).map((offset, index) => offset + 40 - ((index * 50) % 90));
    const found = detect(after(...jittered), { transmitters: [{ ...tag, emitInterval: 14_200, emitIntervalVariance: 50 }] });
    expect(found[0]?.measured?.interval).toBeCloseTo(7_100, -1);
  });

  test('is of each hour, and none of an hour in which it was as registered', () => {
    const heard = [...each(100, 2_500, hour - 250_000), ...each(100, 5_000, hour)];
    expect(measuredOf(detect(heard.map((offset) => contact(ten + offset))))).toEqual([2_500, null]);
  });

  test('is not said of what fits two transmitters, nor where any time fits', () => {
    const twice = after(...each(40, 2_500));
    expect(measuredOf(detect(twice, { transmitters: [tag, { ...tag, id: 2 }] }))).toEqual([null, null]);
    expect(measuredOf(detect(twice, { transmitters: [{ ...tag, emitIntervalVariance: 1_250 }] }))).toEqual([null]);
  });

  test('a state of before this was looked at goes on', () => {
    const [first, rest] = [each(40, 2_500), each(40, 2_500, 100_000)];
    const state = takeAll(detectorFor(), after(...first)).state;
    const old = JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === 'near' ? undefined : value))) as DetectorState;
    const found = sumUp(takeAll(detectorFor({ state: old }), after(...rest)).end());
    expect([hitsOf(found), measuredOf(found)]).toEqual([[80], [2_500]]);
  });
});

/** Transmitters, some of them alike, on a small grid of times: many fit, and many compete. */
const alike: TargetTransmitter[] = [
  { ...tag, emitInterval: 1_000, emitIntervalVariance: 30 },
  { ...tag, id: 2, emitInterval: 1_500, emitIntervalVariance: 60, frequency: 150.382 },
  { ...tag, id: 3, emitInterval: 2_000, emitIntervalVariance: 30 },
  { ...tag, id: 4, codeNumber: null, emitInterval: 1_200 },
];
const drawn = fc.record({
  step: fc.integer({ min: 0, max: 160 }),
  off: fc.constantFrom(0, 0, 3, 20, 45),
  rxId: fc.constantFrom(1, 1, 1, 2),
  ant: fc.constantFrom(1, 1, 1, 2),
  khz: fc.constantFrom(150_380, 150_381, 150_384.5),
  type: fc.constantFrom(8, 8, 8, 7),
  power: fc.constantFrom(-80, -80, -70, -95),
});
const heardContacts = fc
  .array(drawn, { maxLength: 90, size: 'max' })
  .map((all) => all.map(({ step, off, ...rest }) => contact(ten + hour - 40_000 + step * 500 + off, rest)))
  .map((all) => all.toSorted((one, other) => one.ts - other.ts));
const parametersDrawn = fc.record({
  minimumHits: fc.integer({ min: 1, max: 4 }),
  maximumPowerDeviation: fc.constantFrom(null, 5),
  maximumIntervalDeviation: fc.constantFrom(null, 20),
});
const cuts = fc.array(fc.record({ step: fc.integer({ min: 0, max: 260 }), isResumed: fc.boolean() }), { maxLength: 12 });

/**
 * Feeds in the contacts and calls `settle` at the given times, with a new detector from its saved state if
 * resumed.
 */
function inPieces(contacts: readonly HeardContact[], asked: Asked, pieces: readonly { at: number; isResumed: boolean }[]) {
  let detector = detectorFor(asked);
  const parts: RunHour[] = [];
  const left = [...contacts];
  for (const { at, isResumed } of pieces.toSorted((one, other) => one.at - other.at)) {
    while (left[0] && left[0].ts < at) detector.take(left.shift()!);
    parts.push(...detector.settle(at));
    if (isResumed) detector = detectorFor({ ...asked, state: JSON.parse(JSON.stringify(detector.state)) });
  }
  for (const each of left) detector.take(each);
  return { detector, parts };
}

describe('however contacts come (DET-6)', () => {
  const asPieces = (steps: readonly { step: number; isResumed: boolean }[]) =>
    steps.map(({ step, isResumed }) => ({ at: ten + hour - 40_000 + step * 500, isResumed }));

  test('chunks, settling and resuming change neither the detections nor the state at a later hour', () => {
    fc.assert(
      fc.property(heardContacts, parametersDrawn, cuts, (contacts, parameters, steps) => {
        const asked = { transmitters: alike, parameters };
        const late = { at: ten + hour + 41_000, isResumed: false };
        const whole = inPieces(contacts, asked, [late]);
        const pieces = inPieces(contacts, asked, [...asPieces(steps).filter(({ at }) => at < late.at), late]);
        expect(JSON.stringify(pieces.detector.state)).toBe(JSON.stringify(whole.detector.state));
        expect(sumUp([...pieces.parts, ...pieces.detector.end()])).toEqual(sumUp([...whole.parts, ...whole.detector.end()]));
      }),
      { numRuns: 150 },
    );
  });

  test('a detector that is resumed anywhere, even within a ms, goes on the same', () => {
    fc.assert(
      fc.property(heardContacts, parametersDrawn, fc.nat(89), (contacts, parameters, at) => {
        const asked = { transmitters: alike, parameters };
        const first = takeAll(detectorFor(asked), contacts.slice(0, at));
        const resumed = detectorFor({ ...asked, state: JSON.parse(JSON.stringify(first.state)) });
        expect(JSON.stringify(resumed.state)).toBe(JSON.stringify(first.state));
        expect(takeAll(resumed, contacts.slice(at)).end()).toEqual(takeAll(first, contacts.slice(at)).end());
      }),
      { numRuns: 120 },
    );
  });

  test('what is settled within a ms has not yet an order', () => {
    const [quiet, loud] = [contact(start, { power: -95 }), contact(start, { power: -70 })];
    const detector = takeAll(detectorFor({ parameters: { minimumHits: 1 } }), [quiet]);
    expect(detector.settle(start)).toEqual([]);
    detector.take(loud);
    expect(detector.end().map(({ n, power }) => [n, power])).toEqual([
      [0, -70],
      [1, -95],
    ]);
  });

  test('what is settled within a ms leaves room for other contacts of it', () => {
    fc.assert(
      fc.property(heardContacts, parametersDrawn, fc.nat(89), (contacts, parameters, at) => {
        const asked = { transmitters: alike, parameters };
        const detector = takeAll(detectorFor(asked), contacts.slice(0, at));
        const early = detector.settle(contacts[Math.min(at, contacts.length) - 1]?.ts ?? 0);
        const found = sumUp([...early, ...takeAll(detector, contacts.slice(at)).end()]);
        expect(found).toEqual(detect(contacts, asked));
      }),
      { numRuns: 120 },
    );
  });

  test('the order of contacts of the same ms, and of transmitters, is no matter', () => {
    fc.assert(
      fc.property(heardContacts, parametersDrawn, fc.infiniteStream(fc.nat()), (contacts, parameters, keys) => {
        const shuffled = contacts
          .map((each) => ({ each, key: keys.next().value as number }))
          .toSorted((one, other) => one.each.ts - other.each.ts || one.key - other.key)
          .map(({ each }) => each);
        const found = detect(shuffled, { transmitters: alike.toReversed(), parameters });
        expect(found).toEqual(detect(contacts, { transmitters: alike, parameters }));
      }),
      { numRuns: 120 },
    );
  });

  test('where single hits are kept, each contact is one hit of each transmitter that it fits', () => {
    fc.assert(
      fc.property(heardContacts, (contacts) => {
        const found = detect(contacts, { transmitters: alike, parameters: { minimumHits: 1 } });
        const counted = alike.map(({ id }) =>
          found.reduce((sum, { transmitterId, hits }) => sum + (transmitterId === id ? hits : 0), 0),
        );
        const coded = contacts.filter(({ type }) => type === 8);
        const near = (list: readonly HeardContact[], khz: number) => list.filter((each) => Math.abs(each.khz - khz) <= 3).length;
        const beeps = contacts.filter(({ type }) => type === 7);
        expect(counted).toEqual([near(coded, 150_380), near(coded, 150_382), near(coded, 150_380), near(beeps, 150_380)]);
      }),
      { numRuns: 120 },
    );
  });

  test('what is provisional is what would be settled at the end', () => {
    fc.assert(
      fc.property(heardContacts, parametersDrawn, (contacts, parameters) => {
        const detector = takeAll(detectorFor({ transmitters: alike, parameters }), contacts);
        const [before, provisional] = [JSON.stringify(detector.state), detector.copy().end()];
        expect(JSON.stringify(detector.state)).toBe(before);
        expect(detector.end()).toEqual(provisional);
      }),
      { numRuns: 60 },
    );
  });
});
