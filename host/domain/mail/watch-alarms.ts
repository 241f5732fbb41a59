import type { Logger } from 'pino';
import { alarmText } from '#model/alarms/alarm-sentence.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { Looks } from '../../platform/bus/looks.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
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

/** What was raised so long ago (ms) is in the list, and nobody's news: a mail would not be sent either. */
const oldestMs = 24 * 3_600_000;
/** So many alarms a digest names. */
const mostNamed = 50;

/** An alarm with the clock of its system. */
export type DatedAlarm = MailedAlarm & { time: (at: Date) => string };

/** Alarms of a system that nobody was sent yet: one by one, or all in one where they are too many. */
export type UnsentAlarms = {
  systemId: string;
  commonName: string;
  as: 'each' | 'digest';
  /** The first of them, by their numbers. */
  alarms: readonly DatedAlarm[];
  count: number;
};

export type AlarmWatchParts = {
  database: Pick<Database, 'db' | 'pool'>;
  bus: Bus;
  log: Logger;
  now?: () => number;
  /** Where it is noted how far they were sent. */
  marks: AlarmMarks;
  /** Whether anybody takes those of a system; where nobody does they count as sent, and spend nothing. */
  isTaken?: (within: Db, systemId: string) => Promise<boolean>;
  /** Writes what is to be sent of them, in the transaction that notes it. */
  post: (within: Db, unsent: UnsentAlarms) => Promise<void>;
  /** What is logged where that fails. */
  failure: string;
};

/**
 * Posts the alarms of all systems, a digest where they are many (MAIL-17). Every host looks; how far they
 * were posted is noted in the transaction that does it, so that each is posted once.
 */
export function watchAlarms(parts: AlarmWatchParts): { close(): Promise<void> } {
  const { database, bus, log, marks, failure } = parts;
  const formatTime = timeFormatter(log);
  let isWarned = false;
  const looks = new Looks({
    bus,
    isWorthALook: ({ type, payload }) => type === 'invalidate' && payload.includes('alarms'),
    look: async () => {
      await eachOf(await systemsToMail(database, marks), (systemId) => postAlarmsOf(systemId, parts, formatTime));
      isWarned = false;
    },
    failed: (error) => {
      if (!isWarned) log.warn({ reason: errorText(error) }, failure);
      isWarned = true;
    },
  });
  return { close: () => looks.close() };
}

/** What an alarm says where it is sent (ALM-21). */
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
