import { isoInstant } from './iso-instant.ts';

const dayMs = 86_400_000;

/** How many minutes east of UTC clocks are at an instant. */
export type ZoneClock = { offsetMinutes: (ts: number) => number };

/**
 * The instant (ms since the epoch) at which clocks show a wall time, which is given as if it were one of UTC.
 * Of the hour that they show twice in autumn it is the second: the wall time does not say which. One that
 * they leave out in spring is read as if they had not been changed yet. docs/decisions/wall-times.md.
 */
export function instantAt(wall: number, clock: ZoneClock): number {
  return instantsAt(wall, clock).at(-1) ?? wall - clock.offsetMinutes(wall - dayMs) * 60_000;
}

/** Every instant at which clocks show a wall time, the earlier first: two in autumn, none in spring. */
export function instantsAt(wall: number, clock: ZoneClock): number[] {
  const read = [-dayMs, dayMs].map((off) => wall - clock.offsetMinutes(wall + off) * 60_000);
  const shown = read.filter((ts) => ts + clock.offsetMinutes(ts) * 60_000 === wall);
  return [...new Set(shown)].toSorted((one, other) => one - other);
}

/** That of 'YYYY-MM-DD HH:mm:ss'; null for another text. */
export function instantOf(wallTime: string, clock: ZoneClock): number | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wallTime)) return null;
  const wall = isoInstant(`${wallTime.replace(' ', 'T')}Z`);
  return Number.isNaN(wall) ? null : instantAt(wall, clock);
}
