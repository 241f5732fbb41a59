import { alarmCodes } from '../entities/alarm-words.ts';

/**
 * ALP-1: what lasts from its alarm on, and the code of the alarm by which the same receiver, or the same
 * beacon at it, is well again. Any other alarm is of a moment.
 */
export const endingCodes: Readonly<Record<number, number>> = {
  [alarmCodes.wentOffline]: alarmCodes.backOnline,
  [alarmCodes.memoryAlmostFull]: alarmCodes.memoryOk,
  [alarmCodes.memoryFull]: alarmCodes.memoryOk,
  [alarmCodes.voltageLow]: alarmCodes.voltageNormal,
  [alarmCodes.beaconSilent]: alarmCodes.beaconBack,
  [alarmCodes.monitorSilent]: alarmCodes.monitorBack,
};

/** Those that are of a beacon: its name is the alarm's, and a receiver may hear others. */
export const beaconCodes: readonly number[] = [alarmCodes.beaconSilent, alarmCodes.monitorSilent];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The two largest units of a span: '42 s', '12 min', '3 h 5 min', '2 d 4 h'. */
export function spanText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  const [large, small, names] = span < day ? [hour, minute, ['h', 'min']] : [day, hour, ['d', 'h']];
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)} ${names[0]}${rest === 0 ? '' : ` ${rest} ${names[1]}`}`;
}

/** The times of an alarm by which it is said how long it lasted; in ms since the epoch. */
export type AlarmCourse = { AlarmCodeId: number; sinceAt: number; endedAt: number | null; isLasting: boolean };

/** How long an alarm lasted, or lasts at `now`; null of what does not last, or of which nobody knows. */
export function courseText({ sinceAt, endedAt, isLasting }: AlarmCourse, now: number): string | null {
  if (endedAt !== null) return `lasted ${spanText(endedAt - sinceAt)}`;
  return isLasting ? `for ${spanText(now - sinceAt)}` : null;
}
