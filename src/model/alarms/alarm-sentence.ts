import { type Alarm } from '../entities/alarm.ts';
import { alarmCodes, alarmLine } from '../entities/alarm-words.ts';

const { beaconSilent, beaconBack, monitorSilent, monitorBack } = alarmCodes;

/** The words for codes that have only an icon in the list (ALM-2); other places must say what happened. */
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

/** A sentence split around the quoted name of the receiver; the name is empty if unknown. */
export type AlarmSentence = { before: string; name: string; after: string };

/**
 * Returns the sentence of ALM-3; for a beacon also what happened and at which receiver (ALM-21). `receiver`
 * is its current name, null if it no longer exists.
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

/** Returns the same as one string. */
export function alarmText(alarm: Said, receiver: string | null): string {
  const { before, name, after } = alarmSentence(alarm, receiver);
  return `${before}${name}${after}`;
}
