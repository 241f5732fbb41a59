import type { ReportSpan } from '../../platform/store/fleet/daily-reports.ts';
import { zonedTime } from '../../platform/timezone.ts';

/** MAIL-19: the local hour at which a system's report of the previous day is due. */
const reportHour = 7;

/**
 * Returns the last report due at `now` (ms): the local day on which it is sent, and the previous day that it
 * covers, from midnight to midnight, even if that is not 24 hours.
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
