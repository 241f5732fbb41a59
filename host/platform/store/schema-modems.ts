import type { Generated } from 'kysely';
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';
import type { ModemFacts, ModemWords } from './fleet/modem-readings.ts';

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
type ModemReadingTable = {
  system_id: string;
  modem_id: number;
  ts: Timestamp;
  voltage: number | null;
  voltage_min: number | null;
  voltage_max: number | null;
  temperature: number | null;
  temperature_min: number | null;
  temperature_max: number | null;
  rssi: number | null;
  words: NullableJson<ModemWords>;
};

/** The tables of modems. */
export type ModemTables = { modems: ModemTable; modem_readings: ModemReadingTable };
