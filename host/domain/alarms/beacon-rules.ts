import { alarmCodes } from '#model/entities/alarm-words.ts';
import type { NewAlarm } from '../../platform/store/fleet/alarms.ts';
import type { BeaconCount, BeaconHearing, WatchedBeacon } from '../../platform/store/fleet/beacons.ts';

const minuteMs = 60_000;
/** ALM-20: the silence before an alarm: this many intervals of the beacon, and at least this long. */
const silentIntervals = 20;
const leastSilentMs = 10 * minuteMs;
/**
 * How often an antenna must hear a beacon within an hour to count as one that hears it: noise produces codes,
 * too.
 */
export const leastHourlyHits = 10;
/**
 * A check that comes later than this after the last one cannot tell what could have been heard in between.
 */
const mostBetweenMs = 2 * minuteMs;

/**
 * A check of a system's beacons at `now` (ms). `lookedAt` is the time of the last check, null before the
 * first.
 */
export type BeaconLook = {
  beacons: readonly WatchedBeacon[];
  /** What the antennas heard in the past hours, and the result of the last check. */
  counts: readonly BeaconCount[];
  known: readonly BeaconHearing[];
  /** The receivers that would be heard if they heard something, and when (ms) they were last heard. */
  listening: ReadonlyMap<number, number>;
  /** The number of turns in each receiver's round (CFG-9). An antenna hears a beacon in one of them. */
  turns?: ReadonlyMap<number, number>;
  now: number;
  lookedAt: number | null;
};

/**
 * ALM-20: returns how long (ms) a beacon must be silent before an alarm. `turns` are those of its receiver's
 * round.
 */
export function silenceMs(intervalMs: number, turns: number): number {
  return Math.max(leastSilentMs, silentIntervals * intervalMs * turns);
}

/** True if a beacon may be silent. Whether it is depends on the turns of its receiver. */
export function mayBeSilent({ isSilent, heardAt }: BeaconHearing, now: number): boolean {
  return !isSilent && now >= heardAt + leastSilentMs;
}

/**
 * ALM-20: returns the hearings to store after a check, and its alarms. While a receiver is away, or nobody
 * checked, silence does not count: the time starts over.
 */
export function judgeBeacons(look: BeaconLook): { changed: BeaconHearing[]; alarms: NewAlarm[] } {
  const { now, lookedAt, listening, turns } = look;
  const beacons = new Map(look.beacons.map((beacon) => [beacon.id, beacon]));
  const counts = new Map(look.counts.map((count) => [keyOf(count), count]));
  const known = new Map(look.known.map((hearing) => [keyOf(hearing), hearing]));
  const isBlind = lookedAt === null || lookedAt > now || now - lookedAt > mostBetweenMs;
  const changed: BeaconHearing[] = [];
  const alarms: NewAlarm[] = [];
  for (const key of new Set([...counts.keys(), ...known.keys()])) {
    const before = known.get(key);
    const count = counts.get(key);
    const beacon = beacons.get((before ?? count)?.transmitterId ?? 0);
    if (beacon === undefined) continue;
    const alarm = (rxId: number, code: number): NewAlarm => ({ rxId, code, at: now, alias: beacon.serialNumber });
    if (count !== undefined && isHeardSince(before, count)) {
      if (before === undefined && count.hits < leastHourlyHits) continue;
      changed.push({ ...count, heardAt: now, isSilent: false });
      if (before?.isSilent === true) alarms.push(alarm(count.rxId, codesOf(beacon).back));
    } else if (before !== undefined && !before.isSilent) {
      const silentMs = silenceMs(beacon.intervalMs, turns?.get(before.rxId) ?? 1);
      if (isBlind || !listening.has(before.rxId) || before.heardAt > now) changed.push({ ...before, heardAt: now });
      // A receiver that died stays online until it is missed. It counts as listening only if it sent
      // something later.
      else if (now >= before.heardAt + silentMs && (listening.get(before.rxId) ?? 0) >= before.heardAt + silentMs) {
        changed.push({ ...before, isSilent: true });
        const missed = { since: before.heardAt, minutes: Math.floor(silentMs / minuteMs) };
        alarms.push({ ...alarm(before.rxId, codesOf(beacon).silent), missed });
      }
    }
  }
  return { changed, alarms };
}

/** True for an hour with more hits than before, or a later one. After a deletion an hour has fewer. */
function isHeardSince(before: BeaconHearing | undefined, count: BeaconCount): boolean {
  return before === undefined || count.hour > before.hour || (count.hour === before.hour && count.hits > before.hits);
}

/** ALM-20: returns the codes for a beacon or a voltage monitor. The page groups them by hundreds (ALM-3). */
function codesOf({ purpose }: WatchedBeacon): { silent: number; back: number } {
  const { beaconSilent, beaconBack, monitorSilent, monitorBack } = alarmCodes;
  return purpose === 2 ? { silent: monitorSilent, back: monitorBack } : { silent: beaconSilent, back: beaconBack };
}

function keyOf({ transmitterId, rxId, ant }: Pick<BeaconCount, 'transmitterId' | 'rxId' | 'ant'>): string {
  return `${transmitterId} ${rxId} ${ant}`;
}
