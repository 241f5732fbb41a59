import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

/** Written by contacts-store.ts alone, which keeps the rollups true. `freq_hz` in Hz, `power` in dBm. */
type ContactTable = {
  system_id: string;
  rx_id: number;
  ts: Timestamp;
  ant: number;
  freq_hz: number;
  code: number;
  type: number;
  power: number;
  n: Generated<number>;
};

/** Per hour (UTC); mean power is sum_power / count, its variance sum_power_sq / count - mean². */
type ContactsHourlyTable = {
  system_id: string;
  rx_id: number;
  ant: number;
  hour: Timestamp;
  count: number;
  sum_power: number;
  sum_power_sq: number;
  max_power: number;
};

type ContactsHourlyCodesTable = ContactsHourlyTable & { freq_hz: number; code: number; type: number };

/** The hours that have contacts, and the number of the last transaction that stored some of each. */
type TouchedHourTable = { system_id: string; rx_id: number; hour: Timestamp; touched: string };

/** An hour (its beginning, in ms since the epoch) of which a receiver brought contacts. */
export type TouchedHour = { rxId: number; hour: number };

/**
 * Up to where somebody has followed a system: the last hour that was told, by the transaction that touched
 * it. It counts for one epoch of the system only (CHG-8).
 */
export type TouchedMark = TouchedHour & { touched: string; epoch: string };

export type ContactTables = {
  contacts: ContactTable;
  contacts_hourly: ContactsHourlyTable;
  contacts_hourly_codes: ContactsHourlyCodesTable;
  touched_hours: TouchedHourTable;
};
