import type { ClockSpan, SystemClock } from './system-clock.ts';
import { isTimezone } from './timezone.ts';

/** '2026-05-01 14:03:20', as clocks show it that many minutes east of UTC. */
export function stampText(ts: number, offsetMinutes: number): string {
  return new Date(ts + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** '±hh:mm' of minutes east of UTC. */
export function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const east = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}

/**
 * Writes times of one timezone ('Europe/Zurich'): by the host's clock for as long as that reaches (SYS-16),
 * else as the browser knows the timezone; an unknown one is read as UTC. All times that a person reads are
 * made here, and read back by wall-time.ts.
 */
export class TimeText {
  /** The timezone that the times are of. */
  readonly timezone: string;
  readonly #host: SystemClock | undefined;
  readonly #zone: Intl.DateTimeFormat;
  readonly #offset: Intl.DateTimeFormat;

  constructor(timezone: string, host?: SystemClock) {
    const timeZone = isTimezone(timezone) ? timezone : 'UTC';
    this.timezone = timeZone;
    // The one of before, while the timezone of the system is being changed.
    this.#host = host?.timezone === timezone ? host : undefined;
    this.#zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
    this.#offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  }

  /** '14:03:20' */
  clock(ts: number): string {
    return this.stamp(ts).slice(11);
  }

  /** '14:03:20.125 MDT' */
  exact(ts: number): string {
    return `${new Date(ts + this.offsetMinutes(ts) * 60_000).toISOString().slice(11, 23)} ${this.zone(ts)}`;
  }

  /** '2026-05-01 14:03:20' */
  stamp(ts: number): string {
    return stampText(ts, this.offsetMinutes(ts));
  }

  /** Minutes east of UTC at that time: -360. */
  offsetMinutes(ts: number): number {
    const span = this.#span(ts);
    if (span !== undefined) return span.offset;
    // 'GMT-06:00'; of long ago with seconds, and 'GMT' alone for none.
    const east = nameIn(this.#offset, ts).slice(3, 9);
    return 0 - Date.parse(`1970-01-01T00:00${east || 'Z'}`) / 60_000;
  }

  /** 'MDT' */
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
