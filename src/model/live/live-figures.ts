import type { Contact } from '../entities/contact.ts';
import type { TimeRange } from './contact-counts.ts';
import { latestContacts } from './contact-search.ts';
import { type GroupKind, realtimeDelayMs, type StreamSettings } from './live-settings.ts';
import type { Legend, LiveView } from './live-view.ts';

/** How many of the newest contacts stand below the chart, and in its place. */
const latestCounts = { chart: 10, table: 500 } as const;

/** How often the figures are said in words to those who do not see the chart, in ms. */
const summaryMs = 10_000;

/** The figures beside the chart, as they are at one moment. */
export type LiveFigures = {
  /** When they were reckoned, ms since the epoch by the host's clock. */
  readonly at: number;
  /** The times they are of. */
  readonly range: TimeRange;
  readonly legend: Legend;
  /** The newest shown contacts, newest first. */
  readonly latest: readonly Contact[];
  /** The values the filter dialog can offer, by kind. */
  readonly choices: Readonly<Record<GroupKind, readonly number[]>>;
};

/** Where a view ends that runs, two seconds behind the clock, or stands. Ms since the epoch. */
export function viewEdge(now: number, pausedAt: number | null): number {
  return pausedAt ?? now - realtimeDelayMs;
}

/**
 * Reckons what legend, table and filter dialog show at `now` (LIVE-4, LIVE-6), of a view that is set up by
 * `settings`.
 */
export function reckonFigures(view: LiveView, settings: StreamSettings, now: number, pausedAt: number | null): LiveFigures {
  view.configure(settings.groupBy, settings.filters);
  const edge = viewEdge(now, pausedAt);
  const range: TimeRange = { from: edge - settings.timeLimit, to: edge };
  const legend = legendOf(view, range);
  const latest = latestContacts(view.window, latestCounts[settings.display], range, (series) => view.visible[series] === 1);
  return { at: now, range, legend, latest, choices: view.choices() };
}

/** The legend of exactly this range. */
export function legendOf(view: LiveView, range: TimeRange): Legend {
  view.sync();
  view.moveTo(range);
  return view.legend();
}

/** Which figures are said in words: those said last, until it is time for new ones. */
export function summarised(last: LiveFigures, next: LiveFigures): LiveFigures {
  return Math.abs(next.at - last.at) < summaryMs ? last : next;
}
