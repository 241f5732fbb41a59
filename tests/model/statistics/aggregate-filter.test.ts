import { expect, test } from 'vitest';
import { problemsOf } from '#model/forms/form-problems.ts';
import { aggregateFilterSchema, aggregateTitle, usualAggregate } from '#model/statistics/aggregate-filter.ts';

test.each([
  [{}, {}],
  [{ codes: 1, khz: 1, hours: 1 }, {}],
  [{ khz: 100, hours: 72 }, {}],
  [{ codes: 0 }, { codes: 'Value must be a positive number' }],
  [{ codes: null }, { codes: 'Value must be a positive number' }],
  [{ khz: 0.5 }, { khz: 'Value must be between 1 and 100kHz' }],
  [{ khz: 101 }, { khz: 'Value must be between 1 and 100kHz' }],
  [{ hours: 0 }, { hours: 'Value must be between 1 and 72 hours' }],
  [{ hours: 73 }, { hours: 'Value must be between 1 and 72 hours' }],
  [{ hours: 2.5 }, { hours: 'Value must be a whole number' }],
  [{ code: 6_553, freq: 150.5 }, {}],
  [{ code: 6_554 }, { code: 'Value must be at most 6553' }],
  [{ code: 2.5 }, { code: 'Value must be a whole number' }],
  [{ code: Number.NaN }, { code: 'Value must be a whole number' }],
  [{ freq: Number.NaN }, { freq: expect.stringMatching(/^Value must be between .* MHz$/) as string }],
  [{ freq: 2_001 }, { freq: expect.stringMatching(/^Value must be between .* MHz$/) as string }],
])('%o (STAT-10)', (part, problems) => {
  expect(problemsOf(aggregateFilterSchema, { ...usualAggregate, ...part })).toEqual(problems);
});

test('its title says of which time it is', () => {
  expect([1, 3].map((hours) => aggregateTitle({ ...usualAggregate, hours }))).toEqual([
    'Aggregated contacts, past hour',
    'Aggregated contacts, past 3 hours',
  ]);
  const title = (part: object) => aggregateTitle({ ...usualAggregate, ...part });
  expect(title({ code: 42, freq: 150.5 })).toBe('Aggregated contacts of code 42 at 150.500 MHz, past 3 hours');
  expect(title({ ants: [8] })).toBe('Aggregated contacts on antenna 8, past 3 hours');
  expect(title({ ants: [1, 2], hours: 1 })).toBe('Aggregated contacts on antennas 1, 2, past hour');
});
