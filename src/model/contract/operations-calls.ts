import * as v from 'valibot';
import { alarmLimit, alarmSchema, snoozeSchema } from '../entities/alarm.ts';
import { detectionConfigSchema, detectionParametersSchema, reprocessJobSchema } from '../entities/detection-config.ts';
import { dumpFileNameSchema, dumpFileSchema } from '../entities/dump-file.ts';
import { administrator, researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, text } from './fields.ts';
import { rowIds, within } from './value-fields.ts';
import { endsFirst, instantMs, instantText, spanMs } from './instant-fields.ts';
import { pageOf, queryInstant, queryWhole, someIds } from './query-fields.ts';
import { isoInstant } from '../time/iso-instant.ts';

const reprocessRange = { startDate: instantText, endDate: instantText, chunkSize: within(1, 12) };

/** The check that a range does not end before it starts. */
function inOrder<T extends { startDate: string; endDate: string }>() {
  return v.check<T, string>(({ startDate, endDate }) => isoInstant(startDate) <= isoInstant(endDate), endsFirst());
}

/** CALL-3: alarms, files, detection. */
export const operationsCalls = calls({
  listAlarms: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms',
    access: { role: viewer },
    query: v.pipe(
      v.object({
        from: v.optional(queryInstant),
        to: v.optional(queryInstant),
        limit: v.optional(queryWhole(1, 500), alarmLimit),
      }),
      v.forward(
        v.check(({ from = 0, to = from }) => from <= to, endsFirst()),
        ['to'],
      ),
    ),
    reply: v.object({ alarms: v.array(alarmSchema) }),
    summary: 'The newest alarms first; from and to in ms since the epoch',
  },
  listSnoozes: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: viewer },
    reply: v.object({ snoozeTimes: v.array(snoozeSchema) }),
    summary: 'Receivers whose alarms are silenced',
  },
  snoozeReceivers: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: researcher },
    body: v.object({ rxIds: rowIds, snoozeUntil: instantMs }),
    reply: message,
    summary: "Silence receivers' alarms",
  },
  unsnoozeReceivers: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/alarms/rx-snooze-times',
    access: { role: researcher },
    query: v.object({ rxIds: someIds }),
    reply: message,
    summary: "Let receivers' alarms sound again",
  },
  listDumpFiles: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files',
    access: { role: viewer },
    reply: v.object({ fileList: v.array(dumpFileSchema) }),
    summary: 'All data files',
  },
  createDumpFile: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/ftp/files',
    access: { role: researcher },
    body: v.object({
      fileName: dumpFileNameSchema,
      filters: v.object({ dateRange: spanMs }),
      fileType: v.picklist(['CSV', 'OrionTool']),
    }),
    reply: v.object({ fileEntryInfo: dumpFileSchema }),
    summary: 'Ask for a data file',
  },
  deleteDumpFile: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}',
    access: { role: researcher },
    reply: v.object({ fileEntryInfo: v.optional(dumpFileSchema) }),
    summary: 'Delete a data file',
  },
  getDumpFile: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}',
    access: { role: viewer },
    reply: v.object({ fileEntryInfo: dumpFileSchema }),
    summary: 'How far a data file is',
  },
  downloadDumpFile: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/ftp/files/{id}/download',
    access: { role: viewer },
    reply: v.any(),
    binary: true,
    summary: 'The data file, gzipped',
  },
  getDetectionConfig: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/detection-config',
    access: { role: administrator },
    reply: v.object({ detectionConfig: detectionConfigSchema }),
    summary: 'The current detection configuration',
  },
  saveDetectionConfig: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/detection-config',
    access: { role: administrator },
    body: v.object({ ...detectionParametersSchema.entries, changeReason: v.nullable(text(1_000)) }),
    reply: v.object({ detectionConfig: detectionConfigSchema }),
    summary: 'Save a new version of the detection configuration',
  },
  listDetectionConfigs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/detection-config/history',
    access: { role: administrator },
    query: v.object(pageOf),
    reply: v.object({ configs: v.array(detectionConfigSchema), pagination: v.object({ totalConfigs: v.number() }) }),
    summary: 'Earlier versions of the detection configuration',
  },
  previewDetectionConfig: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/detection-config/preview',
    access: { role: administrator },
    body: detectionParametersSchema,
    reply: v.object({
      currentDetectionCount: v.number(),
      previewDetectionCount: v.number(),
      estimatedChangePercent: v.nullable(v.number()),
    }),
    summary: 'What a configuration would have detected in the past 7 days',
  },
  estimateReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/estimate',
    access: { role: administrator },
    body: v.pipe(v.object(reprocessRange), inOrder()),
    reply: v.object({ totalChunks: v.number(), estimatedDuration: v.number() }),
    summary: 'How long reprocessing would take, in minutes',
  },
  startReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/start',
    access: { role: administrator },
    body: v.pipe(v.object({ ...reprocessRange, throttle: within(0, 60) }), inOrder()),
    reply: v.object({ job: v.object({ jobId: v.string() }) }),
    summary: 'Start reprocessing',
  },
  listOrphanedJobs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/reprocess/orphaned',
    access: { role: administrator },
    reply: v.object({ jobs: v.array(reprocessJobSchema) }),
    summary: 'Jobs that a restart interrupted',
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
    summary: 'Jobs, newest first',
  },
  getReprocessJob: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/{jobId}',
    access: { role: administrator },
    reply: v.object({ job: reprocessJobSchema }),
    summary: 'How far a job is',
  },
  cancelReprocess: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/reprocess/jobs/{jobId}/cancel',
    access: { role: administrator },
    reply: message,
    summary: 'Cancel a job',
  },
});
