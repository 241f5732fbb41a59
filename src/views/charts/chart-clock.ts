/**
 * What drives a live chart: the time, and a call before each frame. The composition root provides it, so that
 * a test can step it.
 */
export type ChartClock = {
  /** The time in ms since the epoch, by the host's clock if that is known. */
  readonly now: () => number;
  /** Calls `listener` before each frame until the returned function is called. */
  readonly onFrame: (listener: () => void) => () => void;
};

/** Creates the clock of a page from `now` and the browser's frames (none while the tab is hidden). */
export function pageClock(now: () => number): ChartClock {
  return {
    now,
    onFrame(listener) {
      let request = requestAnimationFrame(function frame() {
        request = requestAnimationFrame(frame);
        listener();
      });
      return () => cancelAnimationFrame(request);
    },
  };
}
