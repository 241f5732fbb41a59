import { type PastAlarm } from '../contract/alarm-history-calls.ts';
import { csvCell } from '../text/csv-cell.ts';
import { fileName } from '../text/file-name.ts';
import { offsetText, stampText, type TimeText } from '../time/time-text.ts';
import type { AlarmPage } from './alarm-history.ts';
import { alarmText, isOfBeacon } from './alarm-sentence.ts';

/** The parameters of a file of alarms. `title` is the system's name; `now` is in ms since the epoch. */
export type AlarmFileOrder = {
  readonly title: string;
  readonly times: TimeText;
  readonly now: number;
};

/** The most rows of a file, because spreadsheets cannot open more (ALP-2). */
const maxRows = 1_000_000;

/**
 * Returns a CSV file of all alarms that match the filters, newest first. The file is read page by page:
 * `loadPage` loads alarms older than the id it gets, or the newest ones if it gets none.
 */
export function alarmFile(
  { title, times, now }: AlarmFileOrder,
  loadPage: (before: number | undefined) => Promise<AlarmPage>,
): { name: string; mimeType: string; parts: Iterable<string | Promise<string>> } {
  // All times in the file use the current offset, even those on the other side of a clock change, because
  // only the header states the offset.
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
    // The consumer processes each part before it requests the next.
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
