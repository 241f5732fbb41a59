import { instantsAt, type ZoneClock } from '../time/wall-time.ts';

/** The number of animals heard today, and of animals that wear a tag (NAV-37). */
export type AnimalsHeard = { readonly heard: number; readonly tagged: number };

const dayMs = 86_400_000;

/**
 * Returns when the day of `now` began in the system's timezone (ms since the epoch). If clocks skip midnight,
 * the day begins at the first instant after the skip.
 */
export function startOfDay(now: number, clock: ZoneClock): number {
  const wall = now + clock.offsetMinutes(now) * 60_000;
  const midnight = wall - (((wall % dayMs) + dayMs) % dayMs);
  return instantsAt(midnight, clock)[0] ?? midnight - clock.offsetMinutes(midnight - dayMs) * 60_000;
}

/** Returns text such as '7 of 12 heard today'; null if no animal wears a tag and none was heard. */
export function animalsHeardText({ heard, tagged }: AnimalsHeard): string | null {
  if (tagged === 0 && heard === 0) return null;
  return heard > tagged ? `${heard} heard today` : `${heard} of ${tagged} heard today`;
}
