import { type Alarm } from '../entities/alarm.ts';
import { alarmCodes, alarmLine } from '../entities/alarm-words.ts';

const { beaconSilent, beaconBack, monitorSilent, monitorBack } = alarmCodes;

/** What has no text (ALM-2) has an icon in the list; elsewhere nothing else says which it is. */
const beaconWords: Readonly<Record<number, string>> = {
  [beaconSilent]: 'is silent',
  [monitorSilent]: 'is silent',
  [beaconBack]: 'is heard again',
  [monitorBack]: 'is heard again',
};

/** True of the alarms of a beacon or a voltage monitor, whose name is the alarm's (ALM-20). */
export function isOfBeacon(code: number): boolean {
  return code in beaconWords;
}

type Said = Pick<Alarm, 'AlarmCodeId' | 'alias' | 'siteName'>;

/** A sentence around the quoted name of the receiver; the name is empty where none is known. */
export type AlarmSentence = { before: string; name: string; after: string };

/**
 * ALM-21: the words of ALM-3, and of a beacon also what became of it, and at which receiver: `receiver` is
 * what that is called now, null where it no longer exists.
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

/** The same as one text. */
export function alarmText(alarm: Said, receiver: string | null): string {
  const { before, name, after } = alarmSentence(alarm, receiver);
  return `${before}${name}${after}`;
}
