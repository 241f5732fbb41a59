import { type Failure, FailureError, errorTypes } from '../contract/failure.ts';
import { fileName } from '../text/file-name.ts';
import { offsetText, stampText, type TimeText } from '../time/time-text.ts';
import { activityHeader, activityLines } from './activity-csv.ts';
import type { ActivityPage } from './activity-list.ts';
import type { SiteNames } from './change-words.ts';

/** The parameters of a file of changes. `title` is the system's name; `now` is in ms since the epoch. */
export type ActivityFileOrder = {
  readonly title: string;
  readonly siteName: SiteNames;
  readonly times: TimeText;
  readonly now: number;
};

export type ActivityFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly parts: Iterable<string | Promise<string>>;
};

/** The failure if a backup was restored while the pages were read. */
const restored: Failure = {
  kind: 'server',
  code: 410,
  type: errorTypes.gone,
  message: 'Could not make the file: the system was restored from a backup',
};

/**
 * Returns a CSV file of all changes that match the filters, newest first. The file is read page by page:
 * `loadPage` loads changes older than the revision it gets, or the newest ones if it gets none.
 */
export function activityFile(
  order: ActivityFileOrder,
  loadPage: (before: number | undefined) => Promise<ActivityPage>,
): ActivityFile {
  const { title, times, now } = order;
  const name = fileName(`${title} activity ${times.stamp(now)}.csv`);
  return { name, mimeType: 'text/csv;charset=utf-8', parts: partsOf(order, loadPage) };
}

function* partsOf(
  { siteName, times, now }: ActivityFileOrder,
  loadPage: (before: number | undefined) => Promise<ActivityPage>,
): Generator<string | Promise<string>, void> {
  // All times in the file use the current offset, even those on the other side of a clock change, because
  // only the header states the offset.
  const offset = times.offsetMinutes(now);
  const stamp = (ts: number): string => stampText(ts, offset);
  yield activityHeader(offsetText(offset));
  let last: ActivityPage | undefined;
  const linesOf = async (): Promise<string> => {
    const page = await loadPage(last?.changes.at(-1)?.revision);
    if (last !== undefined && page.epoch !== last.epoch) throw new FailureError(restored);
    last = page;
    return page.changes.map((change) => activityLines(change, siteName, { stamp })).join('');
  };
  // The consumer processes each part before it requests the next.
  do yield linesOf();
  while (last !== undefined && last.more && last.changes.length > 0);
}
