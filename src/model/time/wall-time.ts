import { parseDateTime, toZoned } from '@internationalized/date';

/**
 * The instant (ms since the epoch) at which clocks of a timezone ('Europe/Zurich') show 'YYYY-MM-DD HH:mm:ss'; null for another
 * text. Of the hour that clocks show twice in autumn it is the second: the text does not say which. A time that they leave out in
 * spring is read as if they had not been changed yet.
 *
 * Not by date-fns-tz, whose answers depend on where the browser stands: `fromZonedTime` reads 02:30 of 25 October 2026 in Zurich as
 * 00:30 UTC in Boise and as 01:30 UTC in Zurich, and `formatInTimeZone` is wrong in the hour that the browser's own clocks leave out.
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
