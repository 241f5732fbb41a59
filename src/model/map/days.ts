import { stampText, type TimeText } from '../time/time-text.ts';

const dayMs = 86_400_000;

/** True for a day of the calendar, as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && dayAfter(text, 0) === text;
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? '' : stampText(time + days * dayMs, 0).slice(0, 10);
}

/** How many days lie between two; negative where the other is the earlier one. */
export function daysBetween(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / dayMs);
}

/** The day that calendars of a system show at an instant. */
export function dayOf(time: number, times: TimeText): string {
  return times.stamp(time).slice(0, 10);
}

/**
 * When a day ends by the clocks of a system, ms since the epoch: as the next one begins. Where they are
 * changed at midnight that is the first moment that they call the next day, and not what instantAt says.
 */
export function endOfDay(day: string, times: TimeText): number {
  const next = dayAfter(day, 1);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  const candidates = [-dayMs, dayMs].map((off) => midnight - times.offsetMinutes(midnight + off) * 60_000);
  return Math.min(...candidates.filter((time) => times.stamp(time).startsWith(next)));
}
