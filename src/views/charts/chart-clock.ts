/**
 * What moves a live chart: the time, and a call before each frame. Given by the composition root, so that a
 * test can step it.
 */
export type ChartClock = {
  /** Milliseconds since the epoch, by the host's clock as far as it is known. */
  readonly now: () => number;
  /** Calls `listener` before each frame until the returned function is called. */
  readonly onFrame: (listener: () => void) => () => void;
};

/** The clock of a page: the browser's frames (none while the tab is hidden), and `now`. */
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
