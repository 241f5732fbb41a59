import type { DetectionConfig } from '../entities/detection-config.ts';

export const hourMs = 3_600_000;

/** Returns the start of the hour (UTC) of an instant; both in ms since the epoch. */
export function startOfHour(ts: number): number {
  return Math.floor(ts / hourMs) * hourMs;
}

type SavedVersion = Pick<DetectionConfig, 'version' | 'effectiveFrom'>;

/** Returns the hour (ms) from which a version counts: the first that begins after the save (DET-15). */
export function countsFrom({ effectiveFrom }: Pick<SavedVersion, 'effectiveFrom'>): number {
  return startOfHour(effectiveFrom) + hourMs;
}

/**
 * Returns the version that counts in an hour (ms), of all versions of a system, the oldest first. The first
 * one also counts for all time before it.
 */
export function versionOfHour(versions: readonly SavedVersion[], hour: number): number {
  return (versions.findLast((each) => countsFrom(each) <= hour) ?? versions[0])?.version ?? 1;
}

/**
 * Returns the hour (ms) from which a version will count; null if it counts already. `now` is 0 if unknown.
 */
export function awaitedHour(saved: SavedVersion, now: number): number | null {
  const hour = countsFrom(saved);
  return saved.version > 1 && now > 0 && now < hour ? hour : null;
}

/** Whole hours (UTC): from ≤ hour < to, in ms since the epoch. */
export type WholeHours = { from: number; to: number };

/**
 * Returns the whole hours that a range touches and that have begun at `now`, without those before `keptFrom`;
 * none if `from` equals `to`.
 */
export function hoursTouched(
  { start, end }: { start: number; end: number },
  { now, keptFrom = -Infinity }: { now: number; keptFrom?: number },
): WholeHours {
  const from = Math.max(startOfHour(start), keptFrom);
  const to = Math.min(Math.ceil(end / hourMs) * hourMs, startOfHour(now) + hourMs);
  return { from, to: Math.max(from, to) };
}
