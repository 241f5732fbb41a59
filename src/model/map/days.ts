import { stampText, TimeText } from '../live/contact-text.ts';

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

/** The day that calendars of a timezone show at an instant. */
export function dayOf(time: number, timezone: string): string {
  return new TimeText(timezone).stamp(time).slice(0, 10);
}

/**
 * When a day ends in a timezone, ms since the epoch: as the next one begins. Where clocks are changed at
 * midnight that is the first moment that they call the next day. Not by instantOf, which would weigh as much
 * as all of this.
 */
export function endOfDay(day: string, timezone: string): number {
  const [times, next] = [new TimeText(timezone), dayAfter(day, 1)];
  const midnight = Date.parse(`${next}T00:00:00Z`);
  const candidates = [-dayMs, dayMs].map((off) => midnight - times.offsetMinutes(midnight + off) * 60_000);
  return Math.min(...candidates.filter((time) => times.stamp(time).startsWith(next)));
}
