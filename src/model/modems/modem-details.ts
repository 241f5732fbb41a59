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

/** Returns what a modem measured, in text; `missing` for what is not known. */
function measuredTexts({ supplyVoltage, coreTemperature, rssi }: Modem, missing: string) {
  return {
    voltage: supplyVoltage === null ? missing : `${decimalText(supplyVoltage, 1)} V`,
    temperature: coreTemperature === null ? missing : `${decimalText(coreTemperature, 1)} °C`,
    signal: rssi === null ? missing : powerText(rssi),
  };
}

/** Returns the newest readings of a modem for its line, with an en dash for what is not known. */
export function modemReadings(modem: Modem): [label: string, value: string][] {
  const { voltage, temperature, signal } = measuredTexts(modem, unknownText);
  return Object.entries({ Voltage: voltage, Temperature: temperature, Signal: signal });
}

/** Returns what is known of a modem, except when it was contacted, by label; 'N/a' for what is not known. */
export function modemDetails(modem: Modem): [label: string, value: string][] {
  const { voltage, temperature, signal } = measuredTexts(modem, unknown);
  const details = {
    Model: modem.model,
    'Hardware Version': modem.hardwareVersion,
    'Firmware Version': modem.firmwareVersion,
    'LAN Address': modem.lanAddress,
    'WAN Address': modem.wanAddress,
    'Core Temperature': temperature,
    'Supply Voltage': voltage,
    'SIM #': modem.sim,
    'RF Band': modem.rfBand,
    Network: modem.network,
    RSSI: signal,
  };
  return Object.entries(details).map(([label, text]) => [label, text || unknown]);
}

/** When it was contacted last, as the details say it. */
export function lastContactedText({ lastContacted }: Pick<Modem, 'lastContacted'>, relative: (ts: number) => string): string {
  return lastContacted === null ? unknown : relative(lastContacted);
}
