import { describe, expect, test } from 'vitest';
import { type BeaconLook, judgeBeacons } from '../../../../host/domain/alarms/beacon-rules.ts';
import type { BeaconHearing } from '../../../../host/platform/store/fleet/beacons.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 4, 1, 12);
const beacon = { id: 7, serialNumber: 'MAST-07', purpose: 1, intervalMs: 5_000 } as const;
const place = { transmitterId: 7, rxId: 3, ant: 2 };
const heard = (change: Partial<BeaconHearing> = {}): BeaconHearing => ({
  ...place,
  hour: noon,
  hits: 40,
  heardAt: noon + 10 * minute,
  isSilent: false,
  ...change,
});
const look = (change: Partial<BeaconLook> & { minutes: number }): BeaconLook => {
  const { minutes, ...rest } = change;
  const now = noon + minutes * minute;
  return { beacons: [beacon], counts: [], known: [], listening: new Map([[3, now]]), now, lookedAt: now - minute / 2, ...rest };
};
const silent = (sinceMinutes: number, atMinutes: number, code = 4200, minutes = 10) => ({
  rxId: 3,
  code,
  at: noon + atMinutes * minute,
  alias: 'MAST-07',
  missed: { since: noon + sinceMinutes * minute, minutes },
});
const back = (atMinutes: number, code = 2200) => ({ rxId: 3, code, at: noon + atMinutes * minute, alias: 'MAST-07' });

describe('a beacon that falls silent at an antenna that heard it (ALM-20)', () => {
  test.each<[string, BeaconLook, object[], object[]]>([
    ['nobody heard it', look({ minutes: 5 }), [], []],
    ['noise that looks like it is none', look({ minutes: 5, counts: [{ ...place, hour: noon, hits: 9 }] }), [], []],
    [
      'it is heard for the first time',
      look({ minutes: 5, counts: [{ ...place, hour: noon, hits: 10 }] }),
      [heard({ hits: 10, heardAt: noon + 5 * minute })],
      [],
    ],
    [
      'it is heard on',
      look({ minutes: 25, known: [heard()], counts: [{ ...place, hour: noon, hits: 41 }] }),
      [heard({ hits: 41, heardAt: noon + 25 * minute })],
      [],
    ],
    [
      'it is heard in another hour, less often than in the last one',
      look({ minutes: 61, known: [heard()], counts: [{ ...place, hour: noon + hour, hits: 1 }] }),
      [heard({ hour: noon + hour, hits: 1, heardAt: noon + 61 * minute })],
      [],
    ],
    ['it is not heard for less than the minutes', look({ minutes: 19.9, known: [heard()] }), [], []],
    ['it is silent', look({ minutes: 20, known: [heard()] }), [heard({ isSilent: true })], [silent(10, 20)]],
    [
      'contacts that are deleted are no word of it',
      look({ minutes: 20, known: [heard()], counts: [{ ...place, hour: noon, hits: 3 }] }),
      [heard({ isSilent: true })],
      [silent(10, 20)],
    ],
    [
      'a slow one has 20 of its intervals',
      look({ minutes: 29, known: [heard()], beacons: [{ ...beacon, intervalMs: minute }] }),
      [],
      [],
    ],
    [
      'a slow one is silent after them',
      look({ minutes: 30, known: [heard()], beacons: [{ ...beacon, intervalMs: minute }] }),
      [heard({ isSilent: true })],
      [silent(10, 30, 4200, 20)],
    ],
    [
      'one that a receiver hears in one of six turns has six times as long',
      look({ minutes: 129, known: [heard()], beacons: [{ ...beacon, intervalMs: minute }], turns: new Map([[3, 6]]) }),
      [],
      [],
    ],
    [
      'one that a receiver hears in one of six turns is silent then',
      look({ minutes: 130, known: [heard()], beacons: [{ ...beacon, intervalMs: minute }], turns: new Map([[3, 6]]) }),
      [heard({ isSilent: true })],
      [silent(10, 130, 4200, 120)],
    ],
    [
      'a voltage monitor has codes of its own',
      look({ minutes: 20, known: [heard()], beacons: [{ ...beacon, purpose: 2 }] }),
      [heard({ isSilent: true })],
      [silent(10, 20, 4300)],
    ],
    ['it is told once', look({ minutes: 300, known: [heard({ isSilent: true })] }), [], []],
    [
      'it is back',
      look({ minutes: 25, known: [heard({ isSilent: true })], counts: [{ ...place, hour: noon, hits: 41 }] }),
      [heard({ hits: 41, heardAt: noon + 25 * minute })],
      [back(25)],
    ],
    [
      'its receiver is gone',
      look({ minutes: 20, known: [heard()], listening: new Map() }),
      [heard({ heardAt: noon + 20 * minute })],
      [],
    ],
    [
      'its receiver is online, and was not heard since',
      look({ minutes: 20, known: [heard()], listening: new Map([[3, noon + 19.9 * minute]]) }),
      [],
      [],
    ],
    [
      'nobody looked for a while',
      look({ minutes: 50, known: [heard()], lookedAt: noon + 47 * minute }),
      [heard({ heardAt: noon + 50 * minute })],
      [],
    ],
    [
      'the clock was set back',
      look({ minutes: 5, known: [heard()], lookedAt: noon + 30 * minute }),
      [heard({ heardAt: noon + 5 * minute })],
      [],
    ],
    ['it is no beacon any more', look({ minutes: 90, known: [heard()], beacons: [] }), [], []],
  ])('%s', (_, given, changed, alarms) => {
    expect(judgeBeacons(given)).toEqual({ changed, alarms });
  });
});
