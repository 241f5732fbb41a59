import type { TimeRange } from './contact-counts.ts';
import type { TimeText } from '../time/time-text.ts';

/** A time whose contacts did not arrive, in ms since 1970 by the host's clock. */
export type ReceptionGap = {
  /** 0 for all the time before this page began to receive. */
  readonly from: number;
  /** Null while the gap lasts. */
  readonly to: number | null;
  /** Some of its contacts arrived afterwards; the rest never will. */
  readonly partial: boolean;
  /** Nothing was lost: contacts from before this page began to receive have been requested (LIVE-34). */
  readonly awaited?: true;
};

/**
 * The times for which a console has all contacts of its system. Only at these times does an empty live chart
 * mean silence.
 */
export type Reception = {
  /** When the console last had everything, ms since 1970; null if it never had. */
  readonly wholeAt: number | null;
  /**
   * The gaps in order of time; only the last may have no end. While nothing changes, this is the same list
   * object.
   */
  readonly gaps: readonly ReceptionGap[];
};

/** The gaps before anything was received: a single one without end, whose contacts may all still come. */
export const unknownGaps: readonly ReceptionGap[] = [{ from: 0, to: null, partial: false, awaited: true }];

export const untouchedReception: Reception = { wholeAt: null, gaps: [] };

/** How many gaps are kept: a paused view may look far back, but a bad line must not fill the memory. */
const mostGaps = 50;

/**
 * Notes that nothing is missing at `now`. A lasting gap ends; it disappears if all its contacts arrived. The
 * first call makes a gap of all the time before it, which was not received (LIVE-23).
 */
export function heardWhole({ wholeAt, gaps }: Reception, now: number): Reception {
  const lasting = lastingIn(gaps);
  const isBeginning = lasting === undefined ? wholeAt === null : lasting.awaited && lasting.from === 0;
  if (isBeginning) return { wholeAt: now, gaps: [{ from: 0, to: now, partial: false }] };
  if (lasting === undefined) return { wholeAt: now, gaps };
  const before = gaps.slice(0, -1);
  return { wholeAt: now, gaps: lasting.partial ? kept([...before, { ...lasting, to: Math.max(lasting.from, now) }]) : before };
}

/**
 * Notes that contacts from before this page began to receive are requested, and will come (LIVE-25, LIVE-34).
 */
export function awaitPast({ wholeAt, gaps }: Reception): Reception {
  if (wholeAt === null) return { wholeAt, gaps: unknownGaps };
  return { wholeAt, gaps: gaps.map((gap) => (gap.from === 0 ? { ...gap, awaited: true } : gap)) };
}

/** Notes that contacts may be missing since `wholeAt`. Changes nothing while a gap lasts. */
export function missing(reception: Reception): Reception {
  const { wholeAt, gaps } = reception;
  if (wholeAt === null || lastingIn(gaps) !== undefined) return reception;
  return { wholeAt, gaps: [...gaps, { from: wholeAt, to: null, partial: false }] };
}

/** Notes that all stored contacts since `since` (ms) have arrived; older ones are still to come. */
export function reached({ wholeAt, gaps }: Reception, since: number): Reception {
  const known = wholeAt === null ? unknownGaps : gaps;
  return { wholeAt, gaps: kept(known.flatMap((gap) => (gap.to === null ? splitAt(gap, since) : endedAt(gap, since)))) };
}

/**
 * Notes the end of an answer from storage with all (`complete`) or some of the contacts since `since` (ms).
 * Older contacts never come. `hasNewest`: no stored contact is missing in the gap that still lasts, and the
 * rest of that gap comes live.
 */
export function refilled(reception: Reception, since: number, complete: boolean, hasNewest = false): Reception {
  const { wholeAt, gaps } = reception;
  // Before `heardWhole` was first called, everything is missing.
  const known = wholeAt === null && gaps.length === 0 ? unknownGaps : gaps;
  const lasting = lastingIn(known);
  if (lasting === undefined) return { wholeAt, gaps: kept(withoutRefilled(known, since, complete)) };
  const { from, partial } = lasting;
  const before = withoutRefilled(known.slice(0, -1), since, complete);
  if (since > from) before.push({ from, to: since, partial });
  const rest = { from: Math.max(since, from), to: null, partial: partial || !(complete || hasNewest) };
  return { wholeAt, gaps: [...kept(before), rest] };
}

/** The part of a gap that lies within a shown range. `lasts` is true if the gap has no end. */
export type ShownGap = TimeRange & {
  readonly partial: boolean;
  readonly awaited: true | undefined;
  readonly lasts: boolean;
  /** The end (ms) of a gap that goes back to before this page began to receive; null for other gaps. */
  readonly before: number | null;
};

/** Returns the gaps within a shown range, cut to it. */
export function gapsIn(gaps: readonly ReceptionGap[], range: TimeRange): ShownGap[] {
  return gaps.flatMap(({ from, to, partial, awaited }) => {
    const cut: TimeRange = { from: Math.max(from, range.from), to: Math.min(to ?? range.to, range.to) };
    return cut.from < cut.to ? [{ ...cut, partial, awaited, lasts: to === null, before: from === 0 ? to : null }] : [];
  });
}

/** Returns true if everything since `from` was received and no gap lasts. */
export function isWholeSince(gaps: readonly ReceptionGap[], from: number): boolean {
  return gapsIn(gaps, { from, to: Infinity }).length === 0;
}

/**
 * Returns true if contacts of the range are still loading for the first time: their number is unknown
 * (LIVE-34).
 */
export function isAwaited(gaps: readonly ReceptionGap[], range: TimeRange): boolean {
  return gapsIn(gaps, range).some(({ awaited }) => awaited);
}

/** Returns the label of a gap on the chart. */
export function gapText({ partial, awaited }: Pick<ReceptionGap, 'partial' | 'awaited'>): string {
  if (awaited) return 'loading';
  return partial ? 'not all received' : 'not received';
}

/**
 * Returns text such as 'Not received: before 14:02:10, 14:03:20 to 14:03:41, from 14:05:00 on (MDT)', or ''
 * if the range has no gap, or only one that is still loading.
 */
export function notReceivedText(gaps: readonly ReceptionGap[], range: TimeRange, times: TimeText): string {
  const shown = gapsIn(gaps, range).filter(({ awaited }) => !awaited);
  if (shown.length === 0) return '';
  const spans = shown.map(({ from, to, partial, lasts, before }) => {
    const part = partial ? ' in part' : '';
    if (before !== null) return `before ${times.clock(before)}`;
    return lasts ? `from ${times.clock(from)} on${part}` : `${times.clock(from)} to ${times.clock(to)}${part}`;
  });
  return `Not received: ${spans.join(', ')} (${times.zone(range.to)})`;
}

/**
 * Removes from gaps that have an end the part since `since`, which storage has sent. If the answer was
 * incomplete, that part stays as a partial gap. Gaps that were still loading are no longer awaited.
 */
function withoutRefilled(gaps: readonly ReceptionGap[], since: number, complete: boolean): ReceptionGap[] {
  return gaps.flatMap(({ from, to, partial }) => {
    const gap = { from, to, partial };
    const left = endedAt(gap, since);
    const isInPart = !complete && !partial && to !== null && to > since;
    return isInPart ? [...left, { from: Math.max(from, since), to, partial: true }] : left;
  });
}

/**
 * Removes the part of a gap since `since`, which has arrived. A gap that lasts stays, and so does a partial
 * gap: the rest of it never comes.
 */
function endedAt(gap: ReceptionGap, since: number): ReceptionGap[] {
  if (gap.partial || gap.to === null || gap.to <= since) return [gap];
  return gap.from < since ? [{ ...gap, to: since }] : [];
}

/** Splits a lasting gap at `since` if it began earlier. */
function splitAt(gap: ReceptionGap, since: number): ReceptionGap[] {
  const rest = { ...gap, from: Math.max(gap.from, since) };
  return gap.from < since ? [{ ...gap, to: since }, rest] : [rest];
}

function lastingIn(gaps: readonly ReceptionGap[]): ReceptionGap | undefined {
  const last = gaps.at(-1);
  return last?.to === null ? last : undefined;
}

function kept(gaps: readonly ReceptionGap[]): ReceptionGap[] {
  return gaps.slice(-mostGaps);
}
