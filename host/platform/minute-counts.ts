/** A minute, in ms. */
const windowMs = 60_000;
/** Windows that are remembered; beyond, the oldest is forgotten. */
const maxWindows = 10_000;

/** Counts by key, within a minute from the first, for so many keys: the oldest is forgotten for another. */
export class MinuteCounts {
  readonly #now: () => number;
  readonly #windows = new Map<string, { since: number; count: number }>();

  /** `now` in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  isOver(key: string, most: number): boolean {
    return (this.#window(key)?.count ?? 0) >= most;
  }

  /** Counts one more, or takes it back. */
  count(key: string, by: 1 | -1): void {
    const window = this.#window(key);
    if (window !== undefined) window.count = Math.max(0, window.count + by);
    else if (by === 1) this.#begin(key);
  }

  #window(key: string) {
    const window = this.#windows.get(key);
    if (window === undefined || this.#now() - window.since < windowMs) return window;
    this.#windows.delete(key);
    return undefined;
  }

  #begin(key: string): void {
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= maxWindows && oldest !== undefined) this.#windows.delete(oldest);
    this.#windows.set(key, { since: this.#now(), count: 1 });
  }
}
