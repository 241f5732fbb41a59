import type { DetectionConfig } from '../entities/detection-config.ts';

export const hourMs = 3_600_000;

/** The start of the hour (UTC) that an instant lies in; both in ms since the epoch. */
export function startOfHour(ts: number): number {
  return Math.floor(ts / hourMs) * hourMs;
}

type SavedVersion = Pick<DetectionConfig, 'version' | 'effectiveFrom'>;

/** The hour (ms) from which a version counts: the first that begins after it was saved (DET-15). */
export function countsFrom({ effectiveFrom }: Pick<SavedVersion, 'effectiveFrom'>): number {
  return startOfHour(effectiveFrom) + hourMs;
}

/**
 * The version by which an hour (ms) is followed, of all versions of a system, the oldest first: the first one
 * also counts for all time before it.
 */
export function versionOfHour(versions: readonly SavedVersion[], hour: number): number {
  return (versions.findLast((each) => countsFrom(each) <= hour) ?? versions[0])?.version ?? 1;
}

/**
 * The hour (ms) from which a version will count; null for one that counts already. `now` is 0 where it is not
 * known.
 */
export function awaitedHour(saved: SavedVersion, now: number): number | null {
  const hour = countsFrom(saved);
  return saved.version > 1 && now > 0 && now < hour ? hour : null;
}

/** Whole hours (UTC): from ≤ hour < to, in ms since the epoch. */
export type WholeHours = { from: number; to: number };

/**
 * The whole hours that a range touches and that have begun at `now`, those before `keptFrom` left out; none
 * where `from` is `to`.
 */
export function hoursTouched(
  { start, end }: { start: number; end: number },
  { now, keptFrom = -Infinity }: { now: number; keptFrom?: number },
): WholeHours {
  const from = Math.max(startOfHour(start), keptFrom);
  const to = Math.min(Math.ceil(end / hourMs) * hourMs, startOfHour(now) + hourMs);
  return { from, to: Math.max(from, to) };
}
