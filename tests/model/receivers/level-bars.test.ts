import { expect, test } from 'vitest';
import { levelLegend, memoryBar, voltageBar } from '#model/receivers/level-bars.ts';

test.each([
  [0, 'good', 0],
  [89.9, 'good', 89.9],
  [90, 'low', 90],
  [100, 'bad', 100],
  [130, 'bad', 100],
])('a bar of %f %% of memory is %s (RX-16)', (percent, level, filled) => {
  expect(memoryBar(percent)).toEqual({ level, filled, limits: [90] });
});

test.each([
  [-1, 'bad', 0],
  [7.9, 'bad', 49.375],
  [8, 'low', 50],
  [10, 'good', 62.5],
  [20, 'good', 100],
])('a bar of %f V is %s (RX-17)', (voltage, level, filled) => {
  expect(voltageBar(voltage)).toEqual({ level, filled, limits: [50, 62.5] });
});

test('what is not known has no bar', () => expect([memoryBar(null), voltageBar(null)]).toEqual([null, null]));

test('the legend says each level in words', () => {
  expect(levelLegend.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'good: Good: memory below 90 %, 10.0 V or more',
    'low: Low: memory from 90 %, below 10.0 V',
    'bad: Bad: memory full, below 8.0 V',
  ]);
});
