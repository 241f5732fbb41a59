import { fromZonedTime } from 'date-fns-tz';
import { isoInstant } from './iso-instant.ts';
import { type ZoneClock, instantsAt } from './wall-time.ts';

/** A typed time: one instant, two within an hour that occurs twice, or none within a skipped hour. */
export type TypedTime = { kind: 'once'; ts: number } | { kind: 'twice'; first: number; second: number } | { kind: 'skipped' };

/**
 * Reads 'YYYY-MM-DD HH:mm:ss' in a timezone. The library converts it. The clock, which may be the host's,
 * decides whether that time occurs once, twice or never (docs/decisions/wall-times.md).
 */
export function readTyped(wallTime: string, times: ZoneClock & { timezone: string }): TypedTime {
  const wall = isoInstant(`${wallTime.replace(' ', 'T')}Z`);
  const read = fromZonedTime(wallTime, times.timezone).getTime();
  const [first, second] = instantsAt(wall, times);
  if (first !== undefined && second !== undefined) return { kind: 'twice', first, second };
  if (read + times.offsetMinutes(read) * 60_000 === wall) return { kind: 'once', ts: read };
  // The library's rules may be older than the host's: use the host's result.
  return first === undefined ? { kind: 'skipped' } : { kind: 'once', ts: first };
}

/** Returns an instant as on the wire and in the database: 'YYYY-MM-DD HH:mm:ss' in UTC (REG-9). */
export function utcText(ts: number): string {
  return new Date(ts).toISOString().slice(0, 19).replace('T', ' ');
}
