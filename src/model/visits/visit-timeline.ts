import type { TagHistory, Unconfirmed, Visit } from '../contract/tag-history-calls.ts';
import { hitsText, whereKey } from './visit-rows.ts';

/** A span of time, in ms since 1970. */
export type Span = { readonly from: number; readonly to: number };

/** A visit or an unconfirmed stretch in the timeline (VISIT-6), clipped to the shown span; times in ms. */
export type TimelinePart = Span & { id: string; text: string };

/** One site of the timeline. */
export type SiteTimes = { key: string; site: string; visits: readonly TimelinePart[]; stretches: readonly TimelinePart[] };

/** The clocks that write the times of the timeline. */
type Stamps = { stamp: (ts: number) => string };

/** The shortest span to which a person can zoom, and the least that the whole shows. */
const minSpanMs = 60_000;
const minWholeMs = 3_600_000;

/** Returns the span from the first to the last that is known of the tag, with a margin; null for nothing. */
export function wholeSpan({ tag, visits, unconfirmed }: TagHistory): Span | null {
  const times = [
    ...[tag.released, tag.retrieved].filter((ts) => ts !== null),
    ...visits.flatMap(({ arrived, left }) => [arrived, left]),
    ...unconfirmed.flatMap(({ from, to }) => [from, to]),
  ];
  if (times.length === 0) return null;
  const [from, to] = times.reduce(([low, high], ts) => [Math.min(low, ts), Math.max(high, ts)], [Infinity, -Infinity]);
  const margin = Math.max((to - from) * 0.02, (minWholeMs - (to - from)) / 2);
  return { from: Math.floor(from - margin), to: Math.ceil(to + margin) };
}

/** Returns the sites in order of their first visit, then those heard only in unconfirmed stretches. */
export function timelineRows({ visits, unconfirmed }: TagHistory, span: Span, times: Stamps): SiteTimes[] {
  const rows = new Map<string, { key: string; site: string; visits: TimelinePart[]; stretches: TimelinePart[] }>();
  const rowOf = (where: Visit | Unconfirmed) => {
    const key = whereKey(where);
    const row = rows.get(key) ?? { key, site: where.site, visits: [], stretches: [] };
    rows.set(key, row);
    return row;
  };
  for (const [at, visit] of visits.entries()) {
    const { site, arrived, left, hits } = visit;
    const text = `${site}, ${spanText(times, { from: arrived, to: left })}, ${hitsText(hits)}`;
    rowOf(visit).visits.push(...clipped({ id: `visit ${at + 1}`, text, from: arrived, to: left }, span));
  }
  for (const [at, stretch] of unconfirmed.entries()) {
    const { receiver, from, to, hits, isAmbiguous } = stretch;
    const why = isAmbiguous ? 'shared with other tags' : 'unconfirmed';
    const text = `${receiver}, ${spanText(times, { from, to })}, ${hitsText(hits)}, ${why}`;
    rowOf(stretch).stretches.push(...clipped({ id: `stretch ${at + 1}`, text, from, to }, span));
  }
  return [...rows.values()];
}

function clipped(part: TimelinePart, { from, to }: Span): TimelinePart[] {
  if (part.to < from || part.from > to) return [];
  return [{ ...part, from: Math.max(part.from, from), to: Math.min(part.to, to) }];
}

/** Returns '2026-03-12 08:15 to 09:40', with the second day if it is another. */
function spanText(times: Stamps, { from, to }: Span): string {
  const [begin, end] = [from, to].map((ts) => times.stamp(ts).slice(0, 16)) as [string, string];
  if (begin === end) return begin;
  return `${begin} to ${end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11) : end}`;
}

/** Zooms by a factor (below 1: in) around a point of the span (0 to 1). */
export function zoomedSpan({ from, to }: Span, whole: Span, factor: number, at = 0.5): Span {
  const ms = between((to - from) * factor, Math.min(minSpanMs, whole.to - whole.from), whole.to - whole.from);
  return placed(from + at * (to - from - ms), ms, whole);
}

/** Moves the span later by a fraction of its length, within the whole. */
export function pannedSpan({ from, to }: Span, whole: Span, by: number): Span {
  return placed(from + by * (to - from), to - from, whole);
}

/** Returns a span of the address within the whole; the whole for none, or for one outside of it. */
export function shownSpan(wanted: Span | null, whole: Span): Span {
  if (wanted === null || wanted.to <= whole.from || wanted.from >= whole.to) return whole;
  return zoomedSpan(wanted, whole, 1);
}

/** Returns true if the span shows the whole. */
export function isWhole(span: Span, whole: Span): boolean {
  return span.to - span.from >= whole.to - whole.from;
}

function placed(from: number, ms: number, whole: Span): Span {
  const begin = Math.round(between(from, whole.from, whole.to - ms));
  return { from: begin, to: Math.round(begin + ms) };
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
