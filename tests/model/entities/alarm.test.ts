import { describe, expect, test } from 'vitest';
import { alarmIcon, alarmLine } from '#model/entities/alarm-words.ts';

/** The exact texts of ALM-2. */
describe('the line of an alarm (ALM-2, ALM-3, ALM-4)', () => {
  test.each([
    [2100, "'Crest' at 'North ridge' has come back online!", 'success'],
    [4101, "'Crest' at 'North ridge' has gone offline.", 'error'],
    [2101, "'Crest' at 'North ridge' memory card is OK.", 'success'],
    [3100, "'Crest' at 'North ridge' memory is almost full.", 'warning'],
    [4102, "'Crest' at 'North ridge' memory is full!", 'error'],
    [2102, "'Crest' at 'North ridge' voltage is back to normal levels.", 'success'],
    [3101, "'Crest' at 'North ridge' is experiencing low voltage.", 'warning'],
    [4103, "'Crest' at 'North ridge' did not respond to a command.", 'error'],
    [4104, "'Crest' at 'North ridge' refused a command.", 'error'],
    [2200, "Beacon 'Crest' at 'North ridge'", 'success'],
    [4200, "Beacon 'Crest' at 'North ridge'", 'error'],
    [4300, "Voltage monitor 'Crest' at 'North ridge'", 'error'],
    [2300, "Voltage monitor 'Crest' at 'North ridge'", 'success'],
    [1000, "'Crest' at 'North ridge'", 'warning'],
    [4000, "'Crest' at 'North ridge'", 'error'],
    [9999, "'Crest' at 'North ridge'", 'warning'],
  ] as const)('%i', (AlarmCodeId, line, icon) => {
    expect(alarmLine({ AlarmCodeId, alias: 'Crest', siteName: 'North ridge' })).toBe(line);
    expect(alarmIcon(AlarmCodeId)).toBe(icon);
  });

  test('names no site where the receiver stood at none', () => {
    expect(alarmLine({ AlarmCodeId: 4101, alias: 'Crest', siteName: '' })).toBe("'Crest' has gone offline.");
  });
});
