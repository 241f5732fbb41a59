import * as v from 'valibot';
import {
  detectionConfigSchema,
  detectionParametersSchema,
  longestChangeReason,
  reprocessJobSchema,
} from '../entities/detection-config.ts';
import { administrator } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, text } from '../fields/fields.ts';
import { within } from '../fields/value-fields.ts';
import { endsFirst, instantText } from '../fields/instant-fields.ts';
import { pageOf } from '../fields/query-fields.ts';
import { isoInstant } from '../time/iso-instant.ts';

const reprocessRange = { startDate: instantText, endDate: instantText, chunkSize: within(1, 12) };

/**
 * A finished preview (DET-4) for the last 7 days. It counts a detection for each transmitter, receiver,
 * antenna and hour.
 */
const finishedPreview = v.object({
  currentDetectionCount: v.number(),
  previewDetectionCount: v.number(),
  /** How many current detections would no longer be found. New detections do not offset them. */
  lostDetectionCount: v.number(),
  /** Null if there are no current detections: a change from nothing has no percentage. */
  estimatedChangePercent: v.nullable(v.number()),
  /** The pairs of transmitter and receiver that gain or lose detections, most changed first. */
  changes: v.array(v.object({ transmitterId: v.number(), receiverId: v.number(), gained: v.number(), lost: v.number() })),
});

export type FinishedPreview = v.InferOutput<typeof finishedPreview>;

/** A preview that is still running when its call returns. Request it again with `getDetectionPreview`. */
const runningPreview = v.object({ previewId: v.string(), progressPct: v.number() });

const detectionPreview = v.union([finishedPreview, runningPreview]);
export type DetectionPreview = v.InferOutput<typeof detectionPreview>;

/**
 * How a completed job changed detections (one for each transmitter, receiver, antenna and hour), by pair of
 * transmitter and receiver, most changed first. `rows` contains at most `mostSummaryRows` pairs; `totalRows`
 * counts all.
 */
const reprocessSummary = v.object({
  rows: v.array(
    v.object({
      transmitterId: v.number(),
      receiverId: v.number(),
      added: v.number(),
      removed: v.number(),
      kept: v.number(),
    }),
  ),
  totalRows: v.number(),
});
export type ReprocessSummary = v.InferOutput<typeof reprocessSummary>;

/** The most pairs of transmitter and receiver that a summary lists. */
export const mostSummaryRows = 10_000;

/** Checks that a range does not end before it starts. */
function inOrder<T extends { startDate: string; endDate: string }>() {
  return v.check<T, string>(({ startDate, endDate }) => isoInstant(startDate) <= isoInstant(endDate), endsFirst());
}

/** CALL-3: detection settings and reprocessing. */
export const detectionCalls = calls({
  getDetectionConfig: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/detection-config',
    access: { role: administrator },
    reply: v.object({ detectionConfig: detectionConfigSchema }),
  },
  saveDetectionConfig: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/detection-config',
    access: { role: administrator },
    body: v.object({ ...detectionParametersSchema.entries, changeReason: v.nullable(text(longestChangeReason)) }),
    reply: v.object({ detectionConfig: detectionConfigSchema }),
  },
  listDetectionConfigs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/detection-config/history',
    access: { role: administrator },
    query: v.object(pageOf),
    reply: v.object({ configs: v.array(detectionConfigSchema), pagination: v.object({ totalConfigs: v.number() }) }),
  },
  previewDetectionConfig: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/detection-config/preview',
    access: { role: administrator },
    body: detectionParametersSchema,
    reply: detectionPreview,
  },
  getDetectionPreview: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/detection-config/preview/{previewId}',
    access: { role: administrator },
    reply: detectionPreview,
  },
  cancelDetectionPreview: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/detection-config/preview/{previewId}/cancel',
    access: { role: administrator },
    reply: message,
  },
  estimateReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/estimate',
    access: { role: administrator },
    body: v.pipe(v.object({ ...reprocessRange, throttle: v.optional(within(0, 60), 0) }), inOrder()),
    /**
     * `startTime` and `endTime` delimit the full hours that would be reprocessed, in ms since 1970.
     * `estimatedDuration` is in minutes. Chunks without contacts (`emptyChunks`) are skipped.
     */
    reply: v.object({
      startTime: v.number(),
      endTime: v.number(),
      totalChunks: v.number(),
      emptyChunks: v.number(),
      contacts: v.number(),
      estimatedDuration: v.number(),
    }),
  },
  startReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/start',
    access: { role: administrator },
    body: v.pipe(v.object({ ...reprocessRange, throttle: within(0, 60) }), inOrder()),
    reply: v.object({ job: v.object({ jobId: v.string() }) }),
  },
  listOrphanedJobs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/reprocess/orphaned',
    access: { role: administrator },
    reply: v.object({ jobs: v.array(reprocessJobSchema) }),
  },
  listReprocessJobs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/history',
    access: { role: administrator },
    query: v.object({ ...pageOf, status: v.optional(v.picklist(['running', 'completed', 'failed', 'cancelled'])) }),
    reply: v.object({
      jobs: v.array(reprocessJobSchema),
      pagination: v.object({
        currentPage: v.number(),
        totalPages: v.number(),
        totalJobs: v.number(),
        jobsPerPage: v.number(),
        hasRunningJobs: v.boolean(),
      }),
    }),
  },
  getReprocessJob: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/{jobId}',
    access: { role: administrator },
    reply: v.object({ job: reprocessJobSchema }),
  },
  cancelReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/{jobId}/cancel',
    access: { role: administrator },
    reply: message,
  },
  getReprocessSummary: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/{jobId}/summary',
    access: { role: administrator },
    reply: reprocessSummary,
  },
  restoreReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/{jobId}/restore',
    access: { role: administrator },
    reply: message,
  },
});
