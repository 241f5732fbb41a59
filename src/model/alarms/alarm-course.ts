import { alarmCodes } from '../entities/alarm-words.ts';

/**
 * The codes of lasting alarms (ALP-1), each with the code that ends it. The end must be of the same receiver
 * and, if the alarm is about a beacon, of the same beacon. All other alarms are momentary.
 */
export const endingCodes: Readonly<Record<number, number>> = {
  [alarmCodes.wentOffline]: alarmCodes.backOnline,
  [alarmCodes.memoryAlmostFull]: alarmCodes.memoryOk,
  [alarmCodes.memoryFull]: alarmCodes.memoryOk,
  [alarmCodes.voltageLow]: alarmCodes.voltageNormal,
  [alarmCodes.beaconSilent]: alarmCodes.beaconBack,
  [alarmCodes.monitorSilent]: alarmCodes.monitorBack,
};

/**
 * The lasting alarms about a beacon. Their ends must name the same beacon, because a receiver may hear
 * several.
 */
export const beaconCodes: readonly number[] = [alarmCodes.beaconSilent, alarmCodes.monitorSilent];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration as text: '42 s', '12 min', '3 h 5 min', '2 d 4 h'. A negative duration counts as 0. */
export function spanText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  const [large, small, names] = span < day ? [hour, minute, ['h', 'min']] : [day, hour, ['d', 'h']];
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)} ${names[0]}${rest === 0 ? '' : ` ${rest} ${names[1]}`}`;
}

/** The fields that determine how long an alarm lasted. Times are in ms since the epoch. */
export type AlarmCourse = { AlarmCodeId: number; sinceAt: number; endedAt: number | null; isLasting: boolean };

/**
 * Returns how long an alarm lasted or, if it is ongoing, how long it has lasted at `now`. Null for momentary
 * alarms and for alarms whose end is unknown.
 */
export function courseText({ sinceAt, endedAt, isLasting }: AlarmCourse, now: number): string | null {
  if (endedAt !== null) return `lasted ${spanText(endedAt - sinceAt)}`;
  return isLasting ? `for ${spanText(now - sinceAt)}` : null;
}
