import { describe, expect, test } from 'vitest';
import { type BeaconDetections, beaconCell, beaconHeatChart, isHeardRecently, lastHeard } from '#model/beacons/beacon-heat.ts';
import { beaconRows, hitsText } from '#model/beacons/beacon-rows.ts';
import { beaconsAddress, toggledBeacon } from '#model/beacons/beacons-address.ts';
import { placeIn } from '#model/explorer/explorer-address.ts';
import { TimeText } from '#model/time/time-text.ts';
import type { FleetLooks } from '#model/statistics/fleet-looks.ts';
import { drawnMarks } from '../../support/drawn-marks.ts';

const hourMs = 3_600_000;
const look = { color: '#336699', siteId: null, siteName: '', siteColor: null };
const looks: FleetLooks = new Map([
  [1, { ...look, alias: 'Crest', label: 'Crest' }],
  [2, { ...look, alias: 'Gully', label: 'Gully' }],
]);
type Detection = BeaconDetections['detections'][number];
const detection = (part: Partial<Detection>): Detection => ({
  ReceiverId: 1,
  antenna: 1,
  blockTime: 0,
  hits: 100,
  avgPower: -80.44,
  powerDeviation: 2.25,
  maxPower: -75,
  avgInterval: 31_000.4,
  intervalDeviation: 50.2,
  measuredInterval: null,
  registeredInterval: null,
  ...part,
});
const chartOf = (detections: Detection[], now: number, zone = 'America/Boise') =>
  beaconHeatChart({ detections }, looks, { title: 'Hits', now, clock: new TimeText(zone) });

describe('the beacons of the page (REG-26)', () => {
  const sender = (id: number, serialNumber: string, purpose = 1) => ({ id, serialNumber, purpose });
  const heard = (TransmitterId: number, ReceiverId: number, antenna: number, hits: number) => ({
    TransmitterId,
    ReceiverId,
    antenna,
    hits,
  });

  test('are those that were heard, by serial number, with the past hour and where they fell silent that were heard regularly', () => {
    const all = [
      heard(7, 1, 1, 900),
      heard(7, 1, 2, 168),
      heard(7, 2, 2, 167),
      heard(7, 2, 1, 70),
      heard(9, 2, 1, 500),
      heard(3, 1, 1, 5),
    ];
    const recent = [heard(7, 1, 1, 12), heard(7, 2, 1, 3)];
    const senders = [sender(9, 'BCN-10'), sender(7, 'BCN-2'), sender(3, 'TX-1', 0), sender(8, 'BCN-3')];
    const rows = beaconRows(senders, { all, recent });
    expect(rows.map(({ serialNumber, hits, rxCount, antCount }) => [serialNumber, hits, rxCount, antCount])).toEqual([
      ['BCN-2', 15, 2, 2],
      ['BCN-10', 0, 0, 0],
    ]);
    expect(rows.map(({ silent }) => silent)).toEqual([[heard(7, 1, 2, 168)], [heard(9, 2, 1, 500)]]);
    expect(rows.map(hitsText)).toEqual([
      '15 hits across 2 receiver(s) and 2 antenna(s) in the past hour',
      '0 hits across 0 receiver(s) and 0 antenna(s) in the past hour',
    ]);
  });

  test('that are open are in the address', () => {
    const { state } = beaconsAddress.read('?open=7,9');
    expect(state).toEqual({ opened: [7, 9], explored: null });
    expect(beaconsAddress.write(toggledBeacon(state, 7))).toBe('?open=9');
    expect(beaconsAddress.write(toggledBeacon({ opened: [], explored: null }, 7))).toBe('?open=7');
    expect(beaconsAddress.write({ opened: [], explored: null })).toBe('');
  });

  test('stay open in the address while the explorer is open over the page (EXP-1)', () => {
    const search = '?open=7,9&explore=4&antennas=2&start=2026-11-20T08:00:00Z&end=2026-11-20T09:00:00Z&codes=17';
    const { state, refused } = beaconsAddress.read(search);
    expect([state.opened, state.explored?.place, refused]).toEqual([[7, 9], placeIn(search), []]);
    expect(beaconsAddress.read(beaconsAddress.write(state)).state).toEqual(state);
    expect(beaconsAddress.write({ ...state, explored: null })).toBe('?open=7,9');
    expect(placeIn('?open=7,9')).toBeNull();
  });
});

describe('the heat map of a beacon (REG-27)', () => {
  const now = Date.UTC(2026, 10, 20, 20, 30);

  test('has a line a day for each antenna, and a cell where the hour begins by the clocks, in thirds of the largest', () => {
    const at = Date.UTC(2026, 10, 20, 15);
    const chart = chartOf(
      [
        detection({ blockTime: at, hits: 100 }),
        detection({ blockTime: at - hourMs, hits: 66 }),
        detection({ blockTime: at - 2 * hourMs, hits: 33 }),
        detection({
          ReceiverId: 2,
          antenna: 3,
          blockTime: at - 24 * hourMs,
          hits: 34,
          avgInterval: null,
          intervalDeviation: null,
        }),
      ],
      now,
    );
    expect(chart.categoryNames?.slice(0, 4)).toEqual(['Crest, antenna 1', '11-20', '11-19', '11-18']);
    expect(chart.categoryNames).toHaveLength(18);
    expect(chart.rows.map(({ category, x, x2, series, value }) => [category, x, x2, series, value])).toEqual([
      ['1/1/11-20', 8, 9, 3, 100],
      ['1/1/11-20', 7, 8, 2, 66],
      ['1/1/11-20', 6, 7, 1, 33],
      ['2/3/11-19', 8, 9, 2, 34],
    ]);
    expect(chart.rows[0]?.text).toBe(
      'Crest, antenna 1, 2026-11-20 08:00 MST: Hits 100, Average Power −80.4 ± 2.3 dBm, Max Power −75 dBm, Average Interval 31000 ± 50 ms',
    );
    expect(chart.rows[3]?.text).toContain('Average Interval –');
    const wrong = chartOf([detection({ blockTime: at, measuredInterval: 7_102, registeredInterval: 14_200 })], now).rows[0];
    expect(wrong?.text, 'the Average Interval stays (DET-22)').toContain(
      'Average Interval 31000 ± 50 ms, measured 7.102 s, registered 14.2 s',
    );
    expect(wrong?.cells.at(-1)).toBe('measured 7.102 s, registered 14.2 s');
    expect(wrong?.facts).toEqual([
      { label: 'Crest, antenna 1', value: '2026-11-20 08:00 MST' },
      { label: 'Hits', value: '100' },
      { label: 'Average Power', value: '−80.4 ± 2.3 dBm' },
      { label: 'Max Power', value: '−75 dBm' },
      { label: 'Average Interval', value: '31000 ± 50 ms' },
      { label: 'Interval', value: 'measured 7.102 s, registered 14.2 s' },
    ]);
    expect(chart.summary).toBe('2 antennas, at most 100 hits in an hour.');
    expect(beaconCell(chart.rows[3]!.key)).toEqual({ rxId: 2, antenna: 3, hour: at - 24 * hourMs });
  });

  test('splits the hour that clocks show twice, and marks the one that they skip', () => {
    // 2026-11-01 01:00 MDT, then 01:00 MST.
    const first = Date.UTC(2026, 10, 1, 7);
    const twice = chartOf([detection({ blockTime: first }), detection({ blockTime: first + hourMs })], first + 30 * hourMs);
    expect(twice.rows.map(({ x, x2 }) => [x, x2])).toEqual([
      [1, 1.5],
      [1.5, 2],
    ]);
    // 2026-03-08: from 01:59 MST to 03:00 MDT.
    const spring = Date.UTC(2026, 2, 8, 8);
    const skipped = chartOf([detection({ blockTime: spring }), detection({ blockTime: spring + hourMs })], spring + 30 * hourMs);
    expect(skipped.rows.map(({ x, x2, series }) => [x, x2, series])).toEqual([
      [1, 2, 3],
      [3, 4, 3],
      [2, 3, 4],
    ]);
    expect(beaconCell(skipped.rows[2]!.key), 'opens nothing').toBeNull();
  });

  test.each([
    ['America/Boise', '2026-11-20T15:30:00Z', 8, [9, 24], [0, 9]],
    ['America/Boise', '2026-11-21T06:59:59Z', 7, [0, 24], [0, 24]],
    ['UTC', '2026-11-20T10:00:00Z', 8, [11, 24], [0, 11]],
    ['Asia/Kolkata', '2026-11-20T10:40:00Z', 8, [16.5, 24], [0, 16.5]],
    // The clock change makes the seven days an hour longer, or shorter.
    ['America/Boise', '2026-11-05T15:30:00Z', 8, [10, 24], [0, 9]],
    ['America/Boise', '2026-03-11T15:30:00Z', 8, [9, 24], [0, 10]],
  ])('in %s at %s it has a cell for each of the 168 hours, on %i lines cut at both ends', (zone, iso, lines, oldest, newest) => {
    const present = Math.floor(Date.parse(iso) / hourMs) * hourMs;
    const hours = Array.from({ length: 168 }, (_, at) => present - at * hourMs);
    const chart = chartOf(
      hours.map((blockTime) => detection({ blockTime })),
      Date.parse(iso),
      zone,
    );
    expect(chart.rows.map(({ key }) => beaconCell(key)?.hour).filter((hour) => hour !== undefined)).toEqual(hours);
    const reached = chart.lanes?.map(({ x, x2 }) => [x, x2]) ?? [];
    expect([reached.length, reached.at(-1), reached[0]]).toEqual([lines, oldest, newest]);
    expect(reached.slice(1, -1)).toEqual(Array.from({ length: lines - 2 }, () => [0, 24]));
  });

  test('what is older than 168 hours has no cell', () => {
    expect(chartOf([detection({ blockTime: now - 168 * hourMs - 31 * 60_000 })], now).rows).toEqual([]);
    expect(chartOf([detection({ blockTime: Date.UTC(2026, 10, 13, 20) })], now).rows).toEqual([]);
    expect(chartOf([detection({ blockTime: Date.UTC(2026, 10, 13, 21) })], now).rows).toHaveLength(1);
  });

  test.each([
    [100, ['No hits', '1 to 33 hits', '34 to 66 hits', '67 to 100 hits']],
    [1_284, ['No hits', '1 to 423 hits', '424 to 847 hits', '848 to 1284 hits']],
    [4, ['No hits', '1 hit', '2 hits', '3 to 4 hits']],
    [3, ['No hits', '1 hit', '2 to 3 hits']],
    [2, ['No hits', '1 hit', '2 hits']],
    [1, ['No hits', '1 hit']],
  ])('of at most %i hits the legend says what each shade means, as cells have them', async (most, labels) => {
    const chart = chartOf(
      Array.from({ length: Math.min(most, 160) }, (_, at) => detection({ blockTime: now - at * hourMs, hits: most - at })),
      now,
    );
    expect(chart.series.map(({ label }) => label)).toEqual(labels);
    const { marks, texts } = await drawnMarks(chart);
    expect(marks.filter(({ datum }) => datum?.key !== undefined)).toHaveLength(chart.rows.length);
    const drawn = texts.map(({ text }) => text);
    expect(drawn).toEqual(expect.arrayContaining(labels));
    for (const { value, series } of chart.rows) {
      const label = chart.series.find(({ id }) => id === series)?.label.replace(',', '') ?? '';
      const [from = 0, to = from] = [...label.matchAll(/\d+/g)].map(Number);
      expect(value).toBeGreaterThanOrEqual(from);
      expect(value).toBeLessThanOrEqual(to);
    }
  });

  test('the hours stand on the line of words of each antenna: below others its end is out of sight', async () => {
    const chart = chartOf([detection({ blockTime: now }), detection({ ReceiverId: 2, antenna: 3, blockTime: now })], now);
    const { texts } = await drawnMarks(chart);
    for (const hour of ['00', '03', '21']) expect(texts.filter(({ text }) => text === hour)).toHaveLength(2);
    expect(texts.map(({ text }) => text)).toContain('Hour of day (MST)');
  });

  test('says of each antenna when it heard it last', () => {
    const lastTimes = [
      { ReceiverId: 1, antenna: 1, lastTime: now - 20 * 60_000 },
      { ReceiverId: 2, antenna: 3, lastTime: now - 10 * 60_000 },
    ];
    expect(lastHeard({ lastTimes }, looks, { now, clock: new TimeText('America/Boise') })).toEqual([
      { key: '2/3', name: 'Gully, antenna 3', isRecent: true, text: 'Last heard recently' },
      { key: '1/1', name: 'Crest, antenna 1', isRecent: false, text: '2026-11-20 13:10 MST (20 min ago)' },
    ]);
    expect(isHeardRecently({ lastTimes }, now), 'one antenna is enough').toBe(true);
    expect(isHeardRecently({ lastTimes }, now + 1), 'to the ms').toBe(false);
    expect(isHeardRecently({ lastTimes: [] }, now)).toBe(false);
  });
});
