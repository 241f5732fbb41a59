import type { ReprocessJob } from '#model/entities/detection-config.ts';

/** A running job. */
export const sampleJob: ReprocessJob = {
  jobId: 'one',
  status: 'running',
  createdAt: 1_000,
  createdBy: 1,
  startTime: 0,
  endTime: 3_600_000,
  configVersion: 2,
  progressPct: 40,
  elapsedSeconds: 12,
  blocksProcessed: 2,
  totalBlocks: 5,
  error: null,
  added: null,
  removed: null,
  kept: null,
  isRestorable: false,
  restoredAt: null,
};
