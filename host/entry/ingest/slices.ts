import { Turns } from '../../platform/turns.ts';

/** The most items, or ms of work, that slices of several requests share in one turn of the event loop. */
const sharedItems = 128;
const sharedMs = 2;

/**
 * Runs the slices of all requests, one at a time. After a long slice the event loop turns, so that the host
 * can do other work; several short slices share one turn.
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
   * Runs `work`, which returns how many items it took, in its turn. Resolves with the time that it took (ms).
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
