import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chart, chartCsv, chartSummary, isNothing } from '#model/charts/chart.ts';
import {
  aggregateChart,
  codesChart,
  type ColourSetting,
  frequenciesChart,
  powersChart,
  statesChart,
} from '#model/statistics/statistics-charts.ts';
import { TimeText } from '#model/time/time-text.ts';
import { drawnMarks } from '../../support/drawn-marks.ts';
import { runs } from '../../support/thorough.ts';

const look = (id: number, siteId: number | null) => ({
  alias: `RCB-${id}`,
  label: `RCB-${id}`,
  color: '#d1495b',
  siteId,
  siteName: siteId === null ? '' : `Site ${siteId}`,
  siteColor: siteId === null ? null : '#2f7fd1',
});
const looks = new Map([1, 2, 3].map((id) => [id, look(id, id === 3 ? null : 1)]));
const byReceiver: ColourSetting = { looks, colorBy: 'receiver' };
const bySite: ColourSetting = { looks, colorBy: 'site' };

const rxId = fc.integer({ min: 1, max: 4 });
const count = fc.integer({ min: 1, max: 90_000 });
const unique = <Row extends { ReceiverId: number }>(row: fc.Arbitrary<Row>, keyOf: (row: Row) => unknown) =>
  fc.uniqueArray(row, { maxLength: 30, selector: (each) => `${each.ReceiverId} ${String(keyOf(each))}` });
const codes = unique(
  fc.record({ ReceiverId: rxId, codeNumber: fc.option(fc.integer({ min: -20, max: 6_553 })), count }),
  ({ codeNumber }) => codeNumber,
);
const frequencies = unique(
  fc.record({ ReceiverId: rxId, frequency: fc.integer({ min: 148_000, max: 174_999 }).map((khz) => khz / 1_000), count }),
  ({ frequency }) => frequency,
);
const powers = unique(fc.record({ ReceiverId: rxId, power: fc.integer({ min: -130, max: -60 }), count }), ({ power }) => power);
const aggregates = unique(
  fc.record({
    ReceiverId: rxId,
    hitCount: count,
    avgPower: fc.double({ min: -130, max: -50, noNaN: true }),
    stdPower: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
    maxPower: fc.double({ min: -130, max: -50, noNaN: true }),
    frequency: fc.integer({ min: 148_000, max: 174_999 }).map((khz) => khz / 1_000),
    avgCode: fc.option(fc.integer({ min: 0, max: 999 })),
    siteName: fc.constantFrom('', 'Ridge'),
  }),
  ({ frequency, avgCode }) => `${frequency} ${avgCode}`,
);

/** CHART-1: the chart, the table and the file have the same rows. */
async function expectOneOf(chart: Chart, all: number): Promise<void> {
  expect(chart.rows.reduce((sum, { value }) => sum + value, 0)).toBe(all);
  expect(isNothing(chart)).toBe(all === 0);
  expect(new Set(chart.rows.map(({ key }) => key)).size).toBe(chart.rows.length);
  expect(chart.rows.every(({ cells }) => cells.length === chart.columns.length)).toBe(true);
  const { marks } = await drawnMarks(chart);
  const inOrder = (rows: readonly { key?: string; value?: number }[]) =>
    rows.map(({ key, value }) => `${key} ${value}`).toSorted();
  expect(inOrder(marks.map(({ datum }) => datum ?? {}))).toEqual(inOrder(chart.rows));
  expect(chartCsv(chart).trimEnd().split('\r\n')).toHaveLength(chart.rows.length + 1);
}

describe('charts of the page of statistics (CHART-1, CHART-8 to CHART-11)', () => {
  test('of any answer marks, table and file are of the same rows, by receiver and by site', async () => {
    const sum = (rows: readonly { count: number }[]) => rows.reduce((all, row) => all + row.count, 0);
    await fc.assert(
      fc.asyncProperty(codes, frequencies, powers, aggregates, async (...[ofCodes, ofFrequencies, ofPowers, alike]) => {
        for (const setting of [byReceiver, bySite]) {
          await expectOneOf(codesChart(ofCodes, setting), sum(ofCodes));
          await expectOneOf(frequenciesChart(ofFrequencies, setting), sum(ofFrequencies));
          await expectOneOf(powersChart(ofPowers, setting), sum(ofPowers));
          const contacts = alike.reduce((all, { hitCount }) => all + hitCount, 0);
          await expectOneOf(aggregateChart(alike, setting, 'Aggregated contacts'), contacts);
        }
      }),
      { numRuns: runs(15) },
    );
  });

  test('codes are in order, beepers last; by site what its receivers heard is one', () => {
    const chart = codesChart(
      [
        { ReceiverId: 1, codeNumber: null, count: 4 },
        { ReceiverId: 1, codeNumber: 100, count: 2 },
        { ReceiverId: 2, codeNumber: 100, count: 3 },
        { ReceiverId: 3, codeNumber: 17, count: 1 },
      ],
      bySite,
    );
    expect(chart.categories).toEqual(['17', '100', 'Beeper']);
    expect(chart.rows.map(({ cells }) => cells)).toEqual([
      [{ value: 17, text: '17' }, 'No site', 1],
      [{ value: 100, text: '100' }, 'Site 1', 5],
      ['Beeper', 'Site 1', 4],
    ]);
    expect(chartCsv(chart)).toContain('\r\n17,No site,1\r\n');
    expect(chart.rows[1]?.text).toBe('Code 100, Site 1: 5 contacts');
  });

  test('beepers of the aggregate have no code, beside a group of code 0 (CON-5)', () => {
    const row = { ReceiverId: 1, siteName: '', hitCount: 2, avgPower: -80, stdPower: 1, maxPower: -79, frequency: 150.1 };
    const groups = [
      { ...row, avgCode: 0 },
      { ...row, avgCode: null },
    ];
    const chart = aggregateChart(groups, byReceiver, 'Aggregated contacts');
    expect(chart.rows.map(({ key }) => key)).toEqual(['1/150.1/0', '1/150.1/none']);
    expect(chart.rows.map(({ cells }) => cells[3])).toEqual([{ value: 0, text: '0' }, 'N/a']);
    expect(chart.rows[1]?.text).toContain('150.100 MHz, code N/a: 2 contacts');
  });

  test('powers have every dBm between, and open ends (CHART-9)', () => {
    const chart = powersChart(
      [
        { ReceiverId: 1, power: -130, count: 1 },
        { ReceiverId: 1, power: -127, count: 1 },
      ],
      byReceiver,
    );
    expect(chart.categories).toEqual(['≤ −130', '−129', '−128', '−127']);
    expect(chartCsv(chart)).toBe('Power (dBm),Receiver,Contacts\r\n≤ −130,RCB-1,1\r\n-127,RCB-1,1\r\n');
    expect(powersChart([{ ReceiverId: 1, power: -60, count: 1 }], byReceiver).categories).toEqual(['≥ −60']);
    expect(powersChart([], byReceiver).categories).toEqual([]);
  });

  test('a histogram of hundreds of codes is wider than the page, so that each can be seen', async () => {
    const rows = Array.from({ length: 361 }, (_, codeNumber) => ({ ReceiverId: 1, codeNumber, count: 5 }));
    const { marks } = await drawnMarks(codesChart(rows, byReceiver), 'dark', 390);
    expect(Math.min(...marks.map(({ width }) => width))).toBeGreaterThan(1.5);
  });

  test('the timeline has a line for each receiver and a colour for each state, in the times of the system', async () => {
    const at = (text: string) => Date.parse(`2026-11-20T${text}Z`);
    const state = (ReceiverId: number, status: number, from: string, to: string) => ({
      ReceiverId,
      status,
      startTime: at(from),
      endTime: at(to),
      duration: at(to) - at(from),
    });
    const rows = [state(2, 0, '10:00', '11:00'), state(1, 4, '08:00', '11:00'), state(2, 4, '08:00', '10:00')];
    const chart = statesChart(rows, byReceiver, new TimeText('America/Boise'));
    expect(chart.rows.map(({ cells }) => cells)).toEqual([
      ['RCB-1', 'Online', '2026-11-20 01:00:00 MST', '2026-11-20 04:00:00 MST', '3 h'],
      ['RCB-2', 'Online', '2026-11-20 01:00:00 MST', '2026-11-20 03:00:00 MST', '2 h'],
      ['RCB-2', 'Offline', '2026-11-20 03:00:00 MST', '2026-11-20 04:00:00 MST', '1 h'],
    ]);
    expect(chartSummary(chart)).toBe('Receiver status timeline: 2 receivers, 3 states.');
    const { marks, texts } = await drawnMarks(chart);
    const [whole, first, second] = marks;
    expect(first!.width + second!.width).toBeCloseTo(whole!.width, 1);
    expect([whole?.fill, first?.fill, second?.fill]).toEqual(['#1b7f4b', '#1b7f4b', '#c9252d']);
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['RCB-1', 'RCB-2', '02:00', 'Time (MST)', 'Offline']));
    expect(isNothing(statesChart([], byReceiver, new TimeText('UTC')))).toBe(true);
  });

  test.each([
    ['1 day', 1],
    ['7 days', 7],
  ])('three minutes offline in %s are 2 px wide, and say how long they were (CHART-12)', async (_, days) => {
    const [from, to] = [0, days * 86_400_000];
    const [gone, back] = [to / 2, to / 2 + 3 * 60_000];
    const state = (status: number, startTime: number, endTime: number) => ({
      ReceiverId: 1,
      status,
      startTime,
      endTime,
      duration: endTime - startTime,
    });
    const rows = [state(4, from, gone), state(0, gone, back), state(4, back, to)];
    const chart = statesChart(rows, byReceiver, new TimeText('UTC'));
    expect(chart.rows[1]?.text).toMatch(/^RCB-1: Offline from \S+ 12:00:00 UTC, 3 min/);
    for (const width of [340, 1_100]) {
      const { marks } = await drawnMarks(chart, 'light', width);
      const [before, offline, after] = marks;
      expect(offline?.width).toBeGreaterThanOrEqual(1.99);
      expect(offline?.width).toBeLessThan(4);
      expect(before?.width).toBeGreaterThan(0.9 * (after?.width ?? 0));
      expect(after?.x).toBeCloseTo((offline?.x ?? 0) + (offline?.width ?? 0), 1);
    }
  });

  test('the states of 50 receivers in 30 days are drawn quickly: in 100 ms on an idle machine', async () => {
    const hour = 3_600_000;
    const rows = Array.from({ length: 50 }, (_, id) =>
      Array.from({ length: 60 }, (__, each) => ({
        ReceiverId: id + 1,
        status: each % 2 === 0 ? 4 : 0,
        startTime: each * 12 * hour,
        endTime: (each + 1) * 12 * hour,
        duration: 12 * hour,
      })),
    ).flat();
    const times = new TimeText('UTC');
    // The first drawing loads and prepares the code.
    await drawnMarks(statesChart(rows, byReceiver, times));
    const took: number[] = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      await drawnMarks(statesChart(rows, byReceiver, times));
      took.push(performance.now() - began);
    }
    // A slow, busy machine takes three times as long.
    expect(Math.min(...took)).toBeLessThan(300);
  });

  test('the aggregate pans between −145 and −50 dBm and no further (CHART-10)', async () => {
    const { default: spec } = await import('#model/charts/scatter.vl.ts');
    const signals = spec['signals'] as { name: string; on?: { update: string }[] }[];
    const updates = signals.find(({ name }) => name === 'pan_x')?.on?.map(({ update }) => update);
    expect(updates?.filter((update) => /Linear/.test(update))).toHaveLength(2);
    expect(updates?.every((update) => update === 'null' || update.endsWith(', -145, -50)'))).toBe(true);
  });
});
