import { alarmCodes } from '#model/entities/alarm-words.ts';
import type { NewAlarm } from '../../platform/store/fleet/alarms.ts';
import type { BeaconCount, BeaconHearing, WatchedBeacon } from '../../platform/store/fleet/beacons.ts';

const minuteMs = 60_000;
/** ALM-20: an alarm needs a silence of this many intervals of the beacon, but at least `leastSilentMs`. */
const silentIntervals = 20;
const leastSilentMs = 10 * minuteMs;
/**
 * How often an antenna must hear a new beacon within an hour before its silence can raise an alarm. Noise
 * also produces codes.
 */
export const leastHourlyHits = 10;
/**
 * If the last check was longer ago than this, silence does not count: receivers may have been unable to
 * report in between.
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
  /** The receivers whose contacts would reach the host, and when (ms) each was last heard. */
  listening: ReadonlyMap<number, number>;
  /**
   * The number of turns in each receiver's round (CFG-9), 1 if not given. An antenna hears a beacon in only
   * one of them.
   */
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

/**
 * True if a beacon has been quiet for the least time before an alarm. The full time also depends on the turns
 * of its receiver's round.
 */
export function mayBeSilent({ isSilent, heardAt }: BeaconHearing, now: number): boolean {
  return !isSilent && now >= heardAt + leastSilentMs;
}

/**
 * ALM-20: returns the hearings to store after a check, and its alarms. Silence does not count if its receiver
 * is not listening or no host has checked for a while: the time then starts over.
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
      // A receiver that stopped working still counts as online for a while. So the receiver must have sent
      // something after the silence became long enough.
      else if (now >= before.heardAt + silentMs && (listening.get(before.rxId) ?? 0) >= before.heardAt + silentMs) {
        changed.push({ ...before, isSilent: true });
        const missed = { since: before.heardAt, minutes: Math.floor(silentMs / minuteMs) };
        alarms.push({ ...alarm(before.rxId, codesOf(beacon).silent), missed });
      }
    }
  }
  return { changed, alarms };
}

/**
 * True if the beacon was heard since `before`: in a later hour, or more often in the same hour. After
 * contacts are deleted, an hour may have fewer hits.
 */
function isHeardSince(before: BeaconHearing | undefined, count: BeaconCount): boolean {
  return before === undefined || count.hour > before.hour || (count.hour === before.hour && count.hits > before.hits);
}

/**
 * ALM-20: returns the alarm codes for a beacon or a voltage monitor. The page groups codes by hundreds
 * (ALM-3).
 */
function codesOf({ purpose }: WatchedBeacon): { silent: number; back: number } {
  const { beaconSilent, beaconBack, monitorSilent, monitorBack } = alarmCodes;
  return purpose === 2 ? { silent: monitorSilent, back: monitorBack } : { silent: beaconSilent, back: beaconBack };
}

function keyOf({ transmitterId, rxId, ant }: Pick<BeaconCount, 'transmitterId' | 'rxId' | 'ant'>): string {
  return `${transmitterId} ${rxId} ${ant}`;
}
