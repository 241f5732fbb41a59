import { Turns } from '../../platform/turns.ts';

/** What requests may share of one turn of the event loop: so many items, and so many ms of work. */
const sharedItems = 128;
const sharedMs = 2;

/**
 * The reading of all requests, one slice at a time. Between two long slices the event loop turns, and the
 * host does what else it has to; many short ones, each of another request, go into one of its turns.
 */
export class Slices {
  readonly #turns = new Turns({ perKey: 1, total: 1 });
  readonly #clock: () => number;
  #items = 0;
  #ms = 0;
  #isCounting = false;

  /** `clock` reads ms that never go back. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /**
   * Does `work`, which answers how many items it took, when its turn has come; resolves with how long that
   * took (ms). Rejects with the signal's reason when that is aborted before.
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
