import { describe, expect, test } from 'vitest';
import {
  announcedFields,
  daysIn,
  deletedFields,
  fieldsOf,
  keptOf,
  monthBefore,
  nextStep,
  retentionIn,
  type RetentionStep,
  type Setting,
} from '#model/entities/retention.ts';

const at = Date.parse;

test.each([
  ['2026-03-31T23:59:59.999Z', 30, '2026-03-01'],
  ['2026-03-30T23:59:59.999Z', 30, '2026-02-01'],
  ['2026-01-05T00:00:00Z', 365, '2025-01-01'],
  ['2028-02-29T00:00:00Z', 365, '2027-03-01'],
  ['2028-02-28T00:00:00Z', 366, '2027-02-01'],
])('on %s what is %i days old goes up to %s: whole months, in UTC (RET-3)', (now, days, month) => {
  expect(new Date(monthBefore(at(now), days)).toISOString().slice(0, 10)).toBe(month);
});

test('what stands in the fields of a system comes back as it was put there; what nobody set is as usual (RET-1)', () => {
  const announced = { before: 1, on: 2, count: 3, days: 30, setting: 1 };
  const deleted = { before: 4, at: 5, count: 6 };
  const none = { announced: null, deleted: null };
  expect(keptOf({ contacts: 30, ...announcedFields('contacts', announced) }, 'contacts')).toEqual({
    days: 30,
    announced,
    deleted: null,
  });
  // Nulls are not stored.
  const stored = Object.entries({ ...announcedFields('states', announced), ...deletedFields('states', deleted) });
  expect(retentionIn(Object.fromEntries(stored.filter(([, value]) => value !== null)))).toEqual({
    contacts: { days: null, ...none },
    states: { days: null, announced: null, deleted },
    alarms: { days: null, ...none },
    vitals: { days: null, ...none },
    changes: { days: 400, ...none },
  });
  const whole = retentionIn({ alarms: 30, ...announcedFields('alarms', announced), ...deletedFields('states', deleted) });
  expect(retentionIn(fieldsOf(whole))).toEqual(whole);
});

test.each([
  ['30', 30],
  [' 36500 ', 36_500],
  ['1,000', null],
  ['29', null],
  ['36501', null],
  ['30.5', null],
  ['', null],
  ['forever', null],
])('%j is typed for days as %j (RET-2)', (text, days) => {
  expect(daysIn(text)).toBe(days);
});

describe('what is done next about a sort of data (RET-4)', () => {
  const now = at('2026-03-25T12:00:00Z');
  const march = at('2026-03-01');
  const february = at('2026-02-01');
  const announced = { before: march, on: at('2026-04-02T03:00:00Z'), count: 5, days: 30, setting: 1 };
  const later = announced.on;
  const kept = (more: Partial<Setting> = {}): Setting => ({ days: 30, announced: null, deleted: null, setting: 1, ...more });
  const announce: RetentionStep = { do: 'announce', before: march, days: 30, setting: 1 };

  test.each<[string, Setting, number, number, RetentionStep]>([
    ['kept forever', kept({ days: null }), now, 9, { do: 'nothing' }],
    ['nothing is that old', kept(), now, 0, { do: 'nothing' }],
    ['something will be that old in a week', kept(), now, 1, announce],
    [
      'a month goes on the day that all of it is old enough',
      kept(),
      at('2026-03-23T23:59:59Z'),
      1,
      { ...announce, before: february },
    ],
    [
      'what was deleted already is not announced again',
      kept({ deleted: { before: march, at: 1, count: 1 } }),
      now,
      9,
      { do: 'nothing' },
    ],
    ['the next month is', kept({ deleted: { before: february, at: 1, count: 1 } }), now, 9, announce],
    ['announced, and not yet the day', kept({ announced }), later - 1, 5, { do: 'nothing' }],
    ['announced, and the day has come', kept({ announced }), later, 5, { do: 'delete', before: march }],
    ['less than was announced', kept({ announced }), later, 4, announce],
    ['nothing is left of it', kept({ announced }), later, 0, { do: 'callOff' }],
    ['set otherwise and back since', kept({ announced, setting: 3 }), later, 5, { ...announce, setting: 3 }],
    ['more than was announced is announced again', kept({ announced }), later, 6, announce],
    ['kept forever since', kept({ announced, days: null }), later, 5, { do: 'callOff' }],
    ['kept longer since, nothing is that old', kept({ announced, days: 31 }), later, 0, { do: 'callOff' }],
    [
      'kept longer since, something is',
      kept({ announced, days: 60 }),
      later,
      5,
      { do: 'announce', before: february, days: 60, setting: 1 },
    ],
    ['kept shorter since, on the day of the other', kept({ announced: { ...announced, days: 60 } }), later, 5, announce],
  ])('%s', async (_, was, time, held, step) => {
    expect(await nextStep(was, time, () => Promise.resolve(held))).toEqual(step);
  });
});
