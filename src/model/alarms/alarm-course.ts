import { alarmCodes } from '../entities/alarm-words.ts';

/**
 * The alarms that last (ALP-1), each with the code that ends it for the same receiver, or for the same beacon
 * there. All other alarms are momentary.
 */
export const endingCodes: Readonly<Record<number, number>> = {
  [alarmCodes.wentOffline]: alarmCodes.backOnline,
  [alarmCodes.memoryAlmostFull]: alarmCodes.memoryOk,
  [alarmCodes.memoryFull]: alarmCodes.memoryOk,
  [alarmCodes.voltageLow]: alarmCodes.voltageNormal,
  [alarmCodes.beaconSilent]: alarmCodes.beaconBack,
  [alarmCodes.monitorSilent]: alarmCodes.monitorBack,
};

/** The alarms about a beacon: they are paired by its name too, because a receiver may hear several. */
export const beaconCodes: readonly number[] = [alarmCodes.beaconSilent, alarmCodes.monitorSilent];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns the two largest units of a duration: '42 s', '12 min', '3 h 5 min', '2 d 4 h'. */
export function spanText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  const [large, small, names] = span < day ? [hour, minute, ['h', 'min']] : [day, hour, ['d', 'h']];
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)} ${names[0]}${rest === 0 ? '' : ` ${rest} ${names[1]}`}`;
}

/** The times of an alarm that tell how long it lasted; ms since the epoch. */
export type AlarmCourse = { AlarmCodeId: number; sinceAt: number; endedAt: number | null; isLasting: boolean };

/** Returns how long an alarm lasted or, at `now`, has lasted; null for momentary alarms and unknown ends. */
export function courseText({ sinceAt, endedAt, isLasting }: AlarmCourse, now: number): string | null {
  if (endedAt !== null) return `lasted ${spanText(endedAt - sinceAt)}`;
  return isLasting ? `for ${spanText(now - sinceAt)}` : null;
}
