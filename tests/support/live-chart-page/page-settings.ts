import type { ContactFilters, GroupKind, TimeLimit } from '#model/live/live-settings.ts';
import type { WindowTally } from '#model/live/contact-window.ts';
import type { ReceptionGap } from '#model/live/reception.ts';

/** How the page with the live chart starts; passed in the query as JSON (`?settings=`). */
export type PageSettings = {
  scheme: 'light' | 'dark';
  groupBy: GroupKind;
  timeLimit: TimeLimit;
  filters: ContactFilters;
  /** The contacts a second in the five minutes before the page opened. */
  prefillRate: number;
  /** The chart's size in pixels. */
  width: number;
  height: number;
  /** The address that sends contacts as the product's socket messages; without it there are none. */
  socket?: string;
  /**
   * Stops the clock at this time, ms since the epoch: for pictures and tests that need the same chart each
   * time.
   */
  frozenAt?: number;
  pausedAt?: number;
  /** Times whose contacts were not received. */
  gaps?: readonly ReceptionGap[];
};

/** What the page reports to a test or bench, as `globalThis.liveChartPage`. */
export type PageReport = {
  readonly tally: () => WindowTally;
  /** The number of contacts before the first message. */
  readonly prefilled: number;
  readonly windowBytes: () => number;
  readonly size: () => number;
  /** Returns the number of frames that were no valid message. */
  readonly badFrames: () => number;
  /** Clears the samples. */
  readonly startSampling: () => void;
  /**
   * Returns for each frame since then, in ms: the time since the previous frame, and the scripts of the chart
   * and of messages in between.
   */
  readonly samples: () => { intervals: number[]; drawing: number[]; receiving: number[] };
  /** Sets the clock of a frozen page. */
  readonly setNow: (now: number) => void;
  /** Appends a contact as if it had just arrived. */
  readonly append: (contacts: unknown) => void;
  readonly configure: (changes: Partial<PageSettings>) => void;
};

declare global {
  var liveChartPage: PageReport;
}
