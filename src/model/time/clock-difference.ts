import type { SystemClock } from './system-clock.ts';

/** No rule of any timezone lasts for less: the shortest are the weeks of Ramadan in Morocco. */
const stepMs = 14 * 24 * 3_600_000;

/**
 * The first moment found (ms since the epoch) at which a browser, by its `offsetMinutes`, has clocks of the
 * timezone show another time than the host (SYS-16); null where they agree.
 */
export function clockDifference({ spans, until }: SystemClock, offsetMinutes: (ts: number) => number): number | null {
  for (const [index, { from, offset }] of spans.entries()) {
    const end = spans[index + 1]?.from ?? until;
    for (let ts = from; ts < end; ts += stepMs) if (offsetMinutes(ts) !== offset) return ts;
    if (offsetMinutes(end - 1) !== offset) return end - 1;
  }
  return null;
}

/** What the person reads where they differ. */
export function clockDifferenceText(timezone: string): string {
  return `This browser has different, likely older, clock rules for ${timezone} than the host. Times follow the host's rules.`;
}
