import { expect, test } from 'vitest';
import { chartCsv, chartSummary, isNothing } from '#model/charts/chart.ts';
import { antennaCell, antennaHeatChart } from '#model/statistics/antenna-heat.ts';
import { TimeText } from '#model/time/time-text.ts';
import { drawnMarks } from '../../support/drawn-marks.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 4, 3, 10);
const look = (alias: string) => ({ alias, label: alias, color: '#112233', siteId: null, siteName: '', siteColor: null });
const looks = new Map([
  [1, look('Gully')],
  [2, look('Crest')],
]);
const clock = new TimeText('UTC');
const cell = (ReceiverId: number, antenna: number, at: number, count: number) => ({
  ReceiverId,
  antenna,
  at: start + at * hour,
  lastHour: start + at * hour,
  count,
});
const answer = {
  contacts: [],
  health: {
    from: start + hour / 2,
    to: start + 3.25 * hour,
    cellHours: 1,
    fitting: null,
    detections: [],
    cells: [cell(1, 2, 0, 900), cell(1, 2, 3, 1), cell(2, 1, 1, 100), cell(2, 1, 2, 101)],
  },
};

test('a line for each antenna by name, a cell for each hour, cut to the time; table and file are of the same rows (STAT-17, CHART-1)', () => {
  const chart = antennaHeatChart(answer, looks, clock);
  expect(chart.categoryNames).toEqual(['', 'Crest, antenna 1', 'Gully, antenna 2']);
  expect(chart.rows.map(({ series, value }) => [series, value])).toEqual([
    [1, 100],
    [2, 101],
    [3, 900],
    [1, 1],
  ]);
  expect(chart.series.map(({ label }) => label)).toEqual([
    'No contacts',
    '1 to 100 contacts',
    '101 to 400 contacts',
    '401 to 900 contacts',
  ]);
  expect(chartCsv(chart).split(/\r?\n/).slice(0, 2)).toEqual([
    'Receiver,Antenna,From,To,Contacts',
    expect.stringMatching(/^Crest,1,2026-05-03 11:00 \S+,2026-05-03 12:00 \S+,100$/),
  ]);
  expect(chart.rows[2]?.text).toMatch(/^Gully, antenna 2, 2026-05-03 10:30 \S+ to 2026-05-03 11:00 \S+: 900 contacts$/);
  expect(chartSummary(chart)).toBe('Contacts per antenna and hour: 1102 contacts at 2 antennas, at most 900 in a cell.');
});

test('a mark opens its antenna and its part of the time; what is gone opens nothing', () => {
  const [, , first] = antennaHeatChart(answer, looks, clock).rows;
  expect(antennaCell(first?.key ?? '', answer)).toEqual({ rxId: 1, antenna: 2, from: start + hour / 2, to: start + hour });
  expect(antennaCell('1/2/7', answer)).toBeNull();
  expect(antennaCell('1/2/7', {})).toBeNull();
});

test('several hours in a cell are said; without any there is nothing to show', () => {
  const longer = antennaHeatChart({ ...answer, health: { ...answer.health, cellHours: 3 } }, looks, clock);
  expect(longer.axis).toMatch(/, 3 hours a cell$/);
  expect(longer.rows[0]?.x2).toBe(answer.health.to);
  expect(isNothing(antennaHeatChart({ ...answer, health: { ...answer.health, cells: [] } }, looks, clock))).toBe(true);
  expect(isNothing(antennaHeatChart({}, looks, clock))).toBe(true);
});

test('every cell is drawn on its line, with the times above', async () => {
  const chart = antennaHeatChart(answer, looks, clock);
  const { marks, texts } = await drawnMarks(chart);
  const drawn = marks.filter(({ datum }) => datum?.key !== undefined);
  expect(new Set(drawn.map(({ datum }) => datum?.key))).toEqual(new Set(chart.rows.map(({ key }) => key)));
  expect(texts.map(({ text }) => text)).toContain('11:00');
});

test('on a phone times are left out that would run into each other', async () => {
  const { texts } = await drawnMarks(antennaHeatChart(answer, looks, clock), 'light', 220);
  const times = texts.filter(({ text }) => /^\d\d:\d\d$/.test(text ?? '')).map(({ x }) => x);
  expect(times.length).toBeGreaterThan(1);
  for (const [at, x] of times.slice(1).entries()) expect(x - (times[at] ?? 0)).toBeGreaterThanOrEqual(35);
});
