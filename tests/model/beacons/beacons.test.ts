import { describe, expect, test } from 'vitest';
import { type BeaconDetections, beaconCell, beaconHeatChart, isHeardRecently, lastHeard } from '#model/beacons/beacon-heat.ts';
import { beaconRows, hitsText } from '#model/beacons/beacon-rows.ts';
import { beaconsAddress, toggledBeacon } from '#model/beacons/beacons-address.ts';
import { TimeText } from '#model/live/contact-text.ts';
import type { FleetLooks } from '#model/statistics/fleet-looks.ts';

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
    expect(state).toEqual({ opened: [7, 9] });
    expect(beaconsAddress.write(toggledBeacon(state, 7))).toBe('?open=9');
    expect(beaconsAddress.write(toggledBeacon({ opened: [] }, 7))).toBe('?open=7');
    expect(beaconsAddress.write({ opened: [] })).toBe('');
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
    expect(chart.categoryNames).toHaveLength(16);
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
      'Average Interval 31000 ± 50 ms, measured 7.1 s, registered 14.2 s',
    );
    expect(wrong?.cells.at(-1)).toBe('measured 7.1 s, registered 14.2 s');
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

  test('what is older than the days that are shown has no cell', () => {
    expect(chartOf([detection({ blockTime: now - 8 * 24 * hourMs })], now).rows).toEqual([]);
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
