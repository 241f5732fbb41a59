import type { Generated } from 'kysely';
import type { ModemNumber, ModemText } from '#model/entities/modem.ts';
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';

/** The columns of the numbers in a reading. A mean also has its lowest and highest value. */
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

/** Returns an object with a value for each number of a reading. */
export function eachNumber<Value>(valueOf: (name: ReadingNumber) => Value): Record<ReadingNumber, Value> {
  const names = Object.keys(readingColumns) as ReadingNumber[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<ReadingNumber, Value>;
}

/** A modem's present values by name, each with the time of its report (ms since the epoch). */
export type ModemFacts = { [Text in ModemText]?: [value: string, ts: number] } & {
  [Measured in ModemNumber]?: [value: number, ts: number];
};

/** The texts of a report, and the name of the site in the report. */
export type ModemWords = { [Text in ModemText | 'site']?: string };

/** A modem (REG-28). `facts` holds its present values; `placed_at` is when it was moved to its site. */
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

/** A report of a modem; `ts` is by the modem's own clock. Null means not reported. */
type ModemReadingTable = { system_id: string; modem_id: number; ts: Timestamp; words: NullableJson<ModemWords> } & {
  [Column in (typeof readingColumns)[ReadingNumber]]: number | null;
};

/** The tables of modems. */
export type ModemTables = { modems: ModemTable; modem_readings: ModemReadingTable };
