import type { Modem } from '../entities/modem.ts';
import { decimalText, powerText, unknownText } from '../text/number-text.ts';

/** How often the list is asked for (REG-30), in ms. */
export const modemPollMs = 60_000;

/** A modem that was contacted so lately is online (ms). */
const onlineMs = 15 * 60_000;

/** What is not known of a modem. */
const unknown = 'N/a';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The modems by name, 'Modem 2' before 'Modem 10'. */
export function modemsByName(modems: readonly Modem[]): Modem[] {
  return modems.toSorted((one, other) => byName.compare(one.name, other.name) || one.id - other.id);
}

/** REG-30: true up to 15 minutes after it was contacted last; false for one that never was. */
export function isModemOnline({ lastContacted }: Pick<Modem, 'lastContacted'>, now: number): boolean {
  return lastContacted !== null && now - lastContacted <= onlineMs;
}

const degrees = (value: number): string => `${decimalText(value, 1)} °C`;
const volts = (value: number): string => `${decimalText(value, 1)} V`;

/** The newest readings of a modem, as its line has them: what is not known is an en dash. */
export function modemReadings({ supplyVoltage, coreTemperature, rssi }: Modem): [label: string, value: string][] {
  const measured = (value: number | null, write: (known: number) => string): string =>
    value === null ? unknownText : write(value);
  return [
    ['Voltage', measured(supplyVoltage, volts)],
    ['Temperature', measured(coreTemperature, degrees)],
    ['Signal', measured(rssi, powerText)],
  ];
}

/** What is known of a modem beside when it was contacted, each with its label; 'N/a' for what is not. */
export function modemDetails(modem: Modem): [label: string, value: string][] {
  const text = (value: string | null): string => (value === null || value === '' ? unknown : value);
  const measured = (value: number | null, write: (known: number) => string): string => (value === null ? unknown : write(value));
  return [
    ['Model', text(modem.model)],
    ['Hardware Version', text(modem.hardwareVersion)],
    ['Firmware Version', text(modem.firmwareVersion)],
    ['LAN Address', text(modem.lanAddress)],
    ['WAN Address', text(modem.wanAddress)],
    ['Core Temperature', measured(modem.coreTemperature, degrees)],
    ['Supply Voltage', measured(modem.supplyVoltage, volts)],
    ['SIM #', text(modem.sim)],
    ['RF Band', text(modem.rfBand)],
    ['Network', text(modem.network)],
    ['RSSI', measured(modem.rssi, powerText)],
  ];
}

/** When it was contacted last, as the details say it. */
export function lastContactedText({ lastContacted }: Pick<Modem, 'lastContacted'>, relative: (ts: number) => string): string {
  return lastContacted === null ? unknown : relative(lastContacted);
}
