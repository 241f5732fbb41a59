import { stampText, type TimeText } from '../time/time-text.ts';

const dayMs = 86_400_000;

/** Returns true for an existing day of the years 1900 to 2999, as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && dayAfter(text, 0) === text;
}

export function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? '' : stampText(time + days * dayMs, 0).slice(0, 10);
}

/** Returns how many days `other` is after `day`; negative if it is earlier. */
export function daysBetween(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / dayMs);
}

/** Returns the calendar day of an instant by a system's clocks, as 'YYYY-MM-DD'. */
export function dayOf(time: number, times: TimeText): string {
  return times.stamp(time).slice(0, 10);
}

/**
 * Returns when a day ends by a system's clocks, ms since 1970, which is when the next one begins. If the
 * clocks change at midnight, this is the first moment of the next day, unlike the result of instantAt.
 */
export function endOfDay(day: string, times: TimeText): number {
  const next = dayAfter(day, 1);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  const candidates = [-dayMs, dayMs].map((off) => midnight - times.offsetMinutes(midnight + off) * 60_000);
  return Math.min(...candidates.filter((time) => times.stamp(time).startsWith(next)));
}
