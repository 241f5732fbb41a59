import { describe, expect, test } from 'vitest';
import { alarmDetail, alarmDetailText } from '#model/alarms/alarm-detail.ts';
import { alarmCodes } from '#model/entities/alarm-words.ts';

const raised = (AlarmCodeId: number, since?: string) => ({
  AlarmCodeId,
  FormattedTime: '2026-11-28 12:12:40',
  ...(since === undefined ? {} : { since }),
});

describe('the line below that of ALM-3 (ALP-6)', () => {
  test.each<[string, number, string | undefined, string | null]>([
    ['Offline since 12:07', 4101, '2026-11-28 12:07:40', 'MID-1'],
    ['Online since 12:12', 2100, undefined, 'MID-1'],
    ['Memory almost full since 12:12', 3100, undefined, 'MID-1'],
    ['Low voltage since 12:12', 3101, undefined, null],
    ['No response at 12:12', 4103, undefined, 'MID-1'],
    ['Silent at MID-1 since 12:07', 4200, '2026-11-28 12:07:40', 'MID-1'],
    ['Silent at MID-1 since 2026-11-27 23:58', 4300, '2026-11-27 23:58:01', 'MID-1'],
    ['Heard again at MID-1 since 12:12', 2200, undefined, 'MID-1'],
    ['Silent since 12:07', 4200, '2026-11-28 12:07:40', null],
  ])('%s', (text, code, since, receiver) => {
    expect(alarmDetailText(raised(code, since), receiver)).toBe(text);
  });

  test('has the receiver by itself, for a link', () => {
    expect(alarmDetail(raised(4200), 'MID-1')).toEqual({ before: 'Silent at ', name: 'MID-1', after: ' since 12:12' });
  });

  test.each<[string, number, string | undefined, string]>([
    ['Offline from 12:07 to 14:07', 4101, '2026-11-28 12:07:40', '2026-11-28 14:07:02'],
    ['Low voltage from 12:12 to 2026-11-29 00:01', 3101, undefined, '2026-11-29 00:01:00'],
    ['Silent from 2026-11-27 23:58 to 12:20', 4200, '2026-11-27 23:58:01', '2026-11-28 12:20:00'],
    ['Refused at 12:12', 4104, undefined, '2026-11-28 12:20:00'],
  ])('of what is over: %s (ALP-8)', (text, code, since, ended) => {
    expect(alarmDetail(raised(code, since), null, ended)?.before).toBe(text);
  });

  test('is there for every alarm that the host raises, and for no other', () => {
    expect(Object.values(alarmCodes).filter((code) => alarmDetailText(raised(code), null) === null)).toEqual([]);
    expect(alarmDetailText(raised(1000), 'MID-1')).toBeNull();
  });
});
