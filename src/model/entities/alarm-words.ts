import type { Alarm } from './alarm.ts';

/** The codes of the alarms that the host raises (ALM-2). */
export const alarmCodes = {
  backOnline: 2100,
  wentOffline: 4101,
  memoryOk: 2101,
  memoryAlmostFull: 3100,
  memoryFull: 4102,
  voltageNormal: 2102,
  voltageLow: 3101,
  retiredHeard: 3102,
  commandUnanswered: 4103,
  commandRefused: 4104,
  beaconSilent: 4200,
  beaconBack: 2200,
  monitorSilent: 4300,
  monitorBack: 2300,
} as const;

const alarmTexts: Record<number, string> = {
  [alarmCodes.backOnline]: 'has come back online!',
  [alarmCodes.wentOffline]: 'has gone offline.',
  [alarmCodes.memoryOk]: 'memory card is OK.',
  [alarmCodes.memoryAlmostFull]: 'memory is almost full.',
  [alarmCodes.memoryFull]: 'memory is full!',
  [alarmCodes.voltageNormal]: 'voltage is back to normal levels.',
  [alarmCodes.voltageLow]: 'is experiencing low voltage.',
  [alarmCodes.retiredHeard]: 'is retired but still sending.',
  [alarmCodes.commandUnanswered]: 'did not respond to a command.',
  [alarmCodes.commandRefused]: 'refused a command.',
};

const alarmCategories: Record<number, string> = { 2: 'Beacon', 3: 'Voltage monitor' };

export type AlarmIcon = 'success' | 'error' | 'warning';

/** Returns the icon of a code (ALM-4): success for 2xxx, error for 4xxx, otherwise warning. */
export function alarmIcon(code: number): AlarmIcon {
  const band = Math.floor(code / 1000);
  if (band === 2) return 'success';
  return band === 4 ? 'error' : 'warning';
}

/** Returns "{category} '{alias}' at '{site}' {text}" (ALM-3); the category is from the hundreds digit. */
export function alarmLine({ AlarmCodeId, alias, siteName }: Pick<Alarm, 'AlarmCodeId' | 'alias' | 'siteName'>): string {
  const category = alarmCategories[Math.floor((AlarmCodeId % 1000) / 100)];
  const site = siteName === '' ? undefined : `at '${siteName}'`;
  return [category, `'${alias}'`, site, alarmTexts[AlarmCodeId]].filter(Boolean).join(' ');
}
