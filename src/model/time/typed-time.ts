import { fromZonedTime } from 'date-fns-tz';
import { isoInstant } from './iso-instant.ts';
import { type ZoneClock, instantsAt } from './wall-time.ts';

/** What a typed time says: one instant, two of an hour that clocks show twice, or none of one they skip. */
export type TypedTime = { kind: 'once'; ts: number } | { kind: 'twice'; first: number; second: number } | { kind: 'skipped' };

/**
 * Reads 'YYYY-MM-DD HH:mm:ss' as the clocks of a timezone show it. The library reads it; the clock, which may
 * be the host's, says where it is shown twice or not at all (docs/decisions/wall-times.md).
 */
export function readTyped(wallTime: string, times: ZoneClock & { timezone: string }): TypedTime {
  const [first, second] = instantsAt(isoInstant(`${wallTime.replace(' ', 'T')}Z`), times);
  if (first === undefined) return { kind: 'skipped' };
  if (second !== undefined) return { kind: 'twice', first, second };
  const ts = fromZonedTime(wallTime, times.timezone).getTime();
  // The host's clock goes first: browsers know older rules of some zones.
  return { kind: 'once', ts: ts === first ? ts : first };
}

/** An instant as the wire and the database have it: 'YYYY-MM-DD HH:mm:ss' in UTC (REG-9). */
export function utcText(ts: number): string {
  return new Date(ts).toISOString().slice(0, 19).replace('T', ' ');
}
