import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstQuestion,
  plain,
  statsAddress,
  type StatsQuestion,
  timeAsked,
  timeText,
  whyNotAsked,
} from '#model/statistics/stats-question.ts';

const range = { ...firstQuestion, timeSelect: 'range', from: '2026-10-20', to: '2026-11-02' } as const;
const recent = (part: Partial<StatsQuestion>): StatsQuestion => ({ ...firstQuestion, ...part });
/** Boise, where the clocks go back at 2:00 on 1 November 2026. */
const boise = { offsetMinutes: (ts: number) => (ts < Date.parse('2026-11-01T08:00:00Z') ? -360 : -420) };

describe('what can be asked for (STAT-9)', () => {
  test.each([
    ['the first question', firstQuestion, null],
    ['an empty amount', recent({ recentAmount: null }), 'Enter how far back to look'],
    ['none', recent({ recentAmount: 0 }), 'Enter how far back to look'],
    ['more than the call takes', recent({ recentAmount: 36_501 }), 'Enter at most 36,500 days'],
    ['no receiver', recent({ rxIds: [] }), 'Select at least one receiver'],
    ['one receiver', recent({ rxIds: [4] }), null],
    ['days', range, null],
    ['one day', { ...range, to: range.from }, null],
    ['without the last', { ...range, to: null }, 'Choose the first and the last day'],
    ['the wrong way round', { ...range, from: '2026-11-03' }, 'The first day is after the last'],
    ['days, whatever the amount', { ...range, recentAmount: null }, null],
  ])('%s', (_, question, why) => {
    expect(whyNotAsked(question)).toBe(why);
  });

  test('days go from their first instant to the end of the last, by the clocks of the system', () => {
    expect(timeAsked(range, boise)).toEqual({
      timeSelect: 'range',
      range: ['2026-10-20T06:00:00.000Z', '2026-11-03T07:00:00.000Z'],
    });
    expect(timeAsked(recent({ recentAmount: 3, recentUnit: 'hour' }), boise)).toEqual({
      timeSelect: 'recent',
      recentAmount: '3',
      recentUnit: 'hour',
    });
  });

  test.each([
    [firstQuestion, 'the past day'],
    [recent({ recentAmount: 3, recentUnit: 'hour' }), 'the past 3 hours'],
    [range, '2026-10-20 to 2026-11-02'],
    [{ ...range, to: range.from }, '2026-10-20'],
  ])('%o is called %s', (question, text) => {
    expect(timeText(question)).toBe(text);
  });
});

describe('the address of the page (NAV-19)', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  const dayText = day.map((date) => date.toISOString().slice(0, 10));
  const questions = fc.record({
    timeSelect: fc.constantFrom('recent', 'range'),
    recentAmount: fc.integer({ min: 1, max: 1_000 }),
    recentUnit: fc.constantFrom('minute', 'hour', 'day', 'week', 'month'),
    from: dayText,
    to: dayText,
    noise: fc.constantFrom('with', 'without'),
    rxIds: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 9 })),
  });

  test('holds whatever can be asked for, and what it is coloured by', () => {
    fc.assert(
      fc.property(questions, fc.constantFrom('receiver', 'site'), (question, colorBy) => {
        fc.pre(whyNotAsked(question) === null);
        const { state, refused } = statsAddress.read(statsAddress.write({ asked: plain(question), colorBy, explored: null }));
        expect(state).toEqual({ asked: plain(question), colorBy, explored: null });
        expect(refused).toEqual([]);
      }),
    );
  });

  test.each([
    ['', null, 0],
    ['?time=later', null, 1],
    ['?time=recent&amount=-3&unit=day', recent({ recentAmount: 1 }), 1],
    ['?time=recent&amount=2&unit=year', recent({ recentAmount: 2 }), 1],
    ['?time=range&from=2026-02-30&to=2026-03-01', null, 2],
    ['?time=range&from=1960-01-01&to=1960-01-02', null, 3],
    ['?time=range&from=2026-03-02&to=2026-03-01', null, 1],
    ['?time=range', null, 1],
    ['?time=recent&amount=99999&unit=month', null, 1],
    ['?time=recent&amount=1&unit=day&noise=without', recent({ noise: 'without' }), 0],
    ['?color=red', null, 1],
  ])('%s', (search, asked, refused) => {
    const read = statsAddress.read(search);
    expect(read.state.asked).toEqual(asked);
    expect(read.refused).toHaveLength(refused);
  });
});
