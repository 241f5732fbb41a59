import { alarmCodes } from '../entities/alarm-words.ts';

/** What a filter of alarms may be set to; `id` as it is read by the filter. */
export type AlarmChoice = { id: string; name: string };

/** The choice that leaves nothing out. */
export const unfilteredKey = 'all';

/** The thousands digit of the codes (ALM-4). */
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

/** The alarms that the host raises (ALM-2), and one that an address asks for beside them. */
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
