import type { Generated } from 'kysely';
import type { FinishedPreview } from '#model/contract/detection-calls.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { DefaultTimestamp, JsonColumn, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';

/** A version of the settings by which detections are found; `effective_to` is null for the present one. */
export type DetectionConfigTable = {
  system_id: string;
  version: number;
  effective_from: Timestamp;
  effective_to: NullableTimestamp;
  modified_by: number | null;
  change_reason: string | null;
  minimum_hits: Generated<number>;
  minimum_average_power: number | null;
  maximum_power_deviation: number | null;
  maximum_interval_deviation: number | null;
  frequency_tolerance_multiplier: Generated<number>;
  interval_tolerance_multiplier: Generated<number>;
};

/** What was detected of a transmitter at an antenna in an hour; powers in dBm. */
export type DetectionTable = {
  system_id: string;
  rx_id: number;
  ant: number;
  hour: Timestamp;
  transmitter_id: number;
  hits: number;
  mean_power: number;
  power_deviation: number;
  max_power: number;
  mean_interval_ms: number | null;
  interval_deviation_ms: number | null;
  first_ts: Timestamp;
  last_ts: Timestamp;
  is_ambiguous: boolean;
  has_rhythm: boolean;
  config_version: number;
};

/**
 * What settings would have detected; `result` null until it is found, `job_id` null until it is asked for.
 */
export type DetectionPreviewTable = {
  id: Generated<string>;
  system_id: string;
  parameters: JsonColumn<DetectionParameters>;
  made_at: DefaultTimestamp;
  job_id: string | null;
  progress: Generated<number>;
  result: NullableJson<FinishedPreview>;
};

/** The tables of detections and of how they are found. */
export type DetectionTables = {
  detection_configs: DetectionConfigTable;
  detections: DetectionTable;
  detection_previews: DetectionPreviewTable;
};
