import { fromZonedTime } from 'date-fns-tz';
import { isoInstant } from './iso-instant.ts';
import { type ZoneClock, instantsAt } from './wall-time.ts';

/** A typed time: one instant, two within an hour that occurs twice, or none within a skipped hour. */
export type TypedTime = { kind: 'once'; ts: number } | { kind: 'twice'; first: number; second: number } | { kind: 'skipped' };

/**
 * Reads 'YYYY-MM-DD HH:mm:ss' in a timezone. The date library converts it. `times`, which may follow the
 * host's rules, decides whether that time occurs once, twice or never (docs/decisions/wall-times.md).
 */
export function readTyped(wallTime: string, times: ZoneClock & { timezone: string }): TypedTime {
  const wall = isoInstant(`${wallTime.replace(' ', 'T')}Z`);
  const read = fromZonedTime(wallTime, times.timezone).getTime();
  const [first, second] = instantsAt(wall, times);
  if (first !== undefined && second !== undefined) return { kind: 'twice', first, second };
  if (read + times.offsetMinutes(read) * 60_000 === wall) return { kind: 'once', ts: read };
  // The date library's rules may be older than the host's: use the result by the host's rules.
  return first === undefined ? { kind: 'skipped' } : { kind: 'once', ts: first };
}

/** Returns an instant in the format of calls and the database: 'YYYY-MM-DD HH:mm:ss' in UTC (REG-9). */
export function utcText(ts: number): string {
  return new Date(ts).toISOString().slice(0, 19).replace('T', ' ');
}
