import { type Alarm } from '../entities/alarm.ts';
import { alarmCodes, alarmLine } from '../entities/alarm-words.ts';

const { beaconSilent, beaconBack, monitorSilent, monitorBack } = alarmCodes;

/**
 * What happened to a beacon or voltage monitor. The line of ALM-3 has no text for these codes (ALM-2),
 * because the list shows their icon beside it. Text without an icon needs these words.
 */
const beaconWords: Readonly<Record<number, string>> = {
  [beaconSilent]: 'is silent',
  [monitorSilent]: 'is silent',
  [beaconBack]: 'is heard again',
  [monitorBack]: 'is heard again',
};

/** Returns true for alarms about a beacon or voltage monitor, which name it (ALM-20). */
export function isOfBeacon(code: number): boolean {
  return code in beaconWords;
}

type Said = Pick<Alarm, 'AlarmCodeId' | 'alias' | 'siteName'>;

/** A text split around the receiver's name; `name` is empty if the text does not contain it. */
export type AlarmSentence = { before: string; name: string; after: string };

/**
 * Returns the sentence of ALM-3. For a beacon, it also says what happened and at which receiver (ALM-21).
 * `receiver` is the receiver's current name, null if it no longer exists.
 */
export function alarmSentence(alarm: Said, receiver: string | null): AlarmSentence {
  const line = alarmLine(alarm);
  const became = beaconWords[alarm.AlarmCodeId];
  if (became !== undefined)
    return receiver === null
      ? { before: `${line} ${became}.`, name: '', after: '' }
      : { before: `${line} ${became} at receiver `, name: `'${receiver}'`, after: '.' };
  const name = `'${alarm.alias}'`;
  const at = line.indexOf(name);
  return { before: line.slice(0, at), name, after: line.slice(at + name.length) };
}

/** Returns the sentence of `alarmSentence` as one string. */
export function alarmText(alarm: Said, receiver: string | null): string {
  const { before, name, after } = alarmSentence(alarm, receiver);
  return `${before}${name}${after}`;
}
