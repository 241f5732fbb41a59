const fullDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' });

/** Returns text such as 'Friday, May 1, 2026'. In its own file, because only some screens need it. */
export function dayText(ts: number, clock: { offsetMinutes: (ts: number) => number }): string {
  return fullDay.format(ts + clock.offsetMinutes(ts) * 60_000);
}
