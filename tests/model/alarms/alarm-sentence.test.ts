import { describe, expect, test } from 'vitest';
import { alarmSentence, alarmText, isOfBeacon } from '#model/alarms/alarm-sentence.ts';

describe('what an alarm says where it is read by itself (ALM-21)', () => {
  test.each([
    [4101, 'Crest', "'Crest' at 'Ridge' has gone offline."],
    [4200, 'Crest', "Beacon 'Crest' at 'Ridge' is silent at receiver 'Weir'."],
    [2200, 'B 12', "Beacon 'B 12' at 'Ridge' is heard again at receiver 'Weir'."],
    [4300, 'B 12', "Voltage monitor 'B 12' at 'Ridge' is silent at receiver 'Weir'."],
    [2300, 'B 12', "Voltage monitor 'B 12' at 'Ridge' is heard again at receiver 'Weir'."],
    [1000, 'Crest', "'Crest' at 'Ridge'"],
  ] as const)('%i of %s', (AlarmCodeId, alias, text) => {
    expect(alarmText({ AlarmCodeId, alias, siteName: 'Ridge' }, 'Weir')).toBe(text);
  });

  test('names the receiver by which it is led to: of a beacon the one that heard it', () => {
    expect(alarmSentence({ AlarmCodeId: 4101, alias: 'Weir', siteName: 'Weir' }, 'Other').name).toBe("'Weir'");
    expect(alarmSentence({ AlarmCodeId: 4200, alias: 'B 12', siteName: 'Ridge' }, 'Weir').name).toBe("'Weir'");
    const gone = { before: "Beacon 'B 12' at 'Ridge' is silent.", name: '', after: '' };
    expect(alarmSentence({ AlarmCodeId: 4200, alias: 'B 12', siteName: 'Ridge' }, null)).toEqual(gone);
  });

  test.each([
    [4200, true],
    [2300, true],
    [4101, false],
    [1000, false],
  ])('%i is of a beacon: %s', (code, expected) => {
    expect(isOfBeacon(code)).toBe(expected);
  });
});
