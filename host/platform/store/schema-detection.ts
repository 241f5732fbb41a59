import type { Generated } from 'kysely';
import type { FinishedPreview } from '#model/contract/detection-calls.ts';
import type { DetectionParameters, ReprocessJob } from '#model/entities/detection-config.ts';
import type { DefaultJson, DefaultTimestamp, JsonColumn, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';
import type { TouchedHour, TouchedMark } from './schema-contacts.ts';

/** A version of the detection settings; `effective_to` is null for the current one. */
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

/**
 * What was detected of a transmitter at an antenna in an hour; powers in dBm. The measured interval, and the
 * interval registered then, are null if they agree (DET-22). `stretches` is null if the hour is one stretch
 * (VISIT-1).
 */
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
  measured_interval_ms: number | null;
  registered_interval_ms: number | null;
  stretches: number[] | null;
};

/**
 * A preview of what some settings would detect. `result` is null until the job has computed it, `job_id`
 * until a job is enqueued. A `superseded` preview is never computed, because a newer one was requested.
 */
export type DetectionPreviewTable = {
  id: Generated<string>;
  system_id: string;
  parameters: JsonColumn<DetectionParameters>;
  made_at: DefaultTimestamp;
  job_id: string | null;
  progress: Generated<number>;
  result: NullableJson<FinishedPreview>;
  superseded: Generated<boolean>;
};

/**
 * A reprocessing job for whole hours with from ≤ hour < to, with a version of the settings and a list of
 * transmitters (`senders`: the list's mark). `next_at` is the next hour to process; `job_id` is the
 * background job.
 */
export type ReprocessJobTable = {
  id: Generated<string>;
  system_id: string;
  status: Generated<ReprocessJob['status']>;
  created_at: DefaultTimestamp;
  created_by: number | null;
  start_time: Timestamp;
  end_time: Timestamp;
  config_version: number;
  senders: string;
  chunk_hours: number;
  throttle_s: number;
  next_at: Timestamp;
  elapsed_ms: Generated<number>;
  job_id: string | null;
  mark: NullableJson<TouchedMark>;
  error: string | null;
  ended_at: NullableTimestamp;
  added: number | null;
  removed: number | null;
  kept: number | null;
  restored_at: NullableTimestamp;
  replaced_mark: NullableJson<TouchedMark>;
  replaced_pending: DefaultJson<readonly TouchedHour[]>;
};

/** What a completed job changed in the detections of a transmitter at a receiver. */
export type ReprocessSummaryTable = {
  job_id: string;
  transmitter_id: number;
  rx_id: number;
  added: number;
  removed: number;
  kept: number;
};

/** A visit of a tag (VISIT-2); `own_rx_id` is set if the site is a receiver without a site. */
export type VisitTable = {
  system_id: string;
  tag_id: number;
  site_id: number | null;
  own_rx_id: number | null;
  arrived_at: Timestamp;
  left_at: Timestamp;
  first_rx_id: number;
  last_rx_id: number;
};

/** The tables of detections and of how they are found. */
export type DetectionTables = {
  detection_configs: DetectionConfigTable;
  detections: DetectionTable;
  detection_previews: DetectionPreviewTable;
  reprocess_jobs: ReprocessJobTable;
  reprocess_summaries: ReprocessSummaryTable;
  visits: VisitTable;
};
