import { expect, test } from 'vitest';
import { seenActionText } from '#model/alarms/seen-text.ts';

test.each([
  [{ from: 3, to: 4 }, 'saw 1 alarm'],
  [{ from: 0, to: 12 }, 'saw 12 alarms'],
])('%j is said as the badge counted it (ALM-25)', (step, text) => {
  expect(seenActionText(step)).toBe(text);
});
