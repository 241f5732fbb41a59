import { describe, expect, test } from 'vitest';
import { codeChoices } from '#model/alarms/alarm-choices.ts';
import { courseText, spanText } from '#model/alarms/alarm-course.ts';
import { alarmFile } from '#model/alarms/alarm-file.ts';
import { alarmAddress, alarmQuery, countFilters, isUnfilteredBy, noAlarmFilters } from '#model/alarms/alarm-filters.ts';
import { hasOlderAlarms, olderLimit, renewedLimit, withOlderAlarms } from '#model/alarms/alarm-history.ts';
import { TimeText } from '#model/time/time-text.ts';
import { pastAlarm } from '../../support/alarm-samples.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('how long an alarm lasted (ALP-1)', () => {
  test.each([
    [-5, '0 s'],
    [42_900, '42 s'],
    [minute, '1 min'],
    [59 * minute + 59_000, '59 min'],
    [3 * hour, '3 h'],
    [3 * hour + 5 * minute, '3 h 5 min'],
    [24 * hour, '1 d'],
    [52 * hour, '2 d 4 h'],
  ])('%d ms is %s', (ms, text) => expect(spanText(ms)).toBe(text));

  test('is said of what ended, and of what lasts, and of nothing else', () => {
    const { at } = pastAlarm(1);
    expect(courseText(pastAlarm(1, { endedAt: at + hour, isLasting: false }), at + 5 * hour)).toBe('lasted 1 h');
    expect(courseText(pastAlarm(1), at + 5 * hour)).toBe('for 5 h');
    const missed = { sinceAt: at - 6 * minute, endedAt: at + hour, isLasting: false };
    expect(courseText(pastAlarm(1, missed), at + 5 * hour), 'from when it was missed').toBe('lasted 1 h 6 min');
    expect(courseText(pastAlarm(1, { isLasting: false }), at + 5 * hour)).toBeNull();
  });
});

describe('the filters in the address (ALP-2)', () => {
  test('those are counted that count', () => {
    expect(countFilters(noAlarmFilters)).toBe(0);
    expect(countFilters({ ...noAlarmFilters, level: 4, snoozed: 'no' })).toBe(2);
    expect(countFilters({ ...noAlarmFilters, level: 4, from: 2, until: 1 })).toBe(1);
  });

  test.each([
    ['', noAlarmFilters],
    ['?level=4&receiver=7&lasting=yes', { ...noAlarmFilters, level: 4, receiver: 7, lasting: 'yes' as const }],
    ['?level=4&lines=single', { ...noAlarmFilters, level: 4, lines: 'single' as const }],
    ['?code=4101&snoozed=no', { ...noAlarmFilters, code: 4101, snoozed: 'no' as const }],
    [
      '?from=2026-05-01T00:00:00Z&until=2026-05-02T00:00:00Z',
      { ...noAlarmFilters, from: Date.UTC(2026, 4, 1), until: Date.UTC(2026, 4, 2) },
    ],
  ])('%s', (search, filters) => {
    expect(alarmAddress.read(search)).toEqual({ state: filters, refused: [] });
    expect(alarmAddress.write(filters)).toBe(search);
  });

  test('what cannot be read is left out, and said', () => {
    const { state, refused } = alarmAddress.read('?level=5&lasting=no&snoozed=maybe&code=12&lines=2&other=1');
    expect(state).toEqual(noAlarmFilters);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toContain('level=5');
  });

  test('times that are reversed do not count', () => {
    const reversed = { ...noAlarmFilters, from: 2, until: 1 };
    expect(alarmQuery(reversed)).toEqual({ folded: 'yes' });
    expect(isUnfilteredBy(reversed)).toBe(true);
    expect(alarmQuery({ ...noAlarmFilters, from: 1, until: 2 })).toEqual({ from: 1, until: 2, folded: 'yes' });
  });

  test('single lines leave nothing out: they are no filter, and recoveries are not folded (ALP-8)', () => {
    const single = { ...noAlarmFilters, lines: 'single' as const };
    expect([isUnfilteredBy(single), countFilters(single), alarmQuery(single)]).toEqual([true, 0, {}]);
  });

  test('a code that nothing raises is among the choices where it is asked for', () => {
    expect(codeChoices(4999).at(-1)).toEqual({ id: '4999', name: 'Code 4999' });
    expect(codeChoices(4101)).toHaveLength(codeChoices(null).length);
  });
});

describe('the pages of the history', () => {
  const many = (count: number) => Array.from({ length: count }, (_, nth) => pastAlarm(1_000 - nth));

  test('an older page goes behind, and what overlaps counts once', () => {
    const history = withOlderAlarms(
      { alarms: [pastAlarm(3), pastAlarm(2)], more: true },
      { alarms: [pastAlarm(2), pastAlarm(1)], more: false },
    );
    expect(history.alarms.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(hasOlderAlarms(history)).toBe(false);
  });

  test('no more are shown than one call renews', () => {
    expect(olderLimit({ alarms: many(480), more: true })).toBe(20);
    expect(renewedLimit({ alarms: many(3), more: false })).toBe(50);
    expect(renewedLimit({ alarms: many(120), more: false })).toBe(120);
    expect(hasOlderAlarms({ alarms: many(500), more: true })).toBe(false);
  });
});

describe('the file of alarms (ALP-2)', () => {
  const order = { title: 'Demo', times: new TimeText('UTC'), now: Date.UTC(2026, 4, 2) };

  test('holds all pages, with what became of each, and no formula', async () => {
    const { at } = pastAlarm(2);
    const pages = [
      { alarms: [pastAlarm(2, { alias: '=1+1', endedAt: at + minute, isLasting: false, snoozed: true })], more: true },
      { alarms: [pastAlarm(1), pastAlarm(0, { AlarmCodeId: 4200, alias: 'B 12' })], more: false },
    ];
    const asked: (number | undefined)[] = [];
    const file = alarmFile(order, (before) => {
      asked.push(before);
      return Promise.resolve(pages[asked.length - 1] ?? { alarms: [], more: false });
    });
    const lines: string[] = [];
    for (const part of file.parts) lines.push(await part);
    expect(asked).toEqual([undefined, 2]);
    expect(lines.join('').split('\r\n')).toEqual([
      'id,timeUTC+00:00,code,receiver,beacon,site,alarm,endedUTC+00:00,lastedSeconds,lasting,snoozed,sinceUTC+00:00',
      "2,2026-05-01 00:02:00,4101,'=1+1,,Ridge,''=1+1' at 'Ridge' has gone offline.,2026-05-01 00:03:00,60,no,yes,2026-05-01 00:02:00",
      "1,2026-05-01 00:01:00,4101,Crest,,Ridge,'Crest' at 'Ridge' has gone offline.,,,yes,no,2026-05-01 00:01:00",
      "0,2026-05-01 00:00:00,4200,Crest,B 12,Ridge,Beacon 'B 12' at 'Ridge' is silent at receiver 'Crest'.,,,yes,no,2026-05-01 00:00:00",
      '',
    ]);
    expect(file.name).toMatch(/^Demo alarms .*\.csv$/);
  });
});
