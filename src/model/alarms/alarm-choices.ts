import { alarmCodes } from '../entities/alarm-words.ts';

/** A choice of an alarm filter; `id` is the filter's value as text. */
export type AlarmChoice = { id: string; name: string };

/** The choice that shows all alarms. */
export const unfilteredKey = 'all';

/** The levels, by the thousands digit of their codes (ALM-4). */
export const levelChoices: readonly AlarmChoice[] = [
  { id: unfilteredKey, name: 'All levels' },
  { id: '4', name: 'Failures' },
  { id: '3', name: 'Warnings' },
  { id: '2', name: 'Back to normal' },
  { id: '1', name: 'Notes' },
];

export const snoozeFilterChoices: readonly AlarmChoice[] = [
  { id: unfilteredKey, name: 'Snoozed or not' },
  { id: 'no', name: 'Not snoozed' },
  { id: 'yes', name: 'Snoozed' },
];

const codeNames: Readonly<Record<keyof typeof alarmCodes, string>> = {
  wentOffline: 'Gone offline',
  backOnline: 'Back online',
  memoryAlmostFull: 'Memory almost full',
  memoryFull: 'Memory full',
  memoryOk: 'Memory OK again',
  voltageLow: 'Low voltage',
  voltageNormal: 'Voltage normal again',
  retiredHeard: 'Retired but still sending',
  commandUnanswered: 'Command not answered',
  commandRefused: 'Command refused',
  beaconSilent: 'Beacon silent',
  beaconBack: 'Beacon heard again',
  monitorSilent: 'Voltage monitor silent',
  monitorBack: 'Voltage monitor heard again',
};

/**
 * Returns a choice for each code that the host raises (ALM-2), and one for `asked`, the code in the address,
 * if it is another code.
 */
export function codeChoices(asked: number | null): AlarmChoice[] {
  const known = Object.entries(codeNames).map(([key, name]) => ({
    id: String(alarmCodes[key as keyof typeof alarmCodes]),
    name,
  }));
  const isKnown = asked === null || known.some(({ id }) => id === String(asked));
  return [
    { id: unfilteredKey, name: 'All alarms' },
    ...known,
    ...(isKnown ? [] : [{ id: String(asked), name: `Code ${asked}` }]),
  ];
}
