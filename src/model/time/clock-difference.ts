import type { SystemClock } from './system-clock.ts';

/**
 * The time between two checks, in ms. Even the shortest rules of timezones last longer: weeks (Ramadan in
 * Morocco).
 */
const stepMs = 14 * 24 * 3_600_000;

/**
 * Returns the first moment found (ms since 1970) at which the browser (`offsetMinutes`) and the host have
 * different times for the timezone (SYS-16); null if they agree.
 */
export function clockDifference({ spans, until }: SystemClock, offsetMinutes: (ts: number) => number): number | null {
  for (const [index, { from, offset }] of spans.entries()) {
    const end = spans[index + 1]?.from ?? until;
    for (let ts = from; ts < end; ts += stepMs) if (offsetMinutes(ts) !== offset) return ts;
    if (offsetMinutes(end - 1) !== offset) return end - 1;
  }
  return null;
}

export function clockDifferenceText(timezone: string): string {
  return `This browser has different, likely older, clock rules for ${timezone} than the host. Times follow the host's rules.`;
}
