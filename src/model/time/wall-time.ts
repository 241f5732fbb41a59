import type { TimeText } from '../live/contact-text.ts';

/**
 * The instant (ms since the epoch) at which clocks of a timezone show 'YYYY-MM-DD HH:mm:ss'; null for another text. Of the hour that clocks
 * show twice in autumn it is the second: the text does not tell which.
 */
export function instantOf(wallTime: string, times: Pick<TimeText, 'offsetMinutes'>): number | null {
  const asUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wallTime) ? Date.parse(`${wallTime.replace(' ', 'T')}Z`) : NaN;
  if (Number.isNaN(asUtc)) return null;
  const within = (offsetMinutes: number): number => asUtc - offsetMinutes * 60_000;
  // Which offset holds depends on the instant that is looked for: it is one of those a day before and a day after.
  const day = 24 * 3_600_000;
  const offsets = [times.offsetMinutes(asUtc - day), times.offsetMinutes(asUtc + day)];
  const fitting = offsets.map(within).filter((ts) => within(times.offsetMinutes(ts)) === ts);
  return fitting.length === 0 ? within(offsets[0] ?? 0) : Math.max(...fitting);
}
