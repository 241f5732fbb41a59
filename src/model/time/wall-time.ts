import { parseDateTime, toZoned } from '@internationalized/date';

/**
 * The instant (ms since the epoch) at which clocks of a timezone ('Europe/Zurich') show
 * 'YYYY-MM-DD HH:mm:ss'; null for another text. Of the hour that clocks show twice in autumn it is the
 * second: the text does not say which. A time that they leave out in spring is read as if they had not been
 * changed yet. Why not by date-fns-tz: docs/decisions/wall-times.md.
 */
export function instantOf(wallTime: string, timezone: string): number | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wallTime)) return null;
  try {
    return toZoned(parseDateTime(wallTime.replace(' ', 'T')), timezone, 'later')
      .toDate()
      .getTime();
  } catch {
    return null;
  }
}
