/// <reference lib="esnext.temporal" />
import type { Logger } from 'pino';
import type { SystemClock } from '#model/time/system-clock.ts';
import { isTimezone } from '#model/time/timezone.ts';

/**
 * Returns a function that writes times as 'YYYY-MM-DD HH:mm:ss' in a timezone (ALM-1). For a timezone that
 * Node does not know (any more), it uses UTC and warns once.
 */
export function timeFormatter(log: Logger): (time: Date, timezone: string) => string {
  const unreadable = new Set<string>();
  const zoned = (instant: Temporal.Instant, timezone: string) => {
    try {
      return instant.toZonedDateTimeISO(timezone);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (!unreadable.has(timezone)) log.warn({ timezone }, 'a system has a timezone that nobody knows: its times are in UTC');
      unreadable.add(timezone);
      return instant.toZonedDateTimeISO('UTC');
    }
  };
  return (time, timezone) => {
    const shown = zoned(Temporal.Instant.fromEpochMilliseconds(time.getTime()), timezone).toPlainDateTime();
    return shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
  };
}

/** Returns a time (ms since 1970) in a timezone; in UTC if the timezone is unknown. */
export function zonedTime(instant: number, timezone: string): Temporal.ZonedDateTime {
  const from = Temporal.Instant.fromEpochMilliseconds(instant);
  try {
    return from.toZonedDateTimeISO(timezone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return from.toZonedDateTimeISO('UTC');
  }
}

/** Covers all contacts and plans: none are older or further ahead in practice. */
const [firstYear, yearsAhead] = [2000, 10];
const clocks = new Map<string, SystemClock>();

/**
 * Returns a timezone's offsets from 2000 to ten years ahead, cached until the year changes (SYS-16). Consoles
 * use them, because a browser may have other timezone rules. Undefined if the timezone is unknown.
 */
export function clockOf(timezone: string, now: number): SystemClock | undefined {
  if (!isTimezone(timezone)) return undefined;
  const until = Date.UTC(new Date(now).getUTCFullYear() + yearsAhead, 0, 1);
  const kept = clocks.get(timezone);
  if (kept?.until === until) return kept;
  const names = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'short' });
  const spans: SystemClock['spans'] = [];
  let time: Temporal.ZonedDateTime | null = zonedTime(Date.UTC(firstYear, 0, 1), timezone);
  for (; time !== null && time.epochMilliseconds < until; time = time.getTimeZoneTransition('next')) {
    const from = time.epochMilliseconds;
    const zone = names.formatToParts(from).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    spans.push({ from, offset: Math.round(time.offsetNanoseconds / 60e9), zone });
  }
  const clock = { timezone, until, spans };
  clocks.set(timezone, clock);
  return clock;
}

/**
 * Returns the first time at or after `instant` (both ms) at which it is 03:00 in a timezone; in UTC if the
 * timezone is unknown.
 */
export function nightAfter(instant: number, timezone: string): number {
  const local = zonedTime(instant, timezone);
  const tonight = local.withPlainTime({ hour: 3 });
  const night = Temporal.ZonedDateTime.compare(tonight, local) < 0 ? local.add({ days: 1 }).withPlainTime({ hour: 3 }) : tonight;
  return night.epochMilliseconds;
}
