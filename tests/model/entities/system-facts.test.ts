import { describe, expect, test } from 'vitest';
import { clockSyncText } from '#model/entities/clock-sync.ts';
import { expiryState, ftpsOffer, offName, systemStatus } from '#model/entities/system-facts.ts';

const day = 86_400_000;

describe('what is said of a system (SYS-14)', () => {
  test('1 operates normally, anything else is shut down', () => {
    expect(systemStatus({ status: 1 })).toEqual({ level: 'good', text: 'Operating normally' });
    for (const status of [0, 2, -1]) expect(systemStatus({ status })).toEqual({ level: 'bad', text: 'Shut down' });
  });

  test.each([
    [{ state: 'running', expired: false }, null],
    [{}, null],
    [{ state: 'offline' }, 'Offline'],
    [{ state: 'shutDown' }, 'Shut down'],
    [{ state: 'running', expired: true }, 'Expired'],
    [{ state: 'offline', expired: true }, 'Offline'],
  ] as const)('in a list, of one that is %j: %s (SYS-18)', (system, words) => {
    expect(offName(system)).toBe(words);
  });

  test.each<[Parameters<typeof ftpsOffer>[0], ReturnType<typeof ftpsOffer>]>([
    [null, { isServed: true, port: null }],
    [{ ftpsPort: 8990 }, { isServed: true, port: 8990 }],
    [
      { ftpsPort: 8990, ftpsProblem: null },
      { isServed: true, port: 8990 },
    ],
    [
      { ftpsPort: null, ftpsProblem: null },
      { isServed: false, notes: ['FTPS is not available on this host'] },
    ],
    [
      { ftpsPort: null, ftpsProblem: 'FTPS_PORT 1 is taken' },
      { isServed: false, notes: ['FTPS is not available on this host', 'Reason: FTPS_PORT 1 is taken'] },
    ],
  ])('of FTPS by %j: %j (FILE-11)', (config, offer) => {
    expect(ftpsOffer(config)).toEqual(offer);
  });

  test.each<[string, number, string, string]>([
    ['far off', 1_200 * day + 1, 'good', '1,200 days left'],
    ['just over 14 days', 14 * day + 1, 'good', '14 days left'],
    ['14 days', 14 * day, 'near', '14 days left'],
    ['tomorrow', day, 'near', '1 day left'],
    ['within the day', day - 1, 'near', 'less than a day left'],
    ['now', 0, 'bad', 'Expired'],
    ['long ago', -400 * day, 'bad', 'Expired'],
  ])('an end %s', (_, ahead, level, text) => {
    expect(expiryState(2_000_000_000_000 + ahead, 2_000_000_000_000)).toEqual({ level, text });
  });

  test('nothing of an end that there is not, or at a time that is not known', () => {
    expect(expiryState(null, 5)).toBeNull();
    expect(expiryState(5, 0)).toBeNull();
  });

  test.each([
    [0, 'Never'],
    [9_000, '15 mins'],
    [3_600, 'Hourly'],
    [86_400, 'Daily'],
    [600, '600 s'],
  ])('clocks set every %i s are so by name (SYS-8)', (seconds, text) => expect(clockSyncText(seconds)).toBe(text));
});
