import { countText } from '../text/number-text.ts';

/** Contacts by consecutive whole minutes; the first begins at `startTime` (ms since the epoch). */
export type PastMinutes = { readonly startTime: number; readonly counts: readonly number[] };

const minuteMs = 60_000;
/** The number of minutes shown (NAV-32). */
const shownMinutes = 60;
/** How many of the newest known minutes are loaded again, because receivers may send contacts late. */
const countedAgain = 3;

/** Returns the range to request, in ms: the past hour, or only the part that may have changed. */
export function minutesToAsk(known: PastMinutes | null, now: number): readonly [from: number, to: number] {
  const end = Math.floor(now / minuteMs) * minuteMs;
  const begin = end - shownMinutes * minuteMs;
  const knownTo = known === null ? begin : endOf(known) - countedAgain * minuteMs;
  return [Math.max(begin, Math.min(end, knownTo)), end];
}

/**
 * Appends loaded minutes to the known ones and keeps the newest hour. A loaded count replaces a known one. If
 * minutes are missing between them, returns only the loaded ones.
 */
export function withMinutes(known: PastMinutes | null, came: PastMinutes): PastMinutes {
  const joins = known !== null && known.startTime <= came.startTime && endOf(known) >= came.startTime;
  if (!joins) return came;
  const before = known.counts.slice(0, (came.startTime - known.startTime) / minuteMs);
  const counts = [...before, ...came.counts];
  const over = Math.max(0, counts.length - shownMinutes);
  return { startTime: known.startTime + over * minuteMs, counts: counts.slice(over) };
}

function endOf({ startTime, counts }: PastMinutes): number {
  return startTime + counts.length * minuteMs;
}

/** Returns the SVG path of the counts as a line in a box, with 0 at the bottom and the maximum at the top. */
export function sparkPath({ counts }: PastMinutes, { width, height }: { width: number; height: number }): string {
  const most = Math.max(1, ...counts);
  const step = counts.length < 2 ? 0 : width / (counts.length - 1);
  return counts
    .map((count, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${(height - (count / most) * height).toFixed(1)}`)
    .join('');
}

/** Returns text such as 'Past hour: 12 to 204 contacts a minute, last 192'. */
export function pastHourText({ counts }: PastMinutes): string {
  const last = counts.at(-1);
  if (last === undefined) return 'Past hour: not known';
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const span = least === most ? countText(most) : `${countText(least)} to ${countText(most)}`;
  return `Past hour: ${span} contacts a minute, last ${countText(last)}`;
}
