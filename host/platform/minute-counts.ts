const windowMs = 60_000;
/** The largest number of keys; with more, the oldest is forgotten. */
const maxWindows = 10_000;

/** Counts by key. A key's count ends a minute after it began. Only a limited number of keys is remembered. */
export class MinuteCounts {
  readonly #now: () => number;
  readonly #windows = new Map<string, { since: number; count: number }>();

  /** `now` returns the time in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  isOver(key: string, most: number): boolean {
    return (this.#window(key)?.count ?? 0) >= most;
  }

  /** Adds one to a key's count, or subtracts it. */
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
