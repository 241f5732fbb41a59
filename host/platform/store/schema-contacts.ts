import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

/** Written only by contacts-store.ts, which updates the rollups as well. `freq_hz` in Hz, `power` in dBm. */
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

/** Contacts by hour (UTC). Mean power is sum_power / count, its variance sum_power_sq / count - mean². */
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

/** The hours with contacts. `touched`: the last transaction that stored contacts of the hour. */
type TouchedHourTable = { system_id: string; rx_id: number; hour: Timestamp; touched: string };

/** An hour (its start, in ms since 1970) in which a receiver has contacts. */
export type TouchedHour = { rxId: number; hour: number };

/**
 * How far a reader has followed a system: the last hour that it read, and the transaction that touched it.
 * Valid only in that epoch of the system (CHG-8).
 */
export type TouchedMark = TouchedHour & { touched: string; epoch: string };

export type ContactTables = {
  contacts: ContactTable;
  contacts_hourly: ContactsHourlyTable;
  contacts_hourly_codes: ContactsHourlyCodesTable;
  touched_hours: TouchedHourTable;
};
