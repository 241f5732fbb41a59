/** The most simultaneous turns: of one key, and of all keys together. */
export type PerKey = { perKey: number; total: number };

type Waiting<Key> = { key: Key; start: (release: () => void) => void };

/**
 * Limits how many callers do something at the same time, by key and in all. The next turn goes to the key
 * whose last turn was longest ago, so that a key with a hundred requests does not delay a key with one.
 * Within a key, the first to come is served first.
 */
export class Turns<Key extends number | string = number> {
  readonly #most: PerKey;
  readonly #running = new Map<Key, number>();
  readonly #waiting: Waiting<Key>[] = [];
  /** The number of each key's last turn. Forgotten when no turn is taken or waited for. */
  readonly #lastTurn = new Map<Key, number>();
  #turns = 0;
  #total = 0;

  constructor(most: PerKey) {
    this.#most = most;
  }

  /** Returns how many turns a key has now. */
  of(key: Key): number {
    return this.#running.get(key) ?? 0;
  }

  /** Takes a turn if one is free; returns a function that ends it, or null. */
  tryTake(key: Key): (() => void) | null {
    return this.#isFree(key) ? this.#take(key) : null;
  }

  /**
   * Waits for a turn; resolves with a function that ends it. The caller must limit how many wait. Rejects
   * with the signal's reason if it is aborted before the turn.
   */
  async take(key: Key, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const atOnce = this.tryTake(key);
    if (atOnce !== null) return atOnce;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting<Key> = {
        key,
        start: (release) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(release);
        },
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #isFree(key: Key): boolean {
    return this.#total < this.#most.total && this.of(key) < this.#most.perKey;
  }

  #take(key: Key): () => void {
    this.#total += 1;
    this.#lastTurn.set(key, this.#turns++);
    this.#running.set(key, this.of(key) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#total -= 1;
      if (this.of(key) === 1) this.#running.delete(key);
      else this.#running.set(key, this.of(key) - 1);
      this.#startNext();
    };
  }

  #startNext(): void {
    let next: Waiting<Key> | undefined;
    for (const waiting of this.#waiting) {
      if (this.#isFree(waiting.key) && (next === undefined || this.#last(waiting.key) < this.#last(next.key))) next = waiting;
    }
    if (next !== undefined) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start(this.#take(next.key));
    } else if (this.#total === 0) this.#lastTurn.clear();
  }

  #last(key: Key): number {
    return this.#lastTurn.get(key) ?? -1;
  }
}
