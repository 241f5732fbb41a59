import type { Alarm } from '../entities/alarm.ts';
import { alarmCodes } from '../entities/alarm-words.ts';
import { isOfBeacon, type AlarmSentence } from './alarm-sentence.ts';

/**
 * The words for each code, and whether its time is the start of a state ('since') or the time of an event
 * ('at').
 */
const words: Readonly<Record<number, readonly [what: string, when: 'since' | 'at']>> = {
  [alarmCodes.wentOffline]: ['Offline', 'since'],
  [alarmCodes.backOnline]: ['Online', 'since'],
  [alarmCodes.memoryAlmostFull]: ['Memory almost full', 'since'],
  [alarmCodes.memoryFull]: ['Memory full', 'since'],
  [alarmCodes.memoryOk]: ['Memory OK', 'since'],
  [alarmCodes.voltageLow]: ['Low voltage', 'since'],
  [alarmCodes.voltageNormal]: ['Normal voltage', 'since'],
  [alarmCodes.retiredHeard]: ['Heard', 'at'],
  [alarmCodes.commandUnanswered]: ['No response', 'at'],
  [alarmCodes.commandRefused]: ['Refused', 'at'],
  [alarmCodes.beaconSilent]: ['Silent', 'since'],
  [alarmCodes.monitorSilent]: ['Silent', 'since'],
  [alarmCodes.beaconBack]: ['Heard again', 'since'],
  [alarmCodes.monitorBack]: ['Heard again', 'since'],
};

type Detailed = Pick<Alarm, 'AlarmCodeId' | 'FormattedTime' | 'since'>;

/**
 * Returns 'since 12:07', or 'from 12:07 to 14:07' if it ended. A time on another day than `present` includes
 * its day.
 */
function spanWords(began: string, ended: string | null, present: string): string {
  const minuteOf = (time: string): string => time.slice(time.slice(0, 10) === present ? 11 : 0, 16);
  return ended === null ? `since ${minuteOf(began)}` : `from ${minuteOf(began)} to ${minuteOf(ended)}`;
}

/**
 * Returns the second line of an alarm in the bell's list and on the alarms page (ALP-6), below the line of
 * ALM-3: the state, the receiver if the alarm is about a beacon, and the time. `receiver` is the receiver's
 * current name, null if it no longer exists. `ended` is the time of the end (ALP-8) in the format of
 * `FormattedTime`. The day is shown only if it differs from the alarm's own. Returns null for a code without
 * words.
 */
export function alarmDetail(
  { AlarmCodeId, FormattedTime, since }: Detailed,
  receiver: string | null,
  ended: string | null = null,
): AlarmSentence | null {
  const known = words[AlarmCodeId];
  if (known === undefined) return null;
  const [what, when] = known;
  const day = FormattedTime.slice(0, 10);
  const span = when === 'at' ? `at ${FormattedTime.slice(11, 16)}` : spanWords(since ?? FormattedTime, ended, day);
  if (receiver === null || !isOfBeacon(AlarmCodeId)) return { before: `${what} ${span}`, name: '', after: '' };
  return { before: `${what} at `, name: receiver, after: ` ${span}` };
}

/** Returns the second line without an end, as one string; null for a code without words. */
export function alarmDetailText(alarm: Detailed, receiver: string | null): string | null {
  const detail = alarmDetail(alarm, receiver);
  return detail && `${detail.before}${detail.name}${detail.after}`;
}
