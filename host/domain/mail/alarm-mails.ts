import type { Logger } from 'pino';
import { alarmCodes, alarmLine } from '#model/entities/alarm.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { Looks } from '../../platform/looks.ts';
import { subscribersOf } from '../../platform/store/accounts/outbox.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import {
  alarmsToMail,
  holdAlarmMails,
  type MailedAlarm,
  noteAlarmMails,
  systemsToMail,
} from '../../platform/store/fleet/alarm-mails.ts';
import { timeFormatter } from '../../platform/timezone.ts';
import { planAlarmMails } from './alarm-mail-plan.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { MailPart } from './mail-body.ts';
import type { Mail, PostMail } from './post-mail.ts';

/** What was raised so long ago (ms) is in the list, and nobody's news: a mail would not be sent either. */
const oldestMs = 24 * 3_600_000;
/** So many alarms a digest names. */
const mostNamed = 50;

export type AlarmMailParts = {
  database: Pick<Database, 'db' | 'pool'>;
  bus: Bus;
  post: PostMail;
  /** Where people reach the console. */
  pageUrl: () => string;
  log: Logger;
  now?: () => number;
};

/**
 * Mails the alarms of all systems to who has subscribed to them (MAIL-16). Every host looks; what was mailed
 * is noted in the transaction that posts it, so that each alarm is posted once.
 */
export function watchAlarmMails(parts: AlarmMailParts): { close(): Promise<void> } {
  const { database, bus, log } = parts;
  const formatTime = timeFormatter(log);
  let isWarned = false;
  const looks = new Looks({
    bus,
    isWorthALook: ({ type, payload }) => type === 'invalidate' && payload.includes('alarms'),
    look: async () => {
      await eachOf(await systemsToMail(database), (systemId) => mailAlarmsOf(systemId, parts, formatTime));
      isWarned = false;
    },
    failed: (error) => {
      if (!isWarned) log.warn({ reason: errorText(error) }, 'alarms could not be mailed and will be');
      isWarned = true;
    },
  });
  return { close: () => looks.close() };
}

type FormatTime = ReturnType<typeof timeFormatter>;

function mailAlarmsOf(systemId: string, { database, post, pageUrl, now = Date.now }: AlarmMailParts, formatTime: FormatTime) {
  return inTransaction(database, async (within) => {
    const held = await holdAlarmMails(within, systemId);
    if (held === undefined) return;
    const { lastId, window: before, commonName, timezone } = held;
    const asked = { after: lastId, since: now() - oldestMs, limit: mostNamed };
    const { upTo, count, alarms } = await alarmsToMail(within, systemId, asked);
    if (count === 0) return noteAlarmMails(within, systemId, upTo, before);
    const { as, window } = planAlarmMails(before, count, now());
    if (as === 'later') return;
    const dated = alarms.map((alarm) => ({ ...alarm, time: (at: Date) => formatTime(at, timezone) }));
    const link: MailPart = { link: `Open ${commonName}`, href: `${pageUrl()}/dashboard/${systemId}` };
    const contents = as === 'digest' ? [digestOf(commonName, dated, count)] : dated.map((alarm) => single(commonName, alarm));
    const mails = (await subscribersOf(within, systemId, 'alarms')).flatMap((to) =>
      contents.map(({ subject, body }): Mail => ({
        to,
        systemId,
        kind: 'alarm',
        subscription: 'alarms',
        subject,
        body: [...body, link],
      })),
    );
    await post(within, ...mails);
    await noteAlarmMails(within, systemId, upTo, window);
  });
}

type DatedAlarm = MailedAlarm & { time: (at: Date) => string };
type MailContent = Pick<Mail, 'subject' | 'body'>;

function lineOf({ code, alias, siteName }: MailedAlarm): string {
  return alarmLine({ AlarmCodeId: code, alias, siteName });
}

function single(commonName: string, alarm: DatedAlarm): MailContent {
  const { at, missedSince, time } = alarm;
  const line = lineOf(alarm);
  const missed = alarm.code === alarmCodes.wentOffline ? 'Offline since' : 'Silent since';
  const since = missedSince === null ? [] : [[missed, time(missedSince)] as const];
  return { subject: `${commonName}: ${line}`, body: [{ paragraph: line }, { rows: [['Raised', time(at)], ...since] }] };
}

function digestOf(commonName: string, alarms: readonly DatedAlarm[], count: number): MailContent {
  const rows = alarms.map((alarm) => [alarm.time(alarm.at), lineOf(alarm)] as const);
  const more = count > alarms.length ? [{ paragraph: `And ${count - alarms.length} more.` }] : [];
  const subject = `${commonName}: ${count} alarms`;
  return { subject, body: [{ paragraph: `${count} alarms, too many for a mail each:` }, { rows }, ...more] };
}
