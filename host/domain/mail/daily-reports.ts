import { receiverStatuses, receiverStatusName, type ReceiverStatusName } from '#model/entities/receiver.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';
import { subscribersOf } from '../../platform/store/accounts/outbox.ts';
import { inTransaction } from '../../platform/store/database.ts';
import {
  alarmsOfDay,
  type ReportedReceiver,
  type ReportedSystem,
  reportedReceivers,
  reportedSystems,
  takeReport,
} from '../../platform/store/fleet/daily-reports.ts';
import { timeFormatter } from '../../platform/timezone.ts';
import type { AlarmMailParts } from './alarm-mails.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { MailPart } from './mail-body.ts';
import { reportDay } from './report-day.ts';
import { lineOf } from './watch-alarms.ts';

const lookEachMs = 20_000;
/** The most alarms that a report lists. */
const mostNamed = 50;

/**
 * Emails each system's report of the previous day at 07:00 local time (MAIL-19). Every host checks. The
 * transaction that posts a report also records it, so that each is sent once.
 */
export function watchDailyReports(parts: AlarmMailParts): { close(): Promise<void> } {
  const { database, bus, log, now = Date.now } = parts;
  const formatTime = timeFormatter(log);
  return lookAndWarn({
    bus,
    eachMs: lookEachMs,
    look: async () => eachOf(await reportedSystems(database), (system) => reportOf(system, parts, now(), formatTime)),
    log,
    failure: 'daily reports could not be mailed; retrying',
  });
}

async function reportOf(
  { id, commonName, timezone, sentOn: last }: ReportedSystem,
  { database, post, pageUrl }: AlarmMailParts,
  now: number,
  formatTime: ReturnType<typeof timeFormatter>,
): Promise<void> {
  const { sentOn, day, span } = reportDay(now, timezone);
  if (last !== null && last >= sentOn) return;
  await inTransaction(database, async (within) => {
    // A new system gets no report for the day before its first check.
    if (!(await takeReport(within, id, sentOn)) || last === null) return;
    const receivers = await reportedReceivers(within, id, { ...span, now });
    if (receivers.length === 0) return;
    const { count, alarms } = await alarmsOfDay(within, id, span, mostNamed);
    const alarmRows = alarms.map((alarm) => [formatTime(alarm.at, timezone), lineOf(alarm)] as const);
    const body: MailPart[] = [
      { paragraph: `${commonName} on ${day}. The receivers are now:` },
      { rows: stateRows(receivers) },
      { paragraph: `Contacts on ${day}, and on the day before:` },
      { rows: receivers.map(({ alias, day: heard, before }) => [alias, `${heard} (${before} the day before)`] as const) },
      { paragraph: alarmsText(count) },
      ...(alarmRows.length === 0 ? [] : [{ rows: alarmRows }]),
      ...(count > alarms.length ? [{ paragraph: `And ${count - alarms.length} more.` }] : []),
      { link: `Open ${commonName}`, href: `${pageUrl()}/dashboard/${id}` },
    ];
    const subject = `${commonName}: report of ${day}`;
    const recipients = await subscribersOf(within, id, 'reports');
    const mails = recipients.map((to) => ({
      to,
      systemId: id,
      kind: 'report',
      subscription: 'reports' as const,
      subject,
      body,
    }));
    await post(within, ...mails);
  });
}

/** Returns how many receivers are in each state, without empty states. */
function stateRows(receivers: readonly ReportedReceiver[]): (readonly [string, string])[] {
  const counts = new Map<ReceiverStatusName, number>();
  for (const { status, enabled } of receivers) {
    const name = enabled ? receiverStatusName(status ?? receiverStatuses.offline) : 'disabled';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = Object.keys(receiverStatuses) as ReceiverStatusName[];
  return names.flatMap((name) => (counts.has(name) ? [[name, String(counts.get(name))] as const] : []));
}

function alarmsText(count: number): string {
  if (count === 0) return 'There were no alarms.';
  return count === 1 ? 'There was one alarm:' : `There were ${count} alarms:`;
}
