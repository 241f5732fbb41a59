import { expect, test } from 'vitest';
import { reportDay } from '../../../../host/domain/mail/report-day.ts';

const hour = 3_600_000;

test.each([
  ['a moment before seven', 'Europe/Berlin', '2026-03-27T05:59:59Z', '2026-03-26', '2026-03-24T23:00Z', '2026-03-25T23:00Z'],
  ['seven', 'Europe/Berlin', '2026-03-27T06:00:00Z', '2026-03-27', '2026-03-25T23:00Z', '2026-03-26T23:00Z'],
  [
    'seven of the day on which clocks went forward',
    'Europe/Berlin',
    '2026-03-29T05:00:00Z',
    '2026-03-29',
    '2026-03-27T23:00Z',
    '2026-03-28T23:00Z',
  ],
  [
    'the day after it, of 23 hours',
    'Europe/Berlin',
    '2026-03-30T05:00:00Z',
    '2026-03-30',
    '2026-03-28T23:00Z',
    '2026-03-29T22:00Z',
  ],
  [
    'the day after clocks went back, of 25 hours',
    'America/Boise',
    '2026-11-02T14:00:00Z',
    '2026-11-02',
    '2026-11-01T06:00Z',
    '2026-11-02T07:00Z',
  ],
  ['an hour before that', 'America/Boise', '2026-11-02T13:00:00Z', '2026-11-01', '2026-10-31T06:00Z', '2026-11-01T06:00Z'],
  [
    'seven where nobody knows the timezone',
    'Nowhere/None',
    '2026-03-27T07:00:00Z',
    '2026-03-27',
    '2026-03-26T00:00Z',
    '2026-03-27T00:00Z',
  ],
])('at %s (MAIL-19)', (_, timezone, now, sentOn, from, to) => {
  const report = reportDay(Date.parse(now), timezone);
  expect(report).toMatchObject({ sentOn, span: { from: Date.parse(from), to: Date.parse(to) } });
  expect(Date.parse(`${report.day}T00:00Z`)).toBe(Date.parse(`${sentOn}T00:00Z`) - 24 * hour);
});
