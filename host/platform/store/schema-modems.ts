import type { Generated } from 'kysely';
import type { ModemNumber, ModemText } from '#model/entities/modem.ts';
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';

/** The columns of the numbers in a reading: each value and, of a mean, the lowest and the highest. */
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

/** What is known of a modem: by name the value, and when it was said (ms since the epoch). */
export type ModemFacts = { [Text in ModemText]?: [value: string, ts: number] } & {
  [Measured in ModemNumber]?: [value: number, ts: number];
};

/** What a modem said in texts, with the alias of the site that it named. */
export type ModemWords = { [Text in ModemText | 'site']?: string };

/** A modem (REG-28): `facts` is what is known of it, `placed_at` since when it is at its site. */
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

/** What a modem reported at a time, by its own clock; null for what it did not say. */
type ModemReadingTable = { system_id: string; modem_id: number; ts: Timestamp; words: NullableJson<ModemWords> } & {
  [Column in (typeof readingColumns)[ReadingNumber]]: number | null;
};

/** The tables of modems. */
export type ModemTables = { modems: ModemTable; modem_readings: ModemReadingTable };
