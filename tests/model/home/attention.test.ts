import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Receiver, receiverStatuses } from '#model/entities/receiver.ts';
import { hasWarning } from '#model/entities/receiver-health.ts';
import { attentionOf, isSameAttention, type MemoryForecast, toForecast, whenText } from '#model/home/attention.ts';
import { isOffline, matchingIds } from '#model/receivers/receiver-rows.ts';
import { receiversAddress } from '#model/receivers/receivers-address.ts';

const receiver = (id: number, change: Partial<Receiver> = {}): Receiver => ({
  id,
  SiteId: null,
  alias: `RCB-${id}`,
  model: 0,
  ipAddress: '',
  portNumber: 1,
  enabled: true,
  status: receiverStatuses.online,
  statusTime: 1_000 * id,
  color: '#777777',
  latitude: null,
  longitude: null,
  memoryUsedMb: 100,
  memoryTotalMb: 1_000,
  voltage: 12,
  firmwareMajor: 7,
  firmwareMinor: 10,
  firmwarePatch: null,
  infoTime: 1,
  heardTime: null,
  uploadsEveryMs: null,
  rev: 1,
  ...change,
});
const offline = { status: receiverStatuses.offline };
const neverReported = {
  memoryUsedMb: null,
  memoryTotalMb: null,
  voltage: null,
  firmwareMajor: null,
  firmwareMinor: null,
  infoTime: null,
};
const seconds = (ts: number) => `${ts / 1_000} s`;
const many = (count: number, change: Partial<Receiver>) => Array.from({ length: count }, (_, at) => receiver(at + 1, change));

describe('what needs attention (NAV-22)', () => {
  test.each<[string, Receiver[], MemoryForecast[], [string, string][]]>([
    ['nothing of no fleet', [], [], []],
    ['nothing where all is well', many(3, {}), [{ rxId: 1, days: 40 }], []],
    ['one is named and leads to itself', many(1, offline), [], [['RCB-1 offline since 1 s', '?receiver=1']]],
    ['several are counted, since all of them are', many(2, offline), [], [['2 receivers offline since 2 s', '?show=offline']]],
    ['25 are one line', many(25, offline), [], [['25 receivers offline since 25 s', '?show=offline']]],
    ['since when nobody knows', many(2, { ...offline, statusTime: null }), [], [['2 receivers offline', '?show=offline']]],
    ['an unknown status is offline', many(1, { status: 77 }), [], [['RCB-1 offline since 1 s', '?receiver=1']]],
    ['one that is disabled is missed by nobody', many(2, { ...offline, enabled: false }), [{ rxId: 1, days: 1 }], []],
    ['no card', many(1, { memoryTotalMb: null }), [], [['RCB-1: no SD card inserted', '?receiver=1']]],
    ['no memory left', many(2, { memoryUsedMb: 1_000 }), [], [['2 receivers out of memory', '?only=1,2']]],
    ['very low voltage', many(2, { voltage: 7 }), [], [['2 receivers with low voltage', '?only=1,2']]],
    ['a warning', many(1, { voltage: 9, memoryUsedMb: 950 }), [], [['RCB-1: low memory, low voltage', '?receiver=1']]],
    ['the same warning of several', many(2, { voltage: 9 }), [], [['2 receivers: low voltage', '?only=1,2']]],
    [
      'several warnings',
      [receiver(1, { voltage: 9 }), receiver(2, { memoryUsedMb: 950 })],
      [],
      [['2 receivers with a warning', '?only=1,2']],
    ],
    [
      'a low memory of which the forecast says more',
      [receiver(1, { memoryUsedMb: 950 }), receiver(2, { memoryUsedMb: 950, voltage: 9 })],
      [1, 2].map((rxId) => ({ rxId, days: rxId / 4 })),
      [
        ['RCB-1: memory full within a day at this rate', '?receiver=1'],
        ['RCB-2: memory full within a day at this rate', '?receiver=2'],
        ['RCB-2: low voltage', '?receiver=2'],
      ],
    ],
    ['a voltage that is not known', many(1, { voltage: null }), [], [['RCB-1: could not read state', '?receiver=1']]],
    ['those that never reported', many(2, neverReported), [], [['2 receivers: could not read state', '?only=1,2']]],
    [
      'a memory that fills up',
      many(2, {}),
      [{ rxId: 2, days: 9.4 }],
      [['RCB-2: memory full in 9 days at this rate', '?receiver=2']],
    ],
    ['a forecast of one that is gone', many(1, {}), [{ rxId: 9, days: 1 }], []],
    [
      'many that fill up: the soonest by name',
      many(5, {}),
      [5, 4, 3, 2, 1].map((rxId) => ({ rxId, days: rxId })),
      [
        ['RCB-1: memory full in 1 day at this rate', '?receiver=1'],
        ['RCB-2: memory full in 2 days at this rate', '?receiver=2'],
        ['3 more receivers: memory full within 14 days', '?only=3,4,5'],
      ],
    ],
    [
      'the worst first, and the soonest of those that fill up',
      [receiver(1, { voltage: 7 }), receiver(2, offline), receiver(3), receiver(4, { voltage: 9 })],
      [
        { rxId: 1, days: 3 },
        { rxId: 3, days: 0.2 },
      ],
      [
        ['RCB-2 offline since 2 s', '?receiver=2'],
        ['RCB-1: low voltage', '?receiver=1'],
        ['RCB-3: memory full within a day at this rate', '?receiver=3'],
        ['RCB-1: memory full in 3 days at this rate', '?receiver=1'],
        ['RCB-4: low voltage', '?receiver=4'],
      ],
    ],
  ])('%s', (_, fleet, forecasts, lines) => {
    const found = attentionOf(fleet, forecasts, seconds);
    expect(found.map(({ text, search }) => [text, search])).toEqual(lines);
    expect(new Set(found.map(({ key }) => key)).size, 'each line has a key of its own').toBe(found.length);
  });

  test('of a replay those that report no state are said to be only that', () => {
    const texts = (fleet: Receiver[]) => attentionOf(fleet, [], seconds, true).map(({ text }) => text);
    expect(texts(many(1, neverReported))).toEqual(['RCB-1: only replayed']);
    expect(texts(many(9, neverReported))).toEqual(['9 receivers: only replayed']);
    expect(texts(many(1, { voltage: 9 }))).toEqual(['RCB-1: low voltage']);
  });

  test('whoever is counted as offline or with a warning is in a line: nothing needs attention only where both are none (NAV-25)', () => {
    const anyReceiver = fc.record({
      enabled: fc.boolean(),
      status: fc.constantFrom(...Object.values(receiverStatuses), 77),
      voltage: fc.constantFrom(null, 7, 9, 12),
      memoryUsedMb: fc.constantFrom(null, 100, 950, 1_000),
      memoryTotalMb: fc.constantFrom(null, 1_000),
      firmwareMajor: fc.constantFrom(null, 7),
    });
    const anyForecasts = fc.array(fc.record({ rxId: fc.integer({ min: 1, max: 6 }), days: fc.constantFrom(0.2, 9, 40) }));
    fc.assert(
      fc.property(fc.array(anyReceiver, { maxLength: 6 }), anyForecasts, fc.boolean(), (changes, forecasts, isReplay) => {
        const fleet = changes.map((change, at) => receiver(at + 1, change));
        const counted = fleet.filter((rx) => hasWarning(rx) || isOffline(rx));
        const model = { receivers: Object.fromEntries(fleet.map((rx) => [rx.id, rx])), sites: {} };
        const named = attentionOf(fleet, forecasts, seconds, isReplay).flatMap(({ search }) => {
          const state = receiversAddress.read(search).state;
          return state.receiver === null ? [...matchingIds(model, state)] : [state.receiver];
        });
        expect(counted.filter(({ id }) => !named.includes(id))).toEqual([]);
        if (forecasts.length === 0) expect(new Set(named).size).toBe(counted.length);
      }),
    );
  });

  test('of the fullest a forecast is asked for, of none that is full, offline or without a card', () => {
    const fleet = [
      ...Array.from({ length: 15 }, (_, at) => receiver(at + 1, { memoryUsedMb: 100 + at })),
      receiver(20, { memoryUsedMb: 1_000 }),
      receiver(21, { ...offline, memoryUsedMb: 900 }),
      receiver(22, { memoryTotalMb: null }),
      receiver(23, { enabled: false, memoryUsedMb: 900 }),
    ];
    expect(toForecast(fleet)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  });

  test('times of today have no date, and those of another day have theirs', () => {
    const stamp = (ts: number) => new Date(ts).toISOString().slice(0, 19).replace('T', ' ');
    const now = Date.UTC(2026, 4, 2, 10);
    expect(whenText(Date.UTC(2026, 4, 2, 4, 12, 59), now, stamp)).toBe('04:12');
    expect(whenText(Date.UTC(2026, 4, 1, 23, 59), now, stamp)).toBe('2026-05-01 23:59');
  });

  test('lists are the same where each line reads and leads alike', () => {
    const of = (...fleet: Receiver[]) => attentionOf(fleet, [], seconds);
    const lines = of(receiver(1, offline), receiver(2));
    expect(isSameAttention(lines, of(receiver(1, offline), receiver(2, { voltage: 13 })))).toBe(true);
    expect(isSameAttention(lines, of(receiver(2)))).toBe(false);
    expect(isSameAttention(lines, of(receiver(2), receiver(3, { ...offline, alias: 'RCB-1', statusTime: 1_000 })))).toBe(false);
    expect(isSameAttention(lines, of(receiver(1, { ...offline, statusTime: 9_000 })))).toBe(false);
  });
});
