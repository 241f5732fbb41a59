import { describe, expect, test } from 'vitest';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { judgeSilence, judgeStatus, type Raised, type MissedState } from '../../../../host/domain/alarms/alarm-rules.ts';

const { online, offline, disabled, rebooting, ready } = receiverStatuses;
const minute = 60_000;
const missedAfterMs = 5 * minute;
const present: MissedState = { missedSince: null, goneAlarmed: false };
const gone = (minutes: number): Raised => ({
  ts: (minutes + 5) * minute,
  code: 4101,
  missed: { since: minutes * minute, minutes: 5 },
});
const back = (minutes: number): Raised => ({ ts: minutes * minute, code: 2100 });

type Word = readonly [minutes: number, status: number | 'look'];

/**
 * Returns the alarms that a sequence of statuses raises for a receiver that was online; 'look' makes a look.
 */
function raisedBy(words: readonly Word[]): Raised[] {
  let standing = present;
  let stood: number = online;
  return words.flatMap(([minutes, status]) => {
    const ts = minutes * minute;
    const { after, raised } =
      status === 'look' ? judgeSilence(standing, ts, missedAfterMs) : judgeStatus(standing, { status, ts }, stood === online);
    standing = after;
    if (status === online || status === offline || status === disabled) stood = status;
    return raised;
  });
}

describe('a receiver that is gone is told of after the minutes of its system (ALM-5)', () => {
  test.each<[string, Word[], Raised[]]>([
    [
      'is back within them',
      [
        [0, offline],
        [4.99, 'look'],
        [4.99, online],
      ],
      [],
    ],
    [
      'flaps',
      [
        [0, offline],
        [2, online],
        [3, offline],
        [6, online],
        [7, offline],
        [11, online],
      ],
      [],
    ],
    [
      'stays away',
      [
        [0, offline],
        [4, 'look'],
        [5, 'look'],
        [6, 'look'],
      ],
      [gone(0)],
    ],
    [
      'is back after them',
      [
        [0, offline],
        [5, 'look'],
        [9, online],
      ],
      [gone(0), back(9)],
    ],
    [
      'is back after them, and nobody could look meanwhile',
      [
        [0, offline],
        [9, online],
      ],
      [],
    ],
    [
      'boots while it is away, which is no coming back',
      [
        [0, offline],
        [3, rebooting],
        [4, offline],
        [5, 'look'],
      ],
      [gone(0)],
    ],
    [
      'boots and is not back',
      [
        [0, rebooting],
        [1, offline],
        [5, 'look'],
        [6, 'look'],
      ],
      [gone(1)],
    ],
    [
      'boots and is back',
      [
        [0, rebooting],
        [1, ready],
        [9, 'look'],
        [9, online],
      ],
      [],
    ],
    [
      'is switched off within them',
      [
        [0, offline],
        [1, disabled],
        [9, 'look'],
      ],
      [],
    ],
    [
      'is switched off after them, and comes back',
      [
        [0, offline],
        [5, 'look'],
        [6, disabled],
        [9, online],
      ],
      [gone(0), back(9)],
    ],
    [
      'is switched on and silent',
      [
        [0, disabled],
        [1, offline],
        [9, 'look'],
        [9, online],
      ],
      [],
    ],
    [
      'goes again',
      [
        [0, offline],
        [5, 'look'],
        [6, online],
        [7, offline],
        [12, 'look'],
      ],
      [gone(0), back(6), gone(7)],
    ],
  ])('one that %s', (_, words, raised) => {
    expect(raisedBy(words)).toEqual(raised);
  });
});

test('one that could not be heard for a while is told of when it had its time to be, and since when it is gone (ALM-15)', () => {
  const standing = { missedSince: 0, goneAlarmed: false };
  const at = (minutes: number) => judgeSilence(standing, minutes * minute, missedAfterMs, 20 * minute).raised;
  expect([at(5), at(19.99)]).toEqual([[], []]);
  expect(at(21)).toEqual([{ ...gone(0), ts: 20 * minute }]);
});

test('one that goes while it was online goes again, whatever was told of it before (ALM-5)', () => {
  const stale = { missedSince: 0, goneAlarmed: true };
  const { after, raised } = judgeStatus(stale, { status: offline, ts: 9 * minute }, true);
  expect([after, raised]).toEqual([{ missedSince: 9 * minute, goneAlarmed: false }, []]);
});
