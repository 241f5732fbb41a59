import { expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { focusText, type GroupFocus, isInFocus, isSameFocus, nextFocus } from '#model/live/group-focus.ts';
import { noFilters } from '#model/live/live-settings.ts';
import { LiveView } from '#model/live/live-view.ts';

const only: GroupFocus = { mode: 'only', value: 17 };
const without: GroupFocus = { mode: 'without', value: 17 };

test.each([
  ['any', null, 17, only],
  ['the one that stands alone', only, 17, without],
  ['the one that is left out', without, 17, null],
  ['another than that which stands alone', only, 5, { mode: 'only', value: 5 }],
  ['another than that which is left out', without, 5, { mode: 'only', value: 5 }],
] as const)('a press on %s (LIVE-28)', (_, before, value, after) => {
  expect(nextFocus(before, value)).toEqual(after);
});

test.each([
  [null, true, true, 'All groups are shown'],
  [only, true, false, 'Only Code 17 is shown'],
  [without, false, true, 'Code 17 is hidden'],
] as const)('%j draws it: %s, another: %s, and says so', (focus, itself, another, text) => {
  expect([isInFocus(focus, 17), isInFocus(focus, 5)]).toEqual([itself, another]);
  expect(focusText(focus, (value) => `Code ${value}`)).toBe(text);
});

test('two are the same by what they do', () => {
  expect(isSameFocus(null, null)).toBe(true);
  expect(isSameFocus(only, { ...only })).toBe(true);
  expect([isSameFocus(only, null), isSameFocus(only, without), isSameFocus(only, { ...only, value: 5 })]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a view draws what is in focus, and the legend still counts the others', () => {
  const now = 1_790_000_000_000;
  const window = new ContactWindow();
  const codes = [17, 17, 5, 9];
  const contact: Contact = { rxId: 1, ant: 1, freq: 150, code: 1, type: 18, power: -80, ts: now - 9_000 };
  window.append(
    codes.map((code, index) => ({ ...contact, code, ts: contact.ts + index })),
    now,
  );
  const view = new LiveView(window);
  const legendOf = (focus: GroupFocus | null) => {
    view.configure('code', { ...noFilters, code: [17, 5] }, focus);
    view.moveTo({ from: now - 30_000, to: now });
    const { groups, aside, shown, hidden } = view.legend();
    return { groups: groups.map(({ value }) => value), aside: aside.map(({ value, count }) => [value, count]), shown, hidden };
  };
  expect(legendOf(null)).toEqual({ groups: [5, 17], aside: [], shown: 3, hidden: 1 });
  expect(legendOf(only)).toEqual({ groups: [17], aside: [[5, 1]], shown: 2, hidden: 1 });
  expect(legendOf(without)).toEqual({ groups: [5], aside: [[17, 2]], shown: 1, hidden: 1 });
});
