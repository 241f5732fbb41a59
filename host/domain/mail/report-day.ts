import type { ReportSpan } from '../../platform/store/fleet/daily-reports.ts';
import { zonedTime } from '../../platform/timezone.ts';

/** MAIL-19: at this hour of its own clock a system's report of the day before is due. */
const reportHour = 7;

/**
 * The report that was due last at `now` (ms): the day on which it is sent, by the clock of a timezone, and
 * the day before that, of which it tells, from midnight to midnight, however long that is.
 */
export function reportDay(now: number, timezone: string): { sentOn: string; day: string; span: ReportSpan } {
  const local = zonedTime(now, timezone);
  const isDue = local.hour >= reportHour;
  const sent = (isDue ? local : local.subtract({ days: 1 })).startOfDay();
  const date = sent.toPlainDate();
  const midnight = (days: number) => date.subtract({ days }).toZonedDateTime(sent.timeZoneId).epochMilliseconds;
  const span = { before: midnight(2), from: midnight(1), to: midnight(0) };
  return { sentOn: date.toString(), day: date.subtract({ days: 1 }).toString(), span };
}
