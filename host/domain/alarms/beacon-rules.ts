import { alarmCodes } from '#model/entities/alarm-words.ts';
import type { NewAlarm } from '../../platform/store/fleet/alarms.ts';
import type { BeaconCount, BeaconHearing, WatchedBeacon } from '../../platform/store/fleet/beacons.ts';

const minuteMs = 60_000;
/** ALM-20: so many of its intervals, and at least so long, a beacon is not heard before an alarm says so. */
const silentIntervals = 20;
const leastSilentMs = 10 * minuteMs;
/** So often within an hour an antenna has to hear a beacon to be one that hears it: noise has codes, too. */
export const leastHourlyHits = 10;
/** A look that comes later than this after the last one knows nothing of what could have been heard. */
const mostBetweenMs = 2 * minuteMs;

/** A look at the beacons of a system at `now` (ms); `lookedAt` of the last one, null before the first. */
export type BeaconLook = {
  beacons: readonly WatchedBeacon[];
  /** What antennas heard in the past hours, and how it stood at the last look. */
  counts: readonly BeaconCount[];
  known: readonly BeaconHearing[];
  /** The receivers that would be heard if there were something to hear, and when (ms) they last were. */
  listening: ReadonlyMap<number, number>;
  /** How many turns the rounds of receivers have (CFG-9): an antenna hears a beacon in one of them. */
  turns?: ReadonlyMap<number, number>;
  now: number;
  lookedAt: number | null;
};

/**
 * ALM-20: how long (ms) a beacon is not heard before an alarm says so; `turns` are those of the receiver's
 * round.
 */
export function silenceMs(intervalMs: number, turns: number): number {
  return Math.max(leastSilentMs, silentIntervals * intervalMs * turns);
}

/** Whether a beacon was not heard for so long that it may be silent: that depends on its receiver's turns. */
export function mayBeSilent({ isSilent, heardAt }: BeaconHearing, now: number): boolean {
  return !isSilent && now >= heardAt + leastSilentMs;
}

/**
 * ALM-20: what is to be kept of a look, and the alarms that it raises. What a receiver that is not there does
 * not hear, and what was not heard while nobody looked, counts for nothing: it has its time again.
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
      // One that died is online until it is missed itself: it listens if it sent something after that time.
      else if (now >= before.heardAt + silentMs && (listening.get(before.rxId) ?? 0) >= before.heardAt + silentMs) {
        changed.push({ ...before, isSilent: true });
        const missed = { since: before.heardAt, minutes: Math.floor(silentMs / minuteMs) };
        alarms.push({ ...alarm(before.rxId, codesOf(beacon).silent), missed });
      }
    }
  }
  return { changed, alarms };
}

/** An hour that was heard more often, or a later one; of a deletion an hour has less. */
function isHeardSince(before: BeaconHearing | undefined, count: BeaconCount): boolean {
  return before === undefined || count.hour > before.hour || (count.hour === before.hour && count.hits > before.hits);
}

/** ALM-20: of a beacon, and of a voltage monitor. The page knows them by their hundreds (ALM-3). */
function codesOf({ purpose }: WatchedBeacon): { silent: number; back: number } {
  const { beaconSilent, beaconBack, monitorSilent, monitorBack } = alarmCodes;
  return purpose === 2 ? { silent: monitorSilent, back: monitorBack } : { silent: beaconSilent, back: beaconBack };
}

function keyOf({ transmitterId, rxId, ant }: Pick<BeaconCount, 'transmitterId' | 'rxId' | 'ant'>): string {
  return `${transmitterId} ${rxId} ${ant}`;
}
