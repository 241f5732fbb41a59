import * as v from 'valibot';

/**
 * The bounds of each parameter (DET-1). A multiplier must be above 0; `slider` is the least that the page
 * offers.
 */
export const detectionBounds = {
  minimumHits: { min: 1, max: 10 },
  minimumAveragePower: { min: -120, max: -40 },
  maximumPowerDeviation: { min: 0, max: 20 },
  maximumIntervalDeviation: { min: 0, max: 10_000 },
  toleranceMultiplier: { slider: 0.5, max: 3 },
} as const;

/** The maximum length of the reason for a change. */
export const longestChangeReason = 1_000;

const within = ({ min, max }: { min: number; max: number }) => v.nullable(v.pipe(v.number(), v.minValue(min), v.maxValue(max)));
const multiplier = (problem: string) =>
  v.pipe(v.number(), v.gtValue(0, problem), v.maxValue(detectionBounds.toleranceMultiplier.max));

/** The parameters of the detection algorithm (DET-1); null disables a bound. */
export const detectionParametersSchema = v.object({
  minimumHits: v.pipe(
    v.number(),
    v.minValue(detectionBounds.minimumHits.min, 'Minimum hits must be at least 1'),
    v.maxValue(detectionBounds.minimumHits.max),
    v.integer(),
  ),
  minimumAveragePower: within(detectionBounds.minimumAveragePower),
  maximumPowerDeviation: within(detectionBounds.maximumPowerDeviation),
  maximumIntervalDeviation: within(detectionBounds.maximumIntervalDeviation),
  frequencyToleranceMultiplier: multiplier('Frequency tolerance multiplier must be positive'),
  intervalToleranceMultiplier: multiplier('Interval tolerance multiplier must be positive'),
});
export type DetectionParameters = v.InferOutput<typeof detectionParametersSchema>;

/**
 * A version of the configuration (DET-2). `effectiveTo` is null for the current one. Times in ms since 1970.
 */
export const detectionConfigSchema = v.object({
  version: v.number(),
  effectiveFrom: v.number(),
  effectiveTo: v.nullable(v.number()),
  modifiedBy: v.nullable(v.number()),
  changeReason: v.nullable(v.string()),
  ...detectionParametersSchema.entries,
});
export type DetectionConfig = v.InferOutput<typeof detectionConfigSchema>;

/**
 * A reprocessing job (DET-3). Times are in ms since 1970. A block is a chunk of the range. `error` says why
 * the job failed. The counts of added, removed and kept detections are known once the job is completed.
 * `isRestorable` is true if the result before the job can be restored, which is possible until the next job.
 * `restoredAt` is when it was restored; null if it was not.
 */
export const reprocessJobSchema = v.object({
  jobId: v.string(),
  /** DET-20: a status that this console does not know counts as failed. */
  status: v.fallback(v.picklist(['running', 'completed', 'failed', 'cancelled']), 'failed'),
  createdAt: v.number(),
  createdBy: v.nullable(v.number()),
  startTime: v.number(),
  endTime: v.number(),
  configVersion: v.number(),
  progressPct: v.number(),
  elapsedSeconds: v.number(),
  blocksProcessed: v.number(),
  totalBlocks: v.number(),
  error: v.nullable(v.string()),
  added: v.nullable(v.number()),
  removed: v.nullable(v.number()),
  kept: v.nullable(v.number()),
  isRestorable: v.boolean(),
  restoredAt: v.nullable(v.number()),
});
export type ReprocessJob = v.InferOutput<typeof reprocessJobSchema>;
