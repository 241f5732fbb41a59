import type { Logger } from 'pino';
import { alarmText } from '#model/alarms/alarm-sentence.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import {
  type AlarmMarks,
  alarmsToMail,
  holdAlarmMails,
  type MailedAlarm,
  noteAlarmMails,
  systemsToMail,
} from '../../platform/store/fleet/alarm-mails.ts';
import { timeFormatter } from '../../platform/timezone.ts';
import { planAlarmMails } from './alarm-mail-plan.ts';
import { eachOf } from '../../platform/each-of.ts';

/** Alarms older than this (ms) are not sent, only listed. */
const oldestMs = 24 * 3_600_000;
/** The most alarms that a digest lists. */
const mostNamed = 50;

/** An alarm, and a function that formats times in its system's time zone. */
export type DatedAlarm = MailedAlarm & { time: (at: Date) => string };

/** The unsent alarms of a system, one by one or as a digest if they are many. */
export type UnsentAlarms = {
  systemId: string;
  commonName: string;
  as: 'each' | 'digest';
  /** The first of the alarms, in order of their numbers. */
  alarms: readonly DatedAlarm[];
  count: number;
};

export type AlarmWatchParts = {
  database: Pick<Database, 'db' | 'pool'>;
  bus: Bus;
  log: Logger;
  now?: () => number;
  /** The table that records up to which alarm each system's alarms were sent. */
  marks: AlarmMarks;
  /**
   * True if anyone receives a system's alarms. If not, they count as sent without counting against the limit
   * of a window.
   */
  isTaken?: (within: Db, systemId: string) => Promise<boolean>;
  /** Posts the alarms in the transaction that records them as sent. */
  post: (within: Db, unsent: UnsentAlarms) => Promise<void>;
  /** The log message if posting fails. */
  failure: string;
};

/**
 * Posts the alarms of all systems, in a digest if they are many (MAIL-17). Every host checks. The transaction
 * that posts them also records it, so that each alarm is posted once.
 */
export function watchAlarms(parts: AlarmWatchParts): { close(): Promise<void> } {
  const { database, bus, log, marks, failure } = parts;
  const formatTime = timeFormatter(log);
  return lookAndWarn({
    bus,
    isWorthALook: ({ type, payload }) => type === 'invalidate' && payload.includes('alarms'),
    look: async () => eachOf(await systemsToMail(database, marks), (systemId) => postAlarmsOf(systemId, parts, formatTime)),
    log,
    failure,
  });
}

/** Returns an alarm's text for emails and webhooks (ALM-21). */
export function lineOf({ code, alias, siteName, receiver }: MailedAlarm): string {
  return alarmText({ AlarmCodeId: code, alias, siteName }, receiver);
}

function postAlarmsOf(
  systemId: string,
  { database, marks, isTaken = () => Promise.resolve(true), post, now = Date.now }: AlarmWatchParts,
  formatTime: ReturnType<typeof timeFormatter>,
) {
  return inTransaction(database, async (within) => {
    const held = await holdAlarmMails(within, marks, systemId);
    if (held === undefined) return;
    const { lastId, window: before, commonName, timezone } = held;
    const asked = { after: lastId, since: now() - oldestMs, limit: mostNamed };
    const { upTo, count, alarms } = await alarmsToMail(within, systemId, asked);
    if (count === 0 || !(await isTaken(within, systemId))) return noteAlarmMails(within, marks, systemId, upTo, before);
    const { as, window } = planAlarmMails(before, count, now());
    if (as === 'later') return;
    const dated = alarms.map((alarm) => ({ ...alarm, time: (at: Date) => formatTime(at, timezone) }));
    await post(within, { systemId, commonName, as, alarms: dated, count });
    await noteAlarmMails(within, marks, systemId, upTo, window);
  });
}
