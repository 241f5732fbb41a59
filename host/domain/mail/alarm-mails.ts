import { alarmCodes } from '#model/entities/alarm-words.ts';
import { subscribersOf } from '../../platform/store/accounts/outbox.ts';
import type { Db } from '../../platform/store/database.ts';
import type { MailPart } from './mail-body.ts';
import type { Mail, PostMail } from './post-mail.ts';
import { type AlarmWatchParts, type DatedAlarm, lineOf, type UnsentAlarms, watchAlarms } from './watch-alarms.ts';

export type AlarmMailParts = Pick<AlarmWatchParts, 'database' | 'bus' | 'log' | 'now'> & {
  post: PostMail;
  /** The address of the console. */
  pageUrl: () => string;
};

/** Emails the alarms of all systems to their subscribers (MAIL-16). */
export function watchAlarmMails({ post, pageUrl, ...parts }: AlarmMailParts): { close(): Promise<void> } {
  return watchAlarms({
    ...parts,
    marks: 'alarm_mails',
    failure: 'alarms could not be mailed; retrying',
    post: (within, unsent) => mailAlarms(within, unsent, post, pageUrl()),
  });
}

async function mailAlarms(within: Db, unsent: UnsentAlarms, post: PostMail, pageUrl: string): Promise<void> {
  const { systemId, commonName, as, alarms, count } = unsent;
  const link: MailPart = { link: `Open ${commonName}`, href: `${pageUrl}/dashboard/${systemId}` };
  const contents = as === 'digest' ? [digestOf(commonName, alarms, count)] : alarms.map((alarm) => single(commonName, alarm));
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
}

type MailContent = Pick<Mail, 'subject' | 'body'>;

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
  return { subject, body: [{ paragraph: `${count} alarms, too many for separate mails:` }, { rows }, ...more] };
}
