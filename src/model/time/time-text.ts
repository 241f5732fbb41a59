import type { ClockSpan, SystemClock } from './system-clock.ts';
import { isTimezone } from './timezone.ts';

/** Returns the time at an offset of that many minutes east of UTC: '2026-05-01 14:03:20'. */
export function stampText(ts: number, offsetMinutes: number): string {
  return new Date(ts + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns minutes east of UTC as '±hh:mm'. */
export function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const east = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}

/**
 * Formats times of one timezone ('Europe/Zurich'). It uses the host's offsets as far as they reach (SYS-16),
 * then the browser's; an unknown timezone counts as UTC. All times that people read are formatted here, and
 * read back by wall-time.ts.
 */
export class TimeText {
  readonly timezone: string;
  readonly #host: SystemClock | undefined;
  readonly #zone: Intl.DateTimeFormat;
  readonly #offset: Intl.DateTimeFormat;

  constructor(timezone: string, host?: SystemClock) {
    const timeZone = isTimezone(timezone) ? timezone : 'UTC';
    this.timezone = timeZone;
    // Ignore the host's clock while it is still for the previous timezone, just after the system's timezone
    // was changed.
    this.#host = host?.timezone === timezone ? host : undefined;
    this.#zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
    this.#offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  }

  /** Returns text such as '14:03:20'. */
  clock(ts: number): string {
    return this.stamp(ts).slice(11);
  }

  /** Returns text such as '14:03:20.125 MDT'. */
  exact(ts: number): string {
    return `${new Date(ts + this.offsetMinutes(ts) * 60_000).toISOString().slice(11, 23)} ${this.zone(ts)}`;
  }

  /** Returns text such as '2026-05-01 14:03:20'. */
  stamp(ts: number): string {
    return stampText(ts, this.offsetMinutes(ts));
  }

  /** Returns the offset at that time in minutes east of UTC, for example -360. */
  offsetMinutes(ts: number): number {
    const span = this.#span(ts);
    if (span !== undefined) return span.offset;
    // The name has a form such as 'GMT-06:00'. For times long ago it has seconds, which are ignored; for no
    // offset it is just 'GMT'.
    const east = nameIn(this.#offset, ts).slice(3, 9);
    return 0 - Date.parse(`1970-01-01T00:00${east || 'Z'}`) / 60_000;
  }

  /** Returns the abbreviation at that time: 'MDT'. */
  zone(ts: number): string {
    return this.#span(ts)?.zone ?? nameIn(this.#zone, ts);
  }

  #span(ts: number): ClockSpan | undefined {
    return this.#host && ts < this.#host.until ? this.#host.spans.findLast(({ from }) => from <= ts) : undefined;
  }
}

function nameIn(format: Intl.DateTimeFormat, ts: number): string {
  return format.formatToParts(ts).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
