import type { ColumnType, Generated } from 'kysely';
import type { Settings } from '#model/config/settings.ts';
import type { Level } from '#model/entities/receiver-health.ts';
import type { DataSort } from '#model/entities/retention.ts';
import type { DefaultJson, DefaultTimestamp, JsonColumn, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';
import type { AccountTables } from './schema-accounts.ts';
import type { BeaconTables } from './schema-beacons.ts';
import type { ChangeTables } from './schema-changes.ts';
import type { DetectionTables } from './schema-detection.ts';
import type { FileTables } from './schema-files.ts';
import type { LayerTables } from './schema-layers.ts';
import type { ModemTables } from './schema-modems.ts';
import type { WebhookTables } from './schema-webhooks.ts';
import type { CommandTables, SimulatedManners } from './schema-commands.ts';
import type { ContactTables } from './schema-contacts.ts';

export type SiteTable = {
  id: Generated<number>;
  system_id: string;
  alias: string;
  color: Generated<string>;
  point_style: Generated<string>;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/**
 * A receiver as people set it; `model` is the model they chose. What the receiver itself reports is in
 * `receiver_reports`.
 */
export type ReceiverTable = {
  id: Generated<number>;
  system_id: string;
  site_id: number | null;
  alias: string;
  model: Generated<number>;
  ip_address: Generated<string>;
  port_number: Generated<number>;
  enabled: Generated<boolean>;
  color: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  /** The settings, with the names of #model/config/settings.ts. */
  config: DefaultJson<Settings>;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
  /** When the receiver was retired, and when it was first heard after that. */
  retired_at: NullableTimestamp;
  retired_heard_at: NullableTimestamp;
};

/**
 * The places of a receiver over time, written by a trigger of `receivers`. `since` null: from the beginning.
 * `until` null: the present place. `site_alias`: the site's last name.
 */
export type ReceiverLocationTable = {
  id: Generated<number>;
  system_id: string;
  rx_id: number;
  since: NullableTimestamp;
  until: NullableTimestamp;
  latitude: number | null;
  longitude: number | null;
  site_id: number | null;
  site_alias: string | null;
  noted_at: DefaultTimestamp;
};

/** Notes of visits to a receiver, with their authors' names at that time. */
export type ReceiverNoteTable = {
  id: Generated<number>;
  system_id: string;
  rx_id: number;
  visited_at: Timestamp;
  text: string;
  user_id: number | null;
  user_name: string | null;
};

/** A receiver's settings after each change of them, kept for as long as the system exists. */
export type ReceiverConfigTable = {
  system_id: string;
  rx_id: number;
  revision: number;
  at: Timestamp;
  user_id: number | null;
  user_name: string | null;
  through: string;
  config: JsonColumn<Settings>;
};

/**
 * A receiver's newest reports; a receiver without reports has no row. `model` is null until reported. Times
 * are those of the reports, and a late report does not replace a newer one. `info_time` is the time of
 * memory, voltage and firmware.
 */
export type ReceiverReportTable = {
  rx_id: number;
  status: Generated<number>;
  status_time: NullableTimestamp;
  info_time: NullableTimestamp;
  model: number | null;
  memory_used_mb: number | null;
  memory_total_mb: number | null;
  voltage: number | null;
  firmware_major: number | null;
  firmware_minor: number | null;
  firmware_patch: number | null;
  memory_level: Generated<Level | null>;
  voltage_level: Generated<Level | null>;
  /** When the receiver went missing, and whether an alarm was raised for it (ALM-5). */
  missed_since: NullableTimestamp;
  gone_alarmed: Generated<boolean>;
};

export type ReceiverStateEventTable = { system_id: string; rx_id: number; at: Timestamp; status: number };

/** A receiver's report; `ts` is by the receiver's own clock. Null: not reported. */
export type ReceiverVitalsTable = {
  rx_id: number;
  ts: Timestamp;
  status: number | null;
  model: number | null;
  voltage: number | null;
  memory_used_mb: number | null;
  memory_total_mb: number | null;
  temperature: number | null;
  firmware_major: number | null;
  firmware_minor: number | null;
  firmware_patch: number | null;
  clock_offset_ms: number | null;
};

/** When any host last heard a receiver. */
export type ReceiversHeardTable = {
  rx_id: number;
  heard_at: Timestamp;
  uploads_every_ms: ColumnType<number | null, never, number | null>;
};

/** The time of a receiver's newest contact. */
type LastContactTable = { rx_id: number; contact_at: Timestamp };

/** A key of receivers; only its hash is stored. */
export type ReceiverKeyTable = {
  id: Generated<number>;
  system_id: string;
  name: string;
  key_hash: Buffer;
  created_at: DefaultTimestamp;
  last_used_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
};

/**
 * The numbers (`seq`) of contacts stored with a key, as a multirange. New contacts with numbers below
 * `closed_below` are refused.
 */
export type ReceiverKeySequenceTable = { key_id: number; taken: Generated<string>; closed_below: Generated<number> };

/** The database assigns `id`, counting up within the system. */
export type AlarmTable = {
  system_id: string;
  id: Generated<number>;
  alarm_code_id: number;
  rx_id: number | null;
  alias: string;
  site_name: string;
  at: DefaultTimestamp;
  /** Whether the receiver was snoozed when the alarm was raised. */
  snoozed: Generated<boolean>;
  /**
   * For a receiver that went offline: when it went missing, and the minutes after which the alarm was due.
   */
  missed_since: NullableTimestamp;
  missed_minutes: Generated<number | null>;
};

/**
 * Up to which alarm a system's people were emailed, and how many emails each of them got since
 * `window_since`.
 */
export type AlarmMailTable = {
  system_id: string;
  last_id: number;
  window_since: NullableTimestamp;
  window_mails: Generated<number>;
};

export type RxSnoozeTable = { system_id: string; rx_id: number; snooze_until: Timestamp };

/** A model of transmitters. The row is added with the first transmitter of that model. */
export type TransmitterModelTable = { id: Generated<number>; system_id: string; model_number: string };

/** `code_number` is null for beepers; `purpose`: 0 tag, 1 beacon, 2 voltage monitor. */
export type TransmitterTable = {
  id: Generated<number>;
  system_id: string;
  serial_number: string;
  model_number: string;
  protocol_id: number;
  frequency_hz: number;
  frequency_variance_hz: Generated<number>;
  code_number: number | null;
  emit_interval_ms: number;
  emit_interval_variance_ms: Generated<number>;
  purpose: Generated<number>;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

export type AnimalTable = {
  id: Generated<number>;
  system_id: string;
  species: string;
  alias: string;
  gender: number;
  weight_g: number;
  age_days: number;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

export type TagTable = {
  id: Generated<number>;
  system_id: string;
  animal_id: number;
  transmitter_id: number;
  release_time: NullableTimestamp;
  release_latitude: number | null;
  release_longitude: number | null;
  retrieve_time: NullableTimestamp;
  retrieve_latitude: number | null;
  retrieve_longitude: number | null;
  rev: Generated<number>;
  created_at: Generated<Date>;
};

/** When a tag was last heard, and by which receiver; there is no row before the first contact. */
export type TagContactTable = { tag_id: number; last_contacted: NullableTimestamp; rx_id: number | null };

/**
 * The progress of a system's simulation, written by the simulator. `rx_ids` lists the receivers by their
 * number in the simulated world. `obeys`: the simulated receivers follow their settings.
 */
export type SimulationTable = {
  system_id: string;
  seed: number;
  live_from: Timestamp;
  live_to: Timestamp;
  rx_ids: number[];
  obeys: Generated<boolean>;
  edition: Generated<number>;
  manners: NullableJson<SimulatedManners>;
};

/** Leases of tasks that one host at a time does (HOST-12); `fence` is never reused. */
export type LeaseTable = { task: string; system_id: string; holder: string; fence: Generated<number>; expires_at: Timestamp };

/** Stretches of time whose contacts must still be simulated. */
export type SimulationHistoryTable = { system_id: string; starts: Timestamp; ends: Timestamp };

/** The settings and place of a simulated receiver, in degrees; `model`: 0 Orion, 1 Ares (RX-1). */
export type Setup = { model: 0 | 1; latitude: number; longitude: number; settings: Settings };

/**
 * The setup with which a simulated receiver hears from `since` on; null: it hears nothing. The simulator
 * writes it.
 */
export type SimulatedSetupTable = { system_id: string; rx_id: number; since: Timestamp; setup: NullableJson<Setup> };

/**
 * The time before which a system's data of one sort are or will be deleted; contacts before it are refused.
 * `deleted` counts what was deleted so far; `finished_at` is null while the deletion is in progress.
 */
export type DataFloorTable = {
  system_id: string;
  sort: DataSort;
  before: Timestamp;
  announced: number;
  deleted: Generated<number>;
  finished_at: NullableTimestamp;
};

/** All tables of the database, as the migrations create them. */
export type DatabaseSchema = AccountTables &
  BeaconTables &
  ChangeTables &
  CommandTables &
  ContactTables &
  DetectionTables &
  FileTables &
  LayerTables &
  ModemTables &
  WebhookTables & {
    sites: SiteTable;
    receivers: ReceiverTable;
    receiver_configs: ReceiverConfigTable;
    receiver_locations: ReceiverLocationTable;
    receiver_notes: ReceiverNoteTable;
    receiver_reports: ReceiverReportTable;
    receiver_state_events: ReceiverStateEventTable;
    receiver_vitals: ReceiverVitalsTable;
    receivers_heard: ReceiversHeardTable;
    last_contacts: LastContactTable;
    receiver_keys: ReceiverKeyTable;
    receiver_key_sequences: ReceiverKeySequenceTable;
    alarms: AlarmTable;
    rx_snooze: RxSnoozeTable;
    alarm_mails: AlarmMailTable;
    webhook_turns: AlarmMailTable;
    transmitter_models: TransmitterModelTable;
    transmitters: TransmitterTable;
    animals: AnimalTable;
    tags: TagTable;
    tag_contacts: TagContactTable;
    simulations: SimulationTable;
    simulation_history: SimulationHistoryTable;
    simulated_setups: SimulatedSetupTable;
    leases: LeaseTable;
    data_floors: DataFloorTable;
  };
