import * as v from 'valibot';

/** Above this speed, contacts of different seconds could get the same millisecond and count as one. */
export const fastestReplay = 500;
export const defaultReplaySpeed = 30;

/**
 * The settings of a replay, as in `systems.replay`. `from` is where it starts (ISO time); by default where
 * most is heard.
 */
export const replaySettingsSchema = v.object({
  speed: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(fastestReplay)), defaultReplaySpeed),
  from: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
export type ReplaySettings = v.InferOutput<typeof replaySettingsSchema>;

/**
 * Returns the speed of a replay relative to real time, or null if its settings are invalid, which the replay
 * itself reports.
 */
export function replaySpeedOf(settings: unknown): number | null {
  const read = v.safeParse(replaySettingsSchema, settings ?? {});
  return read.success ? read.output.speed : null;
}

/**
 * Returns the settings of a replay.
 * @throws Error that names the setting, its value and what it accepts.
 */
export function readReplaySettings(settings: Record<string, unknown>): ReplaySettings {
  const read = v.safeParse(replaySettingsSchema, settings);
  if (read.success) return read.output;
  const issue = read.issues[0];
  throw new Error(
    `The replay setting ${v.getDotPath(issue) ?? ''} is ${JSON.stringify(issue.input)}: speed takes 0.1 to ${fastestReplay}, from an ISO time.`,
  );
}
