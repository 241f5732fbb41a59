import * as v from 'valibot';

/** What a person may set of the detection algorithm (DET-1); null switches a bound off. */
export const detectionParametersSchema = v.object({
  minimumHits: v.pipe(v.number(), v.integer(), v.minValue(1, 'Minimum hits must be at least 1'), v.maxValue(10)),
  minimumAveragePower: v.nullable(v.pipe(v.number(), v.minValue(-120), v.maxValue(-40))),
  maximumPowerDeviation: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(20))),
  maximumIntervalDeviation: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
  frequencyToleranceMultiplier: v.pipe(
    v.number(),
    v.gtValue(0, 'Frequency tolerance multiplier must be positive'),
    v.maxValue(3),
  ),
  intervalToleranceMultiplier: v.pipe(v.number(), v.gtValue(0, 'Interval tolerance multiplier must be positive'), v.maxValue(3)),
});

/**
 * A version of the configuration (DET-2); `effectiveTo` null is the current one. Times in ms since the epoch.
 */
export const detectionConfigSchema = v.object({
  version: v.number(),
  effectiveFrom: v.number(),
  effectiveTo: v.nullable(v.number()),
  modifiedBy: v.nullable(v.number()),
  changeReason: v.nullable(v.string()),
  ...detectionParametersSchema.entries,
});

/** A reprocessing job (DET-3). Times in ms since the epoch. */
export const reprocessJobSchema = v.object({
  jobId: v.string(),
  status: v.picklist(['running', 'completed', 'failed', 'cancelled']),
  createdAt: v.number(),
  createdBy: v.nullable(v.number()),
  startTime: v.number(),
  endTime: v.number(),
  configVersion: v.number(),
  progressPct: v.number(),
  elapsedSeconds: v.number(),
  blocksProcessed: v.number(),
});
