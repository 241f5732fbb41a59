import { expect, test } from 'vitest';
import { alarmsAddress } from '#model/alarms/alarms-address.ts';

test.each([
  ['', 'alarms', null, ''],
  ['?tab=settings', 'settings', null, '?tab=settings'],
  ['?tab=alarms&level=4', 'alarms', 4, '?level=4'],
  ['?level=4&tab=settings', 'settings', 4, '?level=4&tab=settings'],
] as const)("'%s' is the tab %s with the level %s (ALP-7)", (search, tab, level, written) => {
  const { state, refused } = alarmsAddress.read(search);
  expect([state.tab, state.filters.level, refused]).toEqual([tab, level, []]);
  expect(alarmsAddress.write(state)).toBe(written);
});

test('what is neither a tab nor a filter that can be read is left out, and said', () => {
  const { state, refused } = alarmsAddress.read('?tab=mails&level=9');
  expect([state.tab, state.filters.level, refused.length]).toEqual(['alarms', null, 2]);
  expect(refused.join(' ')).toContain('alarms or settings');
});
