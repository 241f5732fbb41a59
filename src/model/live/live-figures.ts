import type { Contact } from '../entities/contact.ts';
import type { TimeRange } from './contact-counts.ts';
import { mostLatest } from './latest-contacts.ts';
import { realtimeDelayMs, type StreamSettings } from './live-settings.ts';
import type { Legend, LiveView } from './live-view.ts';
import { isAwaited, type ReceptionGap } from './reception.ts';
import { WorkBudget } from './work-budget.ts';

/** How many of the newest contacts stand below the chart, and in its place. */
const latestCounts = { chart: 10, table: mostLatest } as const;

/** How often the figures are said in words to those who do not see the chart, in ms. */
const summaryMs = 10_000;

/** How many contacts one step of computing looks at (LIVE-21): a few ms on a slow core. */
const stepContacts = 300_000;
/** How long the page has for other things between two steps, in ms. */
export const stepPauseMs = 20;

/** The figures beside the chart, as they are at one moment. */
export type LiveFigures = {
  /** When they were computed, ms since the epoch by the host's clock. */
  readonly at: number;
  /** The times they are of. */
  readonly range: TimeRange;
  /** Some of these times is still to come for the first time: no number of them is known yet (LIVE-34). */
  readonly loading: boolean;
  readonly legend: Legend;
  /** The newest shown contacts, newest first. */
  readonly latest: readonly Contact[];
};

/** Where a view ends that runs, two seconds behind the clock, or stands. Ms since the epoch. */
export function viewEdge(now: number, pausedAt: number | null): number {
  return pausedAt ?? now - realtimeDelayMs;
}

/** What stands before anything was computed: nothing, of no time. */
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
 * Takes a step in computing what legend and table show at `now` (LIVE-4, LIVE-6), of a view that is set up by
 * `settings`. Null where it takes more contacts than one step may look at (LIVE-21): the next call goes on
 * from there.
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
  // However many the seconds at the ends hold, each step comes nearer to its end.
  const budget = new WorkBudget(Math.max(stepContacts - view.endsSize(range), stepContacts / 4));
  view.sync();
  if (!view.moveTo(range, budget)) return null;
  const legend = view.legend();
  const latest = view.latest(range, Math.min(latestCounts[settings.display], legend.shown), budget);
  return latest === null ? null : { at: now, range, loading: isAwaited(gaps, range), legend, latest };
}

/**
 * The legend of exactly this range, counted at once: for a file of what the chart shows, which differs from
 * the figures by what came since. To be asked for once the figures are whole (LIVE-21): before, all that they
 * have still to count would be counted in one go.
 */
export function legendOf(view: LiveView, range: TimeRange): Legend {
  view.sync();
  view.moveTo(range);
  return view.legend();
}

/**
 * Which figures are said in words: those said last, until it is time for others or for other groups, or until
 * all of what was asked for came (LIVE-27, LIVE-34).
 */
export function summarised(last: LiveFigures, next: LiveFigures): LiveFigures {
  const isSame = next.legend.groupBy === last.legend.groupBy && next.loading === last.loading;
  return isSame && Math.abs(next.at - last.at) < summaryMs ? last : next;
}
