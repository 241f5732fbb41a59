import { fromZonedTime } from 'date-fns-tz';
import { isoInstant } from './iso-instant.ts';
import { type ZoneClock, instantsAt } from './wall-time.ts';

/** What a typed time says: one instant, two of an hour that clocks show twice, or none of one they skip. */
export type TypedTime = { kind: 'once'; ts: number } | { kind: 'twice'; first: number; second: number } | { kind: 'skipped' };

/**
 * Reads 'YYYY-MM-DD HH:mm:ss' as the clocks of a timezone show it. The library reads it; the clock, which may
 * be the host's, says whether that is shown, and where it is shown twice (docs/decisions/wall-times.md).
 */
export function readTyped(wallTime: string, times: ZoneClock & { timezone: string }): TypedTime {
  const wall = isoInstant(`${wallTime.replace(' ', 'T')}Z`);
  const read = fromZonedTime(wallTime, times.timezone).getTime();
  const [first, second] = instantsAt(wall, times);
  if (first !== undefined && second !== undefined) return { kind: 'twice', first, second };
  if (read + times.offsetMinutes(read) * 60_000 === wall) return { kind: 'once', ts: read };
  // Browsers know older rules of some zones than the host.
  return first === undefined ? { kind: 'skipped' } : { kind: 'once', ts: first };
}

/** An instant as the wire and the database have it: 'YYYY-MM-DD HH:mm:ss' in UTC (REG-9). */
export function utcText(ts: number): string {
  return new Date(ts).toISOString().slice(0, 19).replace('T', ' ');
}
