import { expect, test } from 'vitest';
import { measuredText, wrongIntervalText } from '#model/registry/transmitters/measured-interval.ts';

/** DET-22. */

test.each([
  [7_100, 14_200, 'measured 7.1 s, registered 14.2 s'],
  [7_083.3, 14_200, 'measured 7.083 s, registered 14.2 s'],
  [300, 600, 'measured 0.3 s, registered 0.6 s'],
  [30_000, 60_000, 'measured 30 s, registered 60 s'],
])('%d ms of %d ms are written %j', (measured, registered, text) => expect(measuredText(measured, registered)).toBe(text));

test.each([
  [null, null],
  [7_100, 'measured 7.1 s, registered 14.2 s'],
  [21_300, 'measured 21.3 s, registered 14.2 s'],
  [14_200 + 21, null],
  [14_200 + 22, 'measured 14.222 s, registered 14.2 s'],
  [28_400 - 22, null],
  [28_400 - 23, 'measured 28.377 s, registered 14.2 s'],
])('%j ms of a transmitter of 14.2 s ± 10 ms is said as %j', (measuredInterval, text) => {
  expect(wrongIntervalText({ measuredInterval, emitInterval: 14_200, emitIntervalVariance: 10 })).toBe(text);
});

test('an interval that was corrected to what is measured is wrong no more', () => {
  expect(wrongIntervalText({ measuredInterval: 7_104, emitInterval: 7_100, emitIntervalVariance: 10 })).toBeNull();
});
