import type { ContactFilters, GroupKind, TimeLimit } from '#model/live/live-settings.ts';
import type { WindowTally } from '#model/live/contact-window.ts';
import type { ReceptionGap } from '#model/live/reception.ts';

/** How the page with the live chart starts; in the query as JSON (`?settings=`). */
export type PageSettings = {
  scheme: 'light' | 'dark';
  groupBy: GroupKind;
  timeLimit: TimeLimit;
  filters: ContactFilters;
  /** Contacts a second that fill the five minutes before the page opened. */
  prefillRate: number;
  /** The chart's size in pixels. */
  width: number;
  height: number;
  /** Where contacts come from as the product's socket messages; none without it. */
  socket?: string;
  /**
   * Stands still at this time, ms since the epoch: for pictures and tests that need the same chart each time.
   */
  frozenAt?: number;
  pausedAt?: number;
  /** Times of which contacts were not received. */
  gaps?: readonly ReceptionGap[];
};

/** What the page tells a test or a bench, as `globalThis.liveChartPage`. */
export type PageReport = {
  readonly tally: () => WindowTally;
  /** Contacts there were before the first message. */
  readonly prefilled: number;
  readonly windowBytes: () => number;
  readonly size: () => number;
  /** Frames that were no message by the contract. */
  readonly badFrames: () => number;
  /** Forgets the samples so far. */
  readonly startSampling: () => void;
  /**
   * Per frame since then, in ms: time since the frame before, and the chart's and the messages' script in
   * between.
   */
  readonly samples: () => { intervals: number[]; drawing: number[]; receiving: number[] };
  /** Moves the clock of a frozen page. */
  readonly setNow: (now: number) => void;
  /** Appends a contact as if it had just arrived. */
  readonly append: (contacts: unknown) => void;
  readonly configure: (changes: Partial<PageSettings>) => void;
};

declare global {
  var liveChartPage: PageReport;
}
