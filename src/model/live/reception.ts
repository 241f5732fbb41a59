import type { TimeRange } from './contact-counts.ts';
import type { TimeText } from './contact-text.ts';

/** A time of which contacts did not come, in ms since the epoch by the host's clock. */
export type ReceptionGap = {
  /** 0 for all the time before this page began to receive. */
  readonly from: number;
  /** Null while it lasts: nobody knows yet where it ends. */
  readonly to: number | null;
  /** Some of it came afterwards, and the rest will not. */
  readonly partial: boolean;
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
  if (lasting === undefined) return { wholeAt: now, gaps: wholeAt === null ? [{ from: 0, to: now, partial: false }] : gaps };
  const before = gaps.slice(0, -1);
  return { wholeAt: now, gaps: lasting.partial ? kept([...before, { ...lasting, to: Math.max(lasting.from, now) }]) : before };
}

/** Contacts may be missing since the last whole word. */
export function missing(reception: Reception): Reception {
  const { wholeAt, gaps } = reception;
  if (wholeAt === null || lastingIn(gaps) !== undefined) return reception;
  return { wholeAt, gaps: [...gaps, { from: wholeAt, to: null, partial: false }] };
}

/**
 * The host has sent what it stored from `since` on (ms): all of it, or some. What lies before that never
 * comes.
 */
export function refilled(reception: Reception, since: number, complete: boolean): Reception {
  const { wholeAt, gaps } = reception;
  // Before the first whole word all that ever was is missing.
  const lasting = wholeAt === null ? { from: 0, to: null, partial: false } : lastingIn(gaps);
  if (lasting === undefined) return reception;
  const before = withoutBeginning(gaps.slice(0, -1), since, complete);
  if (since > lasting.from) before.push({ ...lasting, to: since });
  const rest = { ...lasting, from: Math.max(since, lasting.from), partial: lasting.partial || !complete };
  return { wholeAt, gaps: [...kept(before), rest] };
}

/** A gap as far as a shown range goes; `lasts` while it has no end. */
export type ShownGap = TimeRange & {
  readonly partial: boolean;
  readonly lasts: boolean;
  /** It goes back to before this page began to receive, and this is when it ends, in ms; null for another. */
  readonly before: number | null;
};

/** The gaps within a shown range, cut to it. */
export function gapsIn(gaps: readonly ReceptionGap[], range: TimeRange): ShownGap[] {
  return gaps.flatMap(({ from, to, partial }) => {
    const cut: TimeRange = { from: Math.max(from, range.from), to: Math.min(to ?? range.to, range.to) };
    return cut.from < cut.to ? [{ ...cut, partial, lasts: to === null, before: from === 0 ? to : null }] : [];
  });
}

/** True where all of it was received since a time, and goes on to be. */
export function isWholeSince(gaps: readonly ReceptionGap[], from: number): boolean {
  return gapsIn(gaps, { from, to: Infinity }).length === 0;
}

/** What stands in a gap on the chart. */
export function gapText({ partial }: Pick<ReceptionGap, 'partial'>): string {
  return partial ? 'not all received' : 'not received';
}

/**
 * 'Not received: before 14:02:10, 14:03:20 to 14:03:41, from 14:05:00 on (MDT)'; nothing where there is no
 * gap in the range.
 */
export function notReceivedText(gaps: readonly ReceptionGap[], range: TimeRange, times: TimeText): string {
  const shown = gapsIn(gaps, range);
  if (shown.length === 0) return '';
  const spans = shown.map(({ from, to, partial, lasts, before }) => {
    const part = partial ? ' in part' : '';
    if (before !== null) return `before ${times.clock(before)}`;
    return lasts ? `from ${times.clock(from)} on${part}` : `${times.clock(from)} to ${times.clock(to)}${part}`;
  });
  return `Not received: ${spans.join(', ')} (${times.zone(range.to)})`;
}

/**
 * What the host sent of the time before this page began to receive is not missing any more, or the rest of it
 * never comes.
 */
function withoutBeginning(gaps: readonly ReceptionGap[], since: number, complete: boolean): ReceptionGap[] {
  return gaps.flatMap((gap) => {
    if (gap.from !== 0 || gap.to === null || gap.to <= since) return [gap];
    const beginning = { ...gap, to: since };
    return complete ? [beginning] : [beginning, { ...gap, from: since, partial: true }];
  });
}

function lastingIn(gaps: readonly ReceptionGap[]): ReceptionGap | undefined {
  const last = gaps.at(-1);
  return last?.to === null ? last : undefined;
}

function kept(gaps: readonly ReceptionGap[]): ReceptionGap[] {
  return gaps.slice(-mostGaps);
}
