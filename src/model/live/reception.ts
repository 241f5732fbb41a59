import type { TimeRange } from './contact-counts.ts';
import type { TimeText } from '../time/time-text.ts';

/** A time of which contacts did not come, in ms since the epoch by the host's clock. */
export type ReceptionGap = {
  /** 0 for all the time before this page began to receive. */
  readonly from: number;
  /** Null while it lasts: nobody knows yet where it ends. */
  readonly to: number | null;
  /** Some of it came afterwards, and the rest will not. */
  readonly partial: boolean;
  /** Nothing of it was lost: it was heard before this page began to receive, and is asked for (LIVE-34). */
  readonly awaited?: true;
};

/**
 * What a console got of its system's contacts, as times: what the live chart may show as silence, and what it
 * must not.
 */
export type Reception = {
  /** When nothing was missing last, ms since the epoch; null before the first word. */
  readonly wholeAt: number | null;
  /** In order of time; only the last one may last. The same list while nothing changes in it. */
  readonly gaps: readonly ReceptionGap[];
};

/** The gaps before it is known what was received: all may still come. */
export const unknownGaps: readonly ReceptionGap[] = [{ from: 0, to: null, partial: false, awaited: true }];

export const untouchedReception: Reception = { wholeAt: null, gaps: [] };

/**
 * More gaps than this are not kept: a paused view may look far back, but a bad line must not fill the memory.
 */
const mostGaps = 50;

/**
 * The host was heard at `now`, and nothing is missing: the gap that lasted ends, and is gone where all of it
 * came. What was before the first such word was not received (LIVE-23).
 */
export function heardWhole({ wholeAt, gaps }: Reception, now: number): Reception {
  const lasting = lastingIn(gaps);
  const isBeginning = lasting === undefined ? wholeAt === null : lasting.awaited && lasting.from === 0;
  if (isBeginning) return { wholeAt: now, gaps: [{ from: 0, to: now, partial: false }] };
  if (lasting === undefined) return { wholeAt: now, gaps };
  const before = gaps.slice(0, -1);
  return { wholeAt: now, gaps: lasting.partial ? kept([...before, { ...lasting, to: Math.max(lasting.from, now) }]) : before };
}

/** What was heard before this page began to receive is asked for, and will come (LIVE-25, LIVE-34). */
export function awaitPast({ wholeAt, gaps }: Reception): Reception {
  if (wholeAt === null) return { wholeAt, gaps: unknownGaps };
  return { wholeAt, gaps: gaps.map((gap) => (gap.from === 0 ? { ...gap, awaited: true } : gap)) };
}

/** Contacts may be missing since the last whole word. */
export function missing(reception: Reception): Reception {
  const { wholeAt, gaps } = reception;
  if (wholeAt === null || lastingIn(gaps) !== undefined) return reception;
  return { wholeAt, gaps: [...gaps, { from: wholeAt, to: null, partial: false }] };
}

/** The host has sent all that it stored from `since` on (ms), and what lies before that is still to come. */
export function reached({ wholeAt, gaps }: Reception, since: number): Reception {
  const known = wholeAt === null ? unknownGaps : gaps;
  return { wholeAt, gaps: kept(known.flatMap((gap) => (gap.to === null ? splitAt(gap, since) : endedAt(gap, since)))) };
}

/**
 * The host has sent what it stored from `since` on (ms): all of it, or some. What lies before that never
 * comes. `hasNewest`: nothing stored is missing of what lasts, and the rest of that comes live.
 */
export function refilled(reception: Reception, since: number, complete: boolean, hasNewest = false): Reception {
  const { wholeAt, gaps } = reception;
  // Before the first whole word all that ever was is missing.
  const known = wholeAt === null && gaps.length === 0 ? unknownGaps : gaps;
  const lasting = lastingIn(known);
  if (lasting === undefined) return { wholeAt, gaps: kept(withoutRefilled(known, since, complete)) };
  const { from, partial } = lasting;
  const before = withoutRefilled(known.slice(0, -1), since, complete);
  if (since > from) before.push({ from, to: since, partial });
  const rest = { from: Math.max(since, from), to: null, partial: partial || !(complete || hasNewest) };
  return { wholeAt, gaps: [...kept(before), rest] };
}

/** A gap as far as a shown range goes; `lasts` while it has no end. */
export type ShownGap = TimeRange & {
  readonly partial: boolean;
  readonly awaited: true | undefined;
  readonly lasts: boolean;
  /** It goes back to before this page began to receive, and this is when it ends, in ms; null for another. */
  readonly before: number | null;
};

/** The gaps within a shown range, cut to it. */
export function gapsIn(gaps: readonly ReceptionGap[], range: TimeRange): ShownGap[] {
  return gaps.flatMap(({ from, to, partial, awaited }) => {
    const cut: TimeRange = { from: Math.max(from, range.from), to: Math.min(to ?? range.to, range.to) };
    return cut.from < cut.to ? [{ ...cut, partial, awaited, lasts: to === null, before: from === 0 ? to : null }] : [];
  });
}

/** True where all of it was received since a time, and goes on to be. */
export function isWholeSince(gaps: readonly ReceptionGap[], from: number): boolean {
  return gapsIn(gaps, { from, to: Infinity }).length === 0;
}

/** True where some of it is still to come for the first time: nobody knows yet how much (LIVE-34). */
export function isAwaited(gaps: readonly ReceptionGap[], range: TimeRange): boolean {
  return gapsIn(gaps, range).some(({ awaited }) => awaited);
}

/** What stands in a gap on the chart. */
export function gapText({ partial, awaited }: Pick<ReceptionGap, 'partial' | 'awaited'>): string {
  if (awaited) return 'loading';
  return partial ? 'not all received' : 'not received';
}

/**
 * 'Not received: before 14:02:10, 14:03:20 to 14:03:41, from 14:05:00 on (MDT)'; nothing where there is no
 * gap in the range but one that is awaited.
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
 * What the host sent of gaps that have an end is not missing any more, or the rest of it never comes; nor
 * does what was awaited.
 */
function withoutRefilled(gaps: readonly ReceptionGap[], since: number, complete: boolean): ReceptionGap[] {
  return gaps.flatMap(({ from, to, partial }) => {
    const gap = { from, to, partial };
    const left = endedAt(gap, since);
    const isInPart = !complete && !partial && to !== null && to > since;
    return isInPart ? [...left, { from: Math.max(from, since), to, partial: true }] : left;
  });
}

/** A gap of which all was sent since a time; one of which the rest never comes stays. */
function endedAt(gap: ReceptionGap, since: number): ReceptionGap[] {
  if (gap.partial || gap.to === null || gap.to <= since) return [gap];
  return gap.from < since ? [{ ...gap, to: since }] : [];
}

/** A gap that lasts, in what is before a time and what goes on since then. */
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
