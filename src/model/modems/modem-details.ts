import type { Modem } from '../entities/modem.ts';
import { decimalText, powerText, unknownText } from '../text/number-text.ts';

/** How often the list is requested (REG-30), in ms. */
export const modemPollMs = 60_000;

/** How long after its last contact a modem counts as online (ms). */
const onlineMs = 15 * 60_000;

/** The text for an unknown value. */
const unknown = 'N/a';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the modems sorted by name, 'Modem 2' before 'Modem 10'. */
export function modemsByName(modems: readonly Modem[]): Modem[] {
  return modems.toSorted((one, other) => byName.compare(one.name, other.name) || one.id - other.id);
}

/** Returns true up to 15 minutes after the modem's last contact; false if it never had one (REG-30). */
export function isModemOnline({ lastContacted }: Pick<Modem, 'lastContacted'>, now: number): boolean {
  return lastContacted !== null && now - lastContacted <= onlineMs;
}

/** Returns a modem's readings as text; `missing` replaces unknown ones. */
function measuredTexts({ supplyVoltage, coreTemperature, rssi }: Modem, missing: string) {
  return {
    voltage: supplyVoltage === null ? missing : `${decimalText(supplyVoltage, 1)} V`,
    temperature: coreTemperature === null ? missing : `${decimalText(coreTemperature, 1)} °C`,
    signal: rssi === null ? missing : powerText(rssi),
  };
}

/** Returns the newest readings of a modem for its row, with an en dash for unknown ones. */
export function modemReadings(modem: Modem): [label: string, value: string][] {
  const { voltage, temperature, signal } = measuredTexts(modem, unknownText);
  return Object.entries({ Voltage: voltage, Temperature: temperature, Signal: signal });
}

/** Returns the details of a modem by label, except its last contact; 'N/a' for unknown ones. */
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

/** Returns when the modem was last contacted, for its details. */
export function lastContactedText({ lastContacted }: Pick<Modem, 'lastContacted'>, relative: (ts: number) => string): string {
  return lastContacted === null ? unknown : relative(lastContacted);
}
