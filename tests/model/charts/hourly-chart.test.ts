import { expect, test } from 'vitest';
import { chartSummary } from '#model/charts/chart.ts';
import { hourlyChart } from '#model/charts/hourly-chart.ts';

const hour = 3_600_000;
const clock = { stamp: (ts: number) => new Date(ts).toISOString().slice(0, 19).replace('T', ' '), zone: () => 'UTC' };
const sender = (at: number, codeNumber: number | null, count: number) =>
  ({ hour: at * hour, kind: 'sender', frequency: 150.3, codeNumber, count }) as const;

test('contacts of each hour by frequency and code, noise and the others last; hours without any are there (FLEET-16)', () => {
  const chart = hourlyChart(
    {
      from: 0,
      to: 3 * hour,
      rows: [
        { hour: 2 * hour, kind: 'others', frequency: null, codeNumber: null, count: 4 },
        { hour: 2 * hour, kind: 'noise', frequency: null, codeNumber: null, count: 1 },
        sender(2, 42, 7),
        sender(0, null, 3),
      ],
    },
    clock,
  );
  expect(chart.categoryNames).toEqual(['00:00', '01:00', '02:00']);
  expect(chart.series.map(({ label }) => label)).toEqual(['150.300 MHz, beeper', '150.300 MHz, code 42', 'Noise', 'All others']);
  expect(chart.rows.map(({ text }) => text)).toEqual([
    '1970-01-01 00:00, 150.300 MHz, beeper: 3 contacts',
    '1970-01-01 02:00, 150.300 MHz, code 42: 7 contacts',
    '1970-01-01 02:00, Noise: 1 contact',
    '1970-01-01 02:00, All others: 4 contacts',
  ]);
  expect(chartSummary(chart)).toContain('Contacts per hour, past 24 hours: 15 contacts.');
});

test('of a week an hour is named with its day', () => {
  const { categoryNames, title } = hourlyChart({ from: 0, to: 168 * hour, rows: [] }, clock);
  expect([categoryNames?.[25], categoryNames?.length, title]).toEqual(['01-02 01:00', 168, 'Contacts per hour, past 7 days']);
});
