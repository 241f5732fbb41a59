import { getTimezoneOffset } from 'date-fns-tz';
import { isTimezone } from '../../timezone.ts';
import { zoneMinutes } from '../instant.ts';

const hour = 3_600_000;

/**
 * For 'Z', '±hh:mm' or an IANA timezone: minutes east of UTC at a local time (ms as if it were UTC). Null for no known timezone.
 * In the hour that a change of clocks repeats, the later reading is taken.
 */
export function zoneOffset(zone: string): ((localMs: number) => number) | null {
  const fixed = zoneMinutes(zone.toUpperCase());
  if (fixed !== null) return () => fixed;
  if (!isTimezone(zone)) return null;
  const known = new Map<number, number>();
  const offsetOf = (utcMs: number) => getTimezoneOffset(zone, new Date(utcMs)) / 60_000;
  return (localMs) => {
    const cell = Math.floor(localMs / (hour / 4));
    const found = known.get(cell);
    if (found !== undefined) return found;
    const guess = offsetOf(localMs);
    const offset = offsetOf(localMs - guess * 60_000);
    known.set(cell, offset);
    return offset;
  };
}
