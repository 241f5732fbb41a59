import type { RunStretch } from './stretches.ts';

/** Where a stretch was heard: a site, or a receiver that had none and is its own site (VISIT-3). */
export type StretchSite = { siteId: number | null; rxId: number };

/** Returns a key that is the same for stretches at one site. */
export function siteKey({ siteId, rxId }: StretchSite): string {
  return siteId === null ? `receiver ${rxId}` : `site ${siteId}`;
}

export type PlacedStretch = RunStretch & StretchSite;

/**
 * The time that a tag spent at a site (VISIT-2), in ms since 1970, and the receivers of its first and its
 * last hit. `ownRxId` is set if the site is a receiver without a site.
 */
export type SiteVisit = {
  siteId: number | null;
  ownRxId: number | null;
  arrived: number;
  left: number;
  firstRxId: number;
  lastRxId: number;
};

/** Returns the key of a visit's site, equal to that of its stretches. */
export const visitKey = ({ siteId, ownRxId }: Pick<SiteVisit, 'siteId' | 'ownRxId'>): string =>
  siteKey({ siteId, rxId: ownRxId ?? 0 });

const inOrder = (one: PlacedStretch, other: PlacedStretch): number =>
  one.from - other.from || one.to - other.to || one.rxId - other.rxId;

/**
 * Returns the visits that stretches make, in order of arrival (VISIT-2). The stretches are counting ones of
 * one tag, in any order. Stretches at one site belong to one visit while the gaps between them are at most
 * `gapMs`. If several receivers heard the first or last hit, the one with the lowest id counts.
 */
export function visitsOf(stretches: readonly PlacedStretch[], gapMs: number): SiteVisit[] {
  const visits: SiteVisit[] = [];
  const open = new Map<string, SiteVisit>();
  for (const stretch of stretches.toSorted(inOrder)) {
    const key = siteKey(stretch);
    const visit = open.get(key);
    const { siteId, rxId, from, to } = stretch;
    if (visit === undefined || from - visit.left > gapMs) {
      const ownRxId = siteId === null ? rxId : null;
      const next = { siteId, ownRxId, arrived: from, left: to, firstRxId: rxId, lastRxId: rxId };
      open.set(key, next);
      visits.push(next);
      continue;
    }
    if (from === visit.arrived) visit.firstRxId = Math.min(visit.firstRxId, rxId);
    if (to > visit.left || (to === visit.left && rxId < visit.lastRxId)) visit.lastRxId = rxId;
    visit.left = Math.max(visit.left, to);
  }
  return visits;
}

/** A span of time in ms since 1970; both ends belong to it. */
export type TimeSpan = { from: number; to: number };

/** Returns the spans with those united that are at most `apart` ms apart, in order. */
export function unitedSpans(spans: readonly TimeSpan[], apart: number): TimeSpan[] {
  const united: TimeSpan[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = united.at(-1);
    if (last !== undefined && from - last.to <= apart) last.to = Math.max(last.to, to);
    else united.push({ from, to });
  }
  return united;
}

/** Returns the span of stretches that decide what visits become if stretches change in a span (ms). */
export const decidingSpan = ({ from, to }: TimeSpan, gapMs: number): TimeSpan => ({ from: from - 2 * gapMs, to: to + 2 * gapMs });

/** Returns whether a visit may change if stretches change in a span (ms): one of them can join it. */
export function isTouched({ arrived, left }: SiteVisit, { from, to }: TimeSpan, gapMs: number): boolean {
  return arrived <= to + gapMs && left >= from - gapMs;
}

/**
 * Returns what replaces the visits `before`, which `changed` touches. `stretches` are all counting
 * stretches that overlap `decidingSpan`, as they are now. Only stretches inside `changed` may differ from
 * those that made `before`, so a visit keeps its begin or end if that lies outside `decidingSpan`. Property
 * tests compare this with `visitsOf` of all stretches.
 */
export function changedVisits(
  before: readonly SiteVisit[],
  stretches: readonly PlacedStretch[],
  changed: TimeSpan,
  gapMs: number,
): SiteVisit[] {
  const deciding = decidingSpan(changed, gapMs);
  const now = visitsOf(stretches, gapMs);
  const first = new Map<string, SiteVisit>();
  const last = new Map<string, SiteVisit>();
  for (const visit of now) {
    const key = visitKey(visit);
    if (!first.has(key)) first.set(key, visit);
    last.set(key, visit);
  }
  const replacing = now.filter((visit) => isTouched(visit, changed, gapMs));
  for (const { arrived, left, firstRxId, lastRxId, ...site } of before) {
    const key = visitKey(site);
    const [begun, ended] = [first.get(key), last.get(key)];
    if (arrived < deciding.from && begun) Object.assign(begun, { arrived: Math.min(arrived, begun.arrived), firstRxId });
    if (left > deciding.to && ended) Object.assign(ended, { left: Math.max(left, ended.left), lastRxId });
  }
  return replacing;
}
