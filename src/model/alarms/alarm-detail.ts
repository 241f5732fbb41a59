import type { Alarm } from '../entities/alarm.ts';
import { alarmCodes } from '../entities/alarm-words.ts';
import { isOfBeacon, type AlarmSentence } from './alarm-sentence.ts';

/** What has been so since a time, or happened at it. */
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

/** Returns 'since 12:07', or 'from 12:07 to 14:07' if it ended; names a day other than `present`. */
function spanWords(began: string, ended: string | null, present: string): string {
  const minuteOf = (time: string): string => time.slice(time.slice(0, 10) === present ? 11 : 0, 16);
  return ended === null ? `since ${minuteOf(began)}` : `from ${minuteOf(began)} to ${minuteOf(ended)}`;
}

/**
 * The line below that of ALM-3, in the bell's list and on the page of alarms (ALP-6): what is so, of a
 * beacon at which receiver, and since when. `receiver` is what that is called now, null where it no longer
 * exists, `ended` the time of its end (ALP-8) as `FormattedTime`. The day is named only where it is another
 * than the alarm's own. Null of a code without words.
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

/** The same as one text. */
export function alarmDetailText(alarm: Detailed, receiver: string | null): string | null {
  const detail = alarmDetail(alarm, receiver);
  return detail && `${detail.before}${detail.name}${detail.after}`;
}
