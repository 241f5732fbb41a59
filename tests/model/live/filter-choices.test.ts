import { describe, expect, it } from 'vitest';
import { choicesOf, filterValues, toggleFilter } from '#model/live/filter-choices.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { groupLabel } from '#model/live/group-looks.ts';
import { noFilters } from '#model/live/live-settings.ts';
import { LiveView } from '#model/live/live-view.ts';

const code = (value: number) => `Code ${value}`;
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

describe('what the filter dialog shows of a kind', () => {
  it.each([
    { of: 'nothing heard', values: [], kept: [], search: '', shown: [], more: 0 },
    { of: 'a few', values: [3, 1, 2], kept: [], search: '', shown: [1, 2, 3], more: 0 },
    { of: 'a chosen value that is heard no more', values: [1, 3], kept: [2], search: '', shown: [1, 2, 3], more: 0 },
    { of: 'a chosen value that is heard', values: [1, 2], kept: [2], search: '', shown: [1, 2], more: 0 },
    { of: 'a search', values: [1, 17, 170, 71], kept: [], search: '17', shown: [17, 170], more: 0 },
    { of: 'a search in any case', values: [1, 17], kept: [], search: ' code 1', shown: [1, 17], more: 0 },
    { of: 'a search beside what is chosen', values: [1, 2, 17], kept: [2], search: '17', shown: [2, 17], more: 0 },
    { of: 'a search for nothing there', values: [1, 2], kept: [], search: 'x', shown: [], more: 0 },
    { of: 'exactly as many as there is room for', values: upTo(200), kept: [], search: '', shown: upTo(200), more: 0 },
    { of: 'thousands', values: upTo(3000), kept: [], search: '', shown: upTo(200), more: 2800 },
    { of: 'thousands and a chosen one', values: upTo(3000), kept: [2500], search: '', shown: [...upTo(199), 2500], more: 2800 },
    {
      of: 'a search that finds hundreds',
      values: upTo(3000),
      kept: [],
      search: '2',
      shown: upTo(3000)
        .filter((value) => String(value).includes('2'))
        .slice(0, 200),
      more: 1342,
    },
    { of: 'more chosen than there is room for', values: upTo(300), kept: upTo(250), search: '', shown: upTo(250), more: 50 },
  ])('$of', ({ values, kept, search, shown, more }) => {
    expect(choicesOf(values, kept, search, code)).toEqual({ shown, more });
  });
});

it('a value is chosen, and no longer', () => {
  const chosen = toggleFilter(toggleFilter(noFilters, 'code', 5), 'code', 7);
  expect(chosen).toEqual({ ...noFilters, code: [5, 7] });
  expect(toggleFilter(chosen, 'code', 5)).toEqual({ ...noFilters, code: [7] });
});

it('every receiver and antenna can be chosen, heard or not; of the other kinds what was heard (LIVE-1)', () => {
  const receivers = new Map([3, 1].map((id) => [id, { alias: `R${id}`, color: '#123456' }]));
  expect(filterValues('rxId', [2, 3], receivers)).toEqual([1, 2, 3]);
  expect(filterValues('ant', [2], receivers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(filterValues('code', [2], receivers)).toEqual([2]);
});

it('contacts without a code are one choice and one group, apart from a real code 0 (CON-5)', () => {
  const now = 1_700_000_000_000;
  const heard = { rxId: 1, ant: 1, freq: 150, power: -80, ts: now };
  const window = new ContactWindow();
  window.append(
    [
      { ...heard, type: 7, code: 0 },
      { ...heard, type: 7, code: 9 },
      { ...heard, type: 18, code: 0 },
      { ...heard, type: 18, code: 9 },
    ],
    now,
  );
  const view = new LiveView(window, 'code', noFilters);
  view.sync();
  view.moveTo({ from: now - 1_000, to: now });
  const labels = view.legend().groups.map(({ value, count }) => `${groupLabel('code', value, new Map())}: ${count}`);
  expect(labels).toEqual(['N/a: 2', 'Code 0: 1', 'Code 9: 1']);
  const [none] = view.heardValues().code;
  view.configure('type', { ...noFilters, code: [none!] });
  expect(view.legend()).toMatchObject({ shown: 2, hidden: 2 });
});
