import { type PastAlarm } from '../contract/alarm-history-calls.ts';
import { csvCell } from '../text/csv-cell.ts';
import { fileName } from '../text/file-name.ts';
import { offsetText, stampText, type TimeText } from '../time/time-text.ts';
import type { AlarmPage } from './alarm-history.ts';
import { alarmText, isOfBeacon } from './alarm-sentence.ts';

/** What a file of alarms is to hold; `title` is the system's name, `now` in ms since the epoch. */
export type AlarmFileOrder = {
  readonly title: string;
  readonly times: TimeText;
  readonly now: number;
};

/** More rows than a spreadsheet takes are no file for anybody (ALP-2). */
const maxRows = 1_000_000;

/**
 * All alarms that the filters ask for as one CSV, newest first, a page at a time: `loadPage` takes the id
 * that the page comes before.
 */
export function alarmFile(
  { title, times, now }: AlarmFileOrder,
  loadPage: (before: number | undefined) => Promise<AlarmPage>,
): { name: string; mimeType: string; parts: Iterable<string | Promise<string>> } {
  // A file has one offset, which its header names; a summer's times stand in it like a winter's.
  const offset = times.offsetMinutes(now);
  function* parts(): Generator<string | Promise<string>, void> {
    yield `id,timeUTC${offsetText(offset)},code,receiver,beacon,site,alarm,endedUTC${offsetText(offset)},lastedSeconds,lasting,snoozed,sinceUTC${offsetText(offset)}\r\n`;
    let before: number | undefined;
    let count = 0;
    let more = true;
    const linesOf = async (): Promise<string> => {
      const page = await loadPage(before);
      before = page.alarms.at(-1)?.id;
      count += page.alarms.length;
      more = page.more && before !== undefined && count < maxRows;
      return page.alarms.map((alarm) => lineOf(alarm, offset)).join('');
    };
    // The consumer waits for each part before it takes the next.
    do yield linesOf();
    while (more);
  }
  return { name: fileName(`${title} alarms ${times.stamp(now)}.csv`), mimeType: 'text/csv;charset=utf-8', parts: parts() };
}

function lineOf(alarm: PastAlarm, offset: number): string {
  const { id, at, sinceAt, AlarmCodeId, alias, receiver, siteName, endedAt, isLasting, snoozed } = alarm;
  const cells = [
    String(id),
    stampText(at, offset),
    String(AlarmCodeId),
    ...(isOfBeacon(AlarmCodeId) ? [receiver ?? '', alias] : [alias, '']),
    siteName,
    alarmText(alarm, receiver),
    endedAt === null ? '' : stampText(endedAt, offset),
    endedAt === null ? '' : String(Math.round((endedAt - sinceAt) / 1_000)),
    isLasting ? 'yes' : 'no',
    snoozed === true ? 'yes' : 'no',
    stampText(sinceAt, offset),
  ];
  return `${cells.map(csvCell).join(',')}\r\n`;
}
