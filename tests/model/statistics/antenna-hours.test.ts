import { expect, test } from 'vitest';
import { hoursTogether } from '#model/statistics/antenna-hours.ts';

const hour = 3_600_000;
test.each([
  ['an hour', 1, 4, 1],
  ['a day', 24, 40, 1],
  ['two weeks', 336, 40, 1],
  ['a month, of more columns than a page has room for', 744, 4, 3],
  ['a year', 8_760, 4, 48],
  ['a day of 1,000 antennas, of more cells than an answer has', 24, 1_000, 2],
  ['two weeks of 1,000 antennas', 336, 1_000, 24],
  ['ten years of 1,000 antennas', 87_600, 1_000, 4_392],
])('%s (STAT-17)', (_, hours, antennas, together) => {
  expect(hoursTogether({ from: 0, to: hours * hour }, antennas)).toBe(together);
  expect(Math.ceil(hours / together) * antennas).toBeLessThanOrEqual(20_000);
});

test('parts of hours at both ends are columns, too', () => {
  expect(hoursTogether({ from: hour / 2, to: 336.5 * hour }, 4)).toBe(2);
});
