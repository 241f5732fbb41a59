import type { Generated } from 'kysely';
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';

/** The texts that a modem reports. */
export const modemTexts = [
  'model',
  'hardwareVersion',
  'firmwareVersion',
  'lanAddress',
  'wanAddress',
  'sim',
  'rfBand',
  'network',
] as const;
export type ModemText = (typeof modemTexts)[number];

/** The measurements that a modem reports, in V, °C and dBm. */
export const modemNumbers = ['supplyVoltage', 'coreTemperature', 'rssi'] as const;
export type ModemNumber = (typeof modemNumbers)[number];

/** The columns of a reading's numbers: each value and, for a mean, its lowest and highest. */
export const readingColumns = {
  supplyVoltage: 'voltage',
  voltageMin: 'voltage_min',
  voltageMax: 'voltage_max',
  coreTemperature: 'temperature',
  temperatureMin: 'temperature_min',
  temperatureMax: 'temperature_max',
  rssi: 'rssi',
} as const;
export type ReadingNumber = keyof typeof readingColumns;

/** Returns a value for each number of a reading. */
export function eachNumber<Value>(valueOf: (name: ReadingNumber) => Value): Record<ReadingNumber, Value> {
  const names = Object.keys(readingColumns) as ReadingNumber[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<ReadingNumber, Value>;
}

/** A modem's present values by name, with the time of each report (ms since the epoch). */
export type ModemFacts = { [Text in ModemText]?: [value: string, ts: number] } & {
  [Measured in ModemNumber]?: [value: number, ts: number];
};

/** The texts of a report, with the name of the site in it. */
export type ModemWords = { [Text in ModemText | 'site']?: string };

/** A modem (REG-28): `facts` holds its present values, `placed_at` since when it is at its site. */
type ModemTable = {
  id: Generated<number>;
  system_id: string;
  site_id: number | null;
  name: string;
  facts: DefaultJson<ModemFacts>;
  last_contacted: NullableTimestamp;
  placed_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

/** A modem's report at a time, by its own clock; null means not reported. */
type ModemReadingTable = { system_id: string; modem_id: number; ts: Timestamp; words: NullableJson<ModemWords> } & {
  [Column in (typeof readingColumns)[ReadingNumber]]: number | null;
};

/** The tables of modems. */
export type ModemTables = { modems: ModemTable; modem_readings: ModemReadingTable };
