import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chart, chartCsv, chartFile, chartSummary, isNothing } from '#model/charts/chart.ts';
import { antennasChart, receiversChart } from '#model/charts/contact-charts.ts';
import { nextMark } from '#model/charts/mark-steps.ts';
import { drawnMarks } from '../../support/drawn-marks.ts';

const looks = new Map([1, 2, 3].map((id) => [id, { alias: `RCB-${id}`, color: '#d1495b' }]));
const names = { rxName: fc.string({ maxLength: 45 }), siteName: fc.constantFrom('', 'North ridge', '=1+1') };
const perReceiver = fc.uniqueArray(
  fc.record({ rxId: fc.integer({ min: 1, max: 30 }), ...names, count: fc.nat({ max: 90_000 }) }),
  {
    selector: ({ rxId }) => rxId,
    maxLength: 30,
  },
);
const perAntenna = fc.uniqueArray(
  fc.record({
    ReceiverId: fc.integer({ min: 1, max: 5 }),
    antenna: fc.integer({ min: 1, max: 8 }),
    count: fc.nat({ max: 90_000 }),
  }),
  { selector: ({ ReceiverId, antenna }) => `${ReceiverId} ${antenna}`, maxLength: 30 },
);

describe('charts of contacts (CHART-1, CHART-5, CHART-6)', () => {
  test('of any answer table, file and marks are of the same rows, and say what was answered', async () => {
    await fc.assert(
      fc.asyncProperty(perReceiver, perAntenna, async (receivers, antennas) => {
        const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
        for (const [chart, all] of [
          [receiversChart(receivers, looks), sum(receivers)],
          [antennasChart(antennas, looks), sum(antennas)],
        ] as const) {
          expect(chart.rows.reduce((found, { cells }) => found + Number(cells.at(-1)), 0)).toBe(all);
          expect(new Set(chart.rows.map(({ key }) => key)).size).toBe(chart.rows.length);
          expect(isNothing(chart)).toBe(all === 0);
          const { marks } = await drawnMarks(chart);
          expect(marks.map(({ datum }) => [datum?.key, datum?.value])).toEqual(chart.rows.map(({ key, value }) => [key, value]));
          expect(chartCsv(chart).trimEnd().split('\r\n').length).toBeGreaterThan(chart.rows.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('bars are as long as their counts, the longest first', async () => {
    const counts = [10, 40, 0, 20];
    const chart = receiversChart(
      counts.map((count, at) => ({ rxId: at + 1, rxName: `RCB-${at + 1}`, siteName: 'Ridge', count })),
      looks,
    );
    const { marks } = await drawnMarks(chart);
    const [longest] = marks;
    expect(marks.map(({ datum, width }) => [datum?.key, Math.round((width / (longest?.width ?? 1)) * 40)])).toEqual([
      ['2', 40],
      ['4', 20],
      ['1', 10],
      ['3', 0],
    ]);
  });

  test('the radar has a spoke for each antenna up to the highest that heard, clockwise from the top', async () => {
    const chart = antennasChart(
      [
        { ReceiverId: 2, antenna: 4, count: 8 },
        { ReceiverId: 2, antenna: 1, count: 8 },
        { ReceiverId: 3, antenna: 6, count: 0 },
      ],
      looks,
    );
    expect(chart.categories).toEqual(['Antenna 1', 'Antenna 2', 'Antenna 3', 'Antenna 4']);
    expect(chart.rows.map(({ cells }) => cells)).toEqual([
      ['RCB-2', 1, 8],
      ['RCB-2', 2, 0],
      ['RCB-2', 3, 0],
      ['RCB-2', 4, 8],
    ]);
    const { marks } = await drawnMarks(chart);
    const [top, middle, , left] = marks.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    expect(top?.x).toBe(middle?.x);
    expect(top?.y).toBeLessThan(middle?.y ?? 0);
    expect(left?.y).toBe(middle?.y);
    expect(left?.x).toBeLessThan(middle?.x ?? 0);
  });

  test.each([300, 326, 600])(
    'at %d px no name of an antenna leaves the radar, which takes no more height than it needs',
    async (width) => {
      const chart = antennasChart([{ ReceiverId: 1, antenna: 8, count: 3 }], looks);
      const { texts, width: plot, height } = await drawnMarks(chart, 'light', width);
      expect(height).toBeLessThanOrEqual(plot);
      const names = texts.filter(({ text }) => text?.startsWith('Antenna '));
      expect(names).toHaveLength(8);
      const letter = 7.4;
      for (const { x, dx = 0, text = '', align } of names) {
        const far = text.length * letter * (align === 'center' ? 0.5 : 1);
        expect(x + dx + (align === 'right' ? 0 : far)).toBeLessThanOrEqual(plot);
        expect(x + dx - (align === 'left' ? 0 : far)).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test('one receiver at one antenna is drawn like any other, in both schemes and on a phone', async () => {
    const chart = antennasChart([{ ReceiverId: 1, antenna: 1, count: 1 }], looks);
    for (const scheme of ['light', 'dark'] as const) expect((await drawnMarks(chart, scheme, 300)).marks).toHaveLength(1);
  });

  test('names are guarded in the file, and the file is called by the system, the chart and the time', () => {
    const chart = receiversChart([{ rxId: 1, rxName: '=A,1', siteName: '', count: 12_345 }], looks);
    expect(chartCsv(chart)).toBe(`Receiver,Site,Contacts\r\n"'=A,1",,12345\r\n`);
    expect(chartFile('Lemhi', chart, '2026-05-01 14:03:20', 'csv')).toBe(
      'Lemhi contacts per receiver, past day 2026-05-01 140320.csv',
    );
    expect(chartSummary(chart)).toBe('Contacts per receiver, past day: 12,345 contacts. Most: =A,1: 12,345 contacts.');
  });

  test('the keys go through the marks in the order of the table', () => {
    const chart = { rows: ['a', 'b', 'c'].map((key) => ({ key }) as Chart['rows'][number]) };
    expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Escape', 'Tab'].map((key) => nextMark(chart, '', key))).toEqual([
      'a',
      'c',
      'a',
      'c',
      null,
      null,
    ]);
    expect(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Escape'].map((key) => nextMark(chart, 'b', key))).toEqual([
      'c',
      'a',
      'c',
      'a',
      '',
    ]);
    expect([nextMark(chart, 'c', 'ArrowDown'), nextMark({ rows: [] }, '', 'ArrowDown')]).toEqual(['c', null]);
  });
});
