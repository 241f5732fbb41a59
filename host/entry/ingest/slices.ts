import { Turns } from '../../platform/turns.ts';

/**
 * The most items that slices of several requests share in one turn of the event loop. `sharedMs` is the
 * longest time (ms) that they share.
 */
const sharedItems = 128;
const sharedMs = 2;

/**
 * Runs the slices of all requests, one at a time. After a long slice, the next one waits for the next turn of
 * the event loop, so that the host can do other work. Several short slices share one turn.
 */
export class Slices {
  readonly #turns = new Turns({ perKey: 1, total: 1 });
  readonly #clock: () => number;
  #items = 0;
  #ms = 0;
  #isCounting = false;

  /** `clock` returns ms and never goes back. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /**
   * Runs `work` in its turn; `work` returns how many items it read. Resolves with the time that it took (ms).
   * Rejects with the signal's reason if that aborts first.
   */
  async run(keyId: number, signal: AbortSignal, work: () => number): Promise<number> {
    const endTurn = await this.#turns.take(keyId, signal);
    const began = this.#clock();
    let items = sharedItems;
    try {
      items = work();
    } finally {
      this.#note(items, this.#clock() - began, endTurn);
    }
    return this.#clock() - began;
  }

  #note(items: number, ms: number, endTurn: () => void): void {
    this.#items += items;
    this.#ms += ms;
    const isLong = this.#items >= sharedItems || this.#ms >= sharedMs;
    if (isLong || !this.#isCounting) {
      this.#isCounting = true;
      setImmediate(() => {
        [this.#items, this.#ms, this.#isCounting] = [0, 0, false];
        if (isLong) endTurn();
      });
    }
    if (!isLong) endTurn();
  }
}
