import { expect, test } from 'vitest';
import { binsText, valueText } from '#model/config/config-words.ts';
import { aresFields } from '#model/config/ares.ts';

test('bins in a few words: the first runs of them with their unit, and how many more there are', () => {
  const every = '10'.repeat(100);
  expect(binsText(every.slice(0, 8).padEnd(200, '0'), 150)).toBe('4 of 200 bins: 150.000, 150.010, 150.020, 150.030 MHz');
  expect(binsText(every.slice(0, 10).padEnd(200, '0'), 150)).toBe(
    '5 of 200 bins: 150.000, 150.010, 150.020, 150.030 MHz and 1 more',
  );
});

test('a table in a few words', () => {
  const entries = [150.1, 150.2, 150.3, 150.4, 150.5, 150.6].map((content, id) => ({ id, content }));
  expect(valueText(aresFields.channels.scanTable, entries)).toBe('150.100, 150.200, 150.300, 150.400 MHz and 2 more');
});
