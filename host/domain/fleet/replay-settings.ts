import * as v from 'valibot';

/** Above this, contacts of two different seconds could fall on one played millisecond and be taken for one. */
export const fastestReplay = 500;
export const defaultReplaySpeed = 30;

/** How a system is replayed, as `systems.replay` holds it. `from` is where to begin (ISO time); without it, where most is to be seen. */
export const replaySettingsSchema = v.object({
  speed: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(fastestReplay)), defaultReplaySpeed),
  from: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
export type ReplaySettings = v.InferOutput<typeof replaySettingsSchema>;

/** How many times faster than life a system is replayed; null where its settings cannot be read, which the replay itself tells. */
export function replaySpeedOf(settings: unknown): number | null {
  const read = v.safeParse(replaySettingsSchema, settings ?? {});
  return read.success ? read.output.speed : null;
}

/** @throws Error that names the setting, its value and what it takes. */
export function readReplaySettings(settings: Record<string, unknown>): ReplaySettings {
  const read = v.safeParse(replaySettingsSchema, settings);
  if (read.success) return read.output;
  const issue = read.issues[0];
  throw new Error(
    `The replay setting ${v.getDotPath(issue) ?? ''} is ${JSON.stringify(issue.input)}: speed takes 0.1 to ${fastestReplay}, from an ISO time.`,
  );
}
