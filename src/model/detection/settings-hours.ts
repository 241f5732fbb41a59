import type { DetectionConfig } from '../entities/detection-config.ts';

export const hourMs = 3_600_000;

/** Returns the start of the hour (UTC) of an instant; both in ms since the epoch. */
export function startOfHour(ts: number): number {
  return Math.floor(ts / hourMs) * hourMs;
}

type SavedVersion = Pick<DetectionConfig, 'version' | 'effectiveFrom'>;

/**
 * Returns the hour (ms) from which a version is in force: the first hour that begins after the save (DET-15).
 */
export function countsFrom({ effectiveFrom }: Pick<SavedVersion, 'effectiveFrom'>): number {
  return startOfHour(effectiveFrom) + hourMs;
}

/**
 * Returns the number of the version that is in force in an hour (ms). `versions` contains all versions of a
 * system, oldest first. The first one is also in force for all time before it.
 */
export function versionOfHour(versions: readonly SavedVersion[], hour: number): number {
  return (versions.findLast((each) => countsFrom(each) <= hour) ?? versions[0])?.version ?? 1;
}

/**
 * Returns the hour (ms) from which a version will be in force; null if it already is, or if `now` is unknown
 * (0).
 */
export function awaitedHour(saved: SavedVersion, now: number): number | null {
  const hour = countsFrom(saved);
  return saved.version > 1 && now > 0 && now < hour ? hour : null;
}

/** Whole hours (UTC) that start at `from` or later and before `to`, in ms since the epoch. */
export type WholeHours = { from: number; to: number };

/**
 * Returns the whole hours that a range touches, without hours that begin after `now` and without time before
 * `keptFrom`. If none are left, `from` equals `to`.
 */
export function hoursTouched(
  { start, end }: { start: number; end: number },
  { now, keptFrom = -Infinity }: { now: number; keptFrom?: number },
): WholeHours {
  const from = Math.max(startOfHour(start), keptFrom);
  const to = Math.min(Math.ceil(end / hourMs) * hourMs, startOfHour(now) + hourMs);
  return { from, to: Math.max(from, to) };
}
