const fullDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' });

/** 'Friday, May 1, 2026'. Apart from the other times, as only some screens name days. */
export function dayText(ts: number, clock: { offsetMinutes: (ts: number) => number }): string {
  return fullDay.format(ts + clock.offsetMinutes(ts) * 60_000);
}
