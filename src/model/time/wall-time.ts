import { isoInstant } from './iso-instant.ts';

const dayMs = 86_400_000;

/** Returns the offset of clocks at an instant, in minutes east of UTC. */
export type ZoneClock = { offsetMinutes: (ts: number) => number };

/**
 * Returns the instant (ms since 1970) at which clocks show a wall time, which is given as if it were UTC. In
 * the hour that occurs twice in autumn, it is the second. A time that is skipped in spring is read as if the
 * clocks had not changed yet. See docs/decisions/wall-times.md.
 */
export function instantAt(wall: number, clock: ZoneClock): number {
  return instantsAt(wall, clock).at(-1) ?? wall - clock.offsetMinutes(wall - dayMs) * 60_000;
}

/**
 * Returns every instant at which clocks show a wall time, the earlier first: two if clocks are set back over
 * it, none if they skip it.
 */
export function instantsAt(wall: number, clock: ZoneClock): number[] {
  const read = [-dayMs, dayMs].map((off) => wall - clock.offsetMinutes(wall + off) * 60_000);
  const shown = read.filter((ts) => ts + clock.offsetMinutes(ts) * 60_000 === wall);
  return [...new Set(shown)].toSorted((one, other) => one - other);
}

/** Returns the instant of 'YYYY-MM-DD HH:mm:ss'; null for another text. */
export function instantOf(wallTime: string, clock: ZoneClock): number | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wallTime)) return null;
  const wall = isoInstant(`${wallTime.replace(' ', 'T')}Z`);
  return Number.isNaN(wall) ? null : instantAt(wall, clock);
}
