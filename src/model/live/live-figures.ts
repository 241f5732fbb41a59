import type { Contact } from '../entities/contact.ts';
import type { TimeRange } from './contact-counts.ts';
import { mostLatest } from './latest-contacts.ts';
import { realtimeDelayMs, type StreamSettings } from './live-settings.ts';
import type { Legend, LiveView } from './live-view.ts';
import { isAwaited, type ReceptionGap } from './reception.ts';
import { WorkBudget } from './work-budget.ts';

/** How many of the newest contacts are listed: below the chart, and as the table that replaces it. */
const latestCounts = { chart: 10, table: mostLatest } as const;

/** How often the summary for people who do not see the chart may change, in ms. */
const summaryMs = 10_000;

/** How many contacts one step of a computation reads (LIVE-21): a few ms on a slow core. */
const stepContacts = 300_000;
/** The pause between two steps that leaves time for the rest of the page, in ms. */
export const stepPauseMs = 20;

/** The figures beside the chart at one moment. */
export type LiveFigures = {
  /** When they were computed, ms since 1970 by the host's clock. */
  readonly at: number;
  /** The time range that they describe. */
  readonly range: TimeRange;
  /** True while contacts of this range load for the first time: no number is known yet (LIVE-34). */
  readonly loading: boolean;
  readonly legend: Legend;
  /** The newest shown contacts, newest first. */
  readonly latest: readonly Contact[];
};

/** Returns the right end of a view, ms since 1970: two seconds behind the clock, or where it was paused. */
export function viewEdge(now: number, pausedAt: number | null): number {
  return pausedAt ?? now - realtimeDelayMs;
}

export function noFigures({ groupBy }: StreamSettings): LiveFigures {
  return {
    at: -Infinity,
    range: { from: 0, to: 0 },
    loading: true,
    legend: { groupBy, groups: [], aside: [], shown: 0, hidden: 0 },
    latest: [],
  };
}

/**
 * Takes one step in computing legend and table at `now` (LIVE-4, LIVE-6) for a view with these settings.
 * Returns null if that needs more contacts than one step may read (LIVE-21): the next call continues.
 */
export function computeFigures(
  view: LiveView,
  settings: StreamSettings,
  now: number,
  pausedAt: number | null,
  gaps: readonly ReceptionGap[],
): LiveFigures | null {
  view.configure(settings.groupBy, settings.filters, settings.focus);
  const edge = viewEdge(now, pausedAt);
  const range: TimeRange = { from: edge - settings.timeLimit, to: edge };
  // The end seconds may hold any number of contacts; each step still gets at least a quarter of
  // `stepContacts`, so that it makes progress.
  const budget = new WorkBudget(Math.max(stepContacts - view.endsSize(range), stepContacts / 4));
  view.sync();
  if (!view.moveTo(range, budget)) return null;
  const legend = view.legend();
  const latest = view.latest(range, Math.min(latestCounts[settings.display], legend.shown), budget);
  return latest === null ? null : { at: now, range, loading: isAwaited(gaps, range), legend, latest };
}

/**
 * Computes the legend of exactly this range in one step, for a file of what the chart shows; the figures may
 * be up to a second older. Call it only after `computeFigures` has finished (LIVE-21); otherwise it counts
 * everything that is left in this one step.
 */
export function legendOf(view: LiveView, range: TimeRange): Legend {
  view.sync();
  view.moveTo(range);
  return view.legend();
}

/**
 * Returns the figures that the summary describes: `last`, until `summaryMs` have passed, the grouping
 * changes, or `loading` changes (LIVE-27, LIVE-34); then `next`.
 */
export function summarised(last: LiveFigures, next: LiveFigures): LiveFigures {
  const isSame = next.legend.groupBy === last.legend.groupBy && next.loading === last.loading;
  return isSame && Math.abs(next.at - last.at) < summaryMs ? last : next;
}
