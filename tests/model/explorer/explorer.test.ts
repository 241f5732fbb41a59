import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Contact, maxAntennas, noCode } from '#model/entities/contact.ts';
import { type Explored, explorerGroups, type ExplorerLook, firstLook } from '#model/explorer/explorer-address.ts';
import {
  exploredCsv,
  exploredText,
  exploredTitle,
  largeDatasetText,
  moreGroupsText,
  selectedText,
  tooManyText,
} from '#model/explorer/explorer-text.ts';
import { explore, heardValues } from '#model/explorer/explored-contacts.ts';
import {
  boxBetween,
  contactsWithin,
  countBetween,
  nearestContact,
  nextContact,
  exploredMark,
  panned,
  wholeWindow,
  zoomed,
} from '#model/explorer/explorer-view.ts';
import { type ExplorerMarks, ExplorerRaster } from '#model/explorer/explorer-raster.ts';
import { wearersOf } from '#model/explorer/worn-tags.ts';
import { unpackContacts } from '#model/contract/packed-contacts.ts';
import { exploredAggregate, exploredBeacon, exploredCode, exploredStream } from '#model/explorer/opened-by.ts';
import { noFilters } from '#model/live/live-settings.ts';
import { maskParts } from '#model/live/mark-mask.ts';
import type { BeaconTableRow } from '#model/statistics/stats-tables.ts';
import { TimeText } from '#model/time/time-text.ts';
import { statsAddress } from '#model/statistics/stats-question.ts';
import { sampleContact } from '../../support/contact-samples.ts';
import { packContacts } from '../../support/packed-contacts.ts';

const start = Date.UTC(2026, 10, 20, 8);
const place = { rxId: 4, antennas: [1, 2], from: start, to: start + 3_600_000 };
const contact = fc
  .record({
    ts: fc.integer({ min: place.from, max: place.to - 1 }),
    ant: fc.integer({ min: 1, max: maxAntennas }),
    code: fc.constantFrom(0, 17, 230),
    type: fc.constantFrom(4, 7, 18),
    freq: fc.constantFrom(150.1, 150.12, 166.38),
    power: fc.integer({ min: -130, max: -50 }),
  })
  .map((part) => sampleContact({ rxId: 4, ...part }));
const contacts = fc.array(contact, { minLength: 1, maxLength: 60 }).map((all) => all.toSorted((one, other) => one.ts - other.ts));
const look: fc.Arbitrary<ExplorerLook> = fc.record({
  groupBy: fc.constantFrom(...explorerGroups),
  filters: fc.record({
    ant: fc.subarray([1, 2, maxAntennas]),
    freq: fc.subarray([150.1, 150.12]),
    code: fc.subarray([17, 230]),
    type: fc.subarray([7, 18]),
  }),
});

describe('the address of the explorer (EXP-1)', () => {
  test('holds what is explored and how it is looked at', () => {
    fc.assert(
      fc.property(look, fc.integer({ min: 1, max: 900 }), (each, rxId) => {
        const explored: Explored = { place: { ...place, rxId }, look: each };
        const address = { asked: null, colorBy: 'receiver', explored } as const;
        expect(statsAddress.read(statsAddress.write(address))).toEqual({ state: address, refused: [] });
      }),
    );
  });

  test.each([
    ['?explore=4&antennas=1&start=2026-11-20T08:00:00Z', null, 0],
    ['?explore=4&antennas=9&start=2026-11-20T08:00:00Z&end=2026-11-20T09:00:00Z', null, 1],
    ['?explore=4&antennas=1&start=2026-11-20T09:00:00Z&end=2026-11-20T08:00:00Z', null, 0],
    ['?explore=4&antennas=1&start=2026-11-20T08:00:00Z&end=2026-11-20T09:00:00Z&filteredAnts=9', firstLook, 1],
    ['?explore=4&antennas=1&start=yesterday&end=2026-11-20T08:00:00Z', null, 1],
    ['?explore=4&antennas=1&start=2026-11-20T08:00:00Z&end=2026-11-20T09:00:00Z&group=power', firstLook, 1],
  ])('%s', (search, found, refused) => {
    const read = statsAddress.read(search);
    expect([read.state.explored?.look ?? null, read.refused.length]).toEqual([found, refused]);
  });
});

describe('what is shown of contacts (EXP-1)', () => {
  const passes = ({ ant, freq, code, type }: ExplorerLook['filters'], one: Contact) =>
    (ant.length === 0 || ant.includes(one.ant)) &&
    (freq.length === 0 || freq.includes(one.freq)) &&
    (code.length === 0 || (one.type !== 7 && code.includes(one.code))) &&
    (type.length === 0 || type.includes(one.type));

  test('of any contacts: each that every filter lets through, once, in its group', () => {
    fc.assert(
      fc.property(contacts, look, (all, each) => {
        const packed = packContacts(all);
        const exploration = explore(packed, each);
        const { groups, groupOf, shown } = exploration;
        expect([...groupOf].map((group) => group > 0)).toEqual(all.map((one) => passes(each.filters, one)));
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(shown);
        groups.forEach(({ count }, at) => expect([...groupOf].filter((group) => group === at + 1)).toHaveLength(count));
        expect(new Set(groups.map(({ label }) => label)).size).toBe(groups.length);
        const lines = exploredCsv(packed, exploration, 'Crest', new TimeText('UTC')).join('').trimEnd().split('\r\n');
        expect(lines).toHaveLength(shown + 1);
      }),
    );
  });

  test('the same code on two frequencies is two tags', () => {
    const all = [150.1, 166.38].map((freq, at) => sampleContact({ rxId: 4, ts: start + at, code: 17, type: 18, freq }));
    const labels = (groupBy: ExplorerLook['groupBy']) => explore(packContacts(all), { ...firstLook, groupBy }).groups;
    expect(labels('code')).toEqual([{ label: 'Code 17', count: 2 }]);
    expect(labels('codeFreq').map(({ label }) => label)).toEqual(['Code 17, 150.100 MHz', 'Code 17, 166.380 MHz']);
    expect(heardValues(packContacts(all))).toEqual({
      ant: [1, 2, 3, 4, 5, 6, 7, 8],
      freq: [150.1, 166.38],
      code: [17],
      type: [18],
    });
  });

  test('in words', () => {
    const times = new TimeText('America/Boise');
    expect(exploredTitle('Crest', place, times)).toBe(
      'Receiver Crest contacts on antenna 1, 2 from 2026-11-20 01:00:00 MST to 2026-11-20 02:00:00 MST',
    );
    const packed = packContacts([
      sampleContact({ rxId: 4, ts: start + 125, ant: 2, code: 17, type: 18, freq: 150.12, power: -87 }),
    ]);
    expect(exploredText(packed, 0, times, wearersOf(packed, []))).toBe(
      'Code 17, 150.120 MHz, Lotek 2000, antenna 2: −87 dBm at 01:00:00.125 MST',
    );
    expect([moreGroupsText(41, 40), moreGroupsText(352, 40)]).toEqual([
      'and 1 more group',
      'and 312 more groups; some groups look the same',
    ]);
    expect([null, 10_000, 12_345].map(largeDatasetText)).toEqual([
      null,
      null,
      'Large dataset detected (12,345 contacts). Consider narrowing the time range for better performance.',
    ]);
  });

  test('bytes that are no contacts are none (EXP-3)', () => {
    for (const bytes of [new ArrayBuffer(0), new ArrayBuffer(8), new ArrayBuffer(40)]) expect(unpackContacts(bytes)).toBeNull();
    expect(tooManyText(5_000_001)).toBe(
      '5,000,001 contacts are too many to show. Choose a time range with at most 5,000,000 contacts.',
    );
  });

  test('a beacon is opened by its code near its frequency, the live stream as it is filtered and grouped', () => {
    const span = { from: place.from, to: place.to };
    const row = { rxId: 4, antenna: 2, codeNumber: 17, frequency: 150.1 } as BeaconTableRow;
    expect(exploredBeacon(row, span)).toEqual({
      place: { rxId: 4, antennas: [2], ...span },
      look: {
        groupBy: 'code',
        filters: { freq: [150.097, 150.098, 150.099, 150.1, 150.101, 150.102, 150.103], code: [17], type: [], ant: [] },
      },
    });
    expect(exploredBeacon({ ...row, codeNumber: null }, span).look.filters).toMatchObject({ code: [], type: [7] });
    const khzOf = (frequencyVariance: number) => exploredBeacon({ ...row, frequencyVariance }, span).look.filters.freq;
    expect(khzOf(1), 'its own variance counts above 3 kHz').toEqual(khzOf(3));
    expect(khzOf(3)).toHaveLength(7);
    expect([khzOf(4.6).length, khzOf(4.6)[0], khzOf(4.6).at(-1)]).toEqual([11, 150.095, 150.105]);
    expect(khzOf(25)).toHaveLength(51);
    const filters = { ...noFilters, ant: [3], code: [17, noCode] };
    expect(exploredStream(4, { filters, groupBy: 'freq' }, span)).toEqual({
      place: { rxId: 4, antennas: [3], ...span },
      look: { groupBy: 'freq', filters: { ant: [], freq: [], code: [17, noCode], type: [] } },
    });
    expect(exploredStream(4, { filters: noFilters, groupBy: 'rxId' }, span).look).toEqual(firstLook);
  });

  test('a mark of the page of statistics opens what it counts', () => {
    const span = { from: place.from, to: place.to };
    const row = {
      ReceiverId: 4,
      frequency: 150.1,
      avgCode: 25.4,
      siteName: '',
      hitCount: 1,
      avgPower: -80,
      stdPower: null,
      maxPower: -80,
    };
    const { filters } = exploredAggregate(row, span).look;
    expect([filters.freq, filters.code.at(0), filters.code.at(-1)]).toEqual([[150.1], 20, 39]);
    const beepers = { ant: [], freq: [150.1], code: [], type: [7] };
    expect(exploredAggregate({ ...row, avgCode: null }, span).look.filters).toEqual(beepers);
    expect(exploredCode({ ReceiverId: 4, codeNumber: null, count: 3 }, span).look.filters).toEqual({
      ant: [],
      freq: [],
      code: [],
      type: [7],
    });
  });
});

describe('the plot (EXP-2)', () => {
  const packed = packContacts([
    sampleContact({ rxId: 4, ts: start, power: -100 }),
    sampleContact({ rxId: 4, ts: start + 1_800_000, power: -80 }),
    sampleContact({ rxId: 4, ts: start + 3_599_999, power: -60 }),
  ]);
  const all = explore(packed, firstLook);
  const whole = wholeWindow(place, packed);

  test('a box lists what is inside of what is shown', () => {
    const box = boxBetween(whole, { x: 0.6, y: 0.9 }, { x: -1, y: 0.2 });
    expect([box.from, box.to]).toEqual([whole.from, whole.from + 0.6 * (whole.to - whole.from)]);
    expect(contactsWithin(packed, all, { ...whole, to: start + 1_800_001, high: -79 }, 10)).toEqual({ listed: [0, 1], count: 2 });
    expect(contactsWithin(packed, all, whole, 1)).toEqual({ listed: [0], count: 3 });
    expect(contactsWithin(packed, { ...all, groupOf: Uint32Array.from([0, 1, 1]) }, whole, 9)).toEqual({
      listed: [1, 2],
      count: 2,
    });
    expect([selectedText(1, 1), selectedText(12_840, 200)]).toEqual([
      '1 contact selected',
      '12,840 contacts selected, the first 200 listed',
    ]);
  });

  test('zooms and pans within what was asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('zoom', 'pan'), fc.double({ min: -2, max: 2, noNaN: true })), { maxLength: 20 }),
        (moves) => {
          let view = whole;
          for (const [how, by] of moves) {
            const at = { x: 0.3, y: 0.7 };
            view = how === 'zoom' ? zoomed(view, whole, 2 ** by, at) : panned(view, whole, { x: by, y: -by });
            expect(view.from).toBeGreaterThanOrEqual(whole.from);
            expect(view.to).toBeLessThanOrEqual(whole.to + 1e-3);
            expect(view.low).toBeGreaterThanOrEqual(whole.low - 1e-6);
            expect(view.high).toBeLessThanOrEqual(whole.high + 1e-6);
            expect(view.to - view.from).toBeGreaterThan(199);
          }
        },
      ),
    );
    expect(zoomed(zoomed(whole, whole, 0.5, { x: 0.5, y: 0.5 }), whole, 2, { x: 0.5, y: 0.5 })).toEqual(whole);
  });

  test('counts what is shown within a time, which marks are sized by (EXP-4)', () => {
    expect(countBetween(packed, all, whole.from, whole.to)).toBe(3);
    expect(countBetween(packed, all, start + 1, start + 1_800_001)).toBe(1);
    expect(countBetween(packed, { ...all, groupOf: Uint32Array.from([0, 1, 1]) }, whole.from, whole.to)).toBe(2);
  });

  test('counts as if each contact were counted, in any span of many', () => {
    const many = packContacts(
      Array.from({ length: 12_288 }, (_, at) => sampleContact({ ts: start + at * 100, ant: 1 + (at % 3) })),
    );
    const exploration = explore(many, { ...firstLook, filters: { ...firstLook.filters, ant: [1, 3] } });
    fc.assert(
      fc.property(fc.nat(12_288), fc.nat(12_288), (one, other) => {
        const [first, end] = one < other ? [one, other] : [other, one];
        const counted = exploration.groupOf.slice(first, end).filter((group) => group !== 0).length;
        expect(countBetween(many, exploration, start + first * 100, start + end * 100)).toBe(counted);
      }),
    );
  });

  const [width, height] = [100, 50];
  const marks: ExplorerMarks = {
    width,
    height,
    mark: 3,
    exploration: all,
    layers: [Uint32Array.from([0, 7, 8, 9])],
    masks: [],
  };

  test('paints a mark for each contact where it is, reads the nearest, and goes through them by keys', () => {
    const raster = new ExplorerRaster(packed, whole);
    raster.paint(marks, whole);
    const pixels = raster.pixels.slice();
    const row = Math.floor(((whole.high + 80) / (whole.high - whole.low)) * height);
    expect(pixels[row * width + 50]).toBeGreaterThan(0);
    expect([Math.floor(raster.xOf(packed.ts[1]!)), Math.floor(raster.yOf(-80))]).toEqual([50, row]);
    expect([...pixels].filter((pixel) => pixel > 0).length).toBeLessThanOrEqual(27);
    const dot = new Uint8Array(9);
    dot[4] = maskParts.mark;
    raster.paint({ ...marks, masks: [undefined, dot, dot, dot] }, whole);
    expect(
      [...raster.pixels].filter((pixel) => pixel > 0),
      'of each the pixels of its shape alone',
    ).toHaveLength(3);
    expect(raster.pixels[row * width + 50]).toBe(pixels[row * width + 50]);
    const size = { width, height, reach: 12 };
    expect(nearestContact(packed, all, whole, { x: 0.5, y: row / height }, size)).toBe(1);
    expect(nearestContact(packed, all, whole, { x: 0.5, y: 0 }, size)).toBeNull();
    expect([nextContact(all, null, 1), nextContact(all, 0, 1), nextContact(all, 2, 1), nextContact(all, null, -1)]).toEqual([
      0, 1, 2, 2,
    ]);
    const none = { ...all, groupOf: new Uint32Array(3) };
    expect([nextContact(none, null, 1), nearestContact(packed, none, whole, { x: 0.5, y: row / height }, size)]).toEqual([
      null,
      null,
    ]);
  });

  test('any drags paint only what comes into view, and end like a picture painted at once', () => {
    // Integers, because most doubles are too near to 0 to move anything by a pixel.
    const share = fc.integer({ min: -90, max: 90 }).map((part) => part / 130);
    const move = fc.tuple(share, share);
    // After these moves, a mark is on the edge of a pixel but for an error of rounding.
    const onEdge = [-60, -51, -125].map((power) => sampleContact({ ts: start, power }));
    const parts: [number, number][] = [
      [-48, -42],
      [0, 43],
      [-10, 0],
      [0, -76],
      [-88, 0],
    ];
    const toEdge = parts.map(([x, y]): [number, number] => [x / 130, y / 130]);
    fc.assert(
      fc.property(contacts, fc.constantFrom(1, 2, 4, 9), fc.array(move, { minLength: 1, maxLength: 12 }), (some, mark, moves) => {
        const many = packContacts(some);
        const edges = wholeWindow(place, many);
        const exploration = explore(many, firstLook);
        const colours = Uint32Array.from([0, ...exploration.groups.map((_, at) => at + 1)]);
        const above = colours.map((colour) => (colour === 2 ? 200 : 0));
        const drawn = { ...marks, mark, exploration, layers: [colours, above] };
        const dragged = new ExplorerRaster(many, edges);
        let view = zoomed(edges, edges, 0.3, { x: 0.5, y: 0.5 });
        dragged.paint(drawn, view);
        for (const [x, y] of moves) {
          view = panned(view, edges, { x, y });
          dragged.paint(drawn, view);
        }
        const once = new ExplorerRaster(many, edges);
        once.paint(drawn, view);
        expect(dragged.pixels).toEqual(once.pixels);
        const painted = dragged.paint(drawn, panned(view, edges, { x: view.from > edges.from ? -0.05 : 0.05, y: 0 }));
        expect(painted, 'a twentieth of the plot, to a column').toBeLessThanOrEqual(6 * height);
        expect(dragged.paint({ ...drawn }, view), 'other marks').toBe(width * height);
      }),
      { numRuns: 300, examples: [[onEdge, 9, toEdge]] },
    );
  });
});

test.each([
  [500, { size: 9, hasShape: true }],
  [2_000, { size: 7, hasShape: true }],
  [8_000, { size: 6, hasShape: true }],
  [8_001, { size: 4, hasShape: false }],
  [20_001, { size: 2, hasShape: false }],
  [200_001, { size: 1, hasShape: false }],
])('of %i contacts in sight marks are so large (EXP-4)', (inSight, look) => {
  expect(exploredMark(inSight)).toEqual(look);
});
