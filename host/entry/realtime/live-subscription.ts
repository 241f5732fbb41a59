import type { Replay } from './stored-replay.ts';

/** A gap that is asked for: `ask` is the client's own number of it, `since` in ms. */
export type Gap = { ask: number | undefined; since: number };

/** A gap whose answer has come: so many of its frames were handed out. */
type Filled = { replay: Replay; sent: number };

/** `next` is the next position to send. */
type State =
  | { kind: 'unsubscribed' }
  /** Live, while a gap before `next` is filled from storage; `filled` is null while the query runs. */
  | { kind: 'filling'; next: number; gap: Gap; filled: Filled | null }
  | { kind: 'live'; next: number };

/** A client's position in the live contacts of its system: unsubscribed, filling a gap, or live. */
export class LiveSubscription {
  #state: State = { kind: 'unsubscribed' };
  #dropped = 0;
  /** Live and stored frames take turns, so that neither waits for the other. */
  #storedTurn = false;

  /** The next position to send; undefined while the client is not subscribed. */
  get next(): number | undefined {
    return this.#state.kind === 'unsubscribed' ? undefined : this.#state.next;
  }

  /** Live contacts that were not sent because the client was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The answer that is being sent. */
  get replay(): Replay | undefined {
    return this.#filled?.replay;
  }

  /** Gets live contacts from the position `next` on; a gap that was being filled is given up. */
  goLive(next: number): void {
    this.#state = { kind: 'live', next };
  }

  /** Gets live contacts from `next` on, and what of the gap before it is stored once `fill` brings it. */
  awaitGap(next: number, gap: Gap): void {
    this.#state = { kind: 'filling', next, gap, filled: null };
  }

  /** Brings the answer to a gap; false where this one is not waited for any more. */
  fill(gap: Gap, replay: Replay): boolean {
    const state = this.#state;
    if (state.kind !== 'filling' || state.gap !== gap) return false;
    this.#state = { ...state, filled: { replay, sent: 0 } };
    return true;
  }

  end(): void {
    this.#state = { kind: 'unsubscribed' };
  }

  /** True while there is something up to `head` or of a gap that the client is to get. */
  isBehind(head: number): boolean {
    const { next } = this;
    return (next !== undefined && next <= head) || this.#filled !== null;
  }

  /** True once for each of the frame's turns: the next frame shall come from storage. */
  takesStored(head: number): boolean {
    if (this.#filled === null) return false;
    this.#storedTurn = !this.#storedTurn || this.next === undefined || this.next > head;
    return this.#storedTurn;
  }

  /** Passes over live contacts that are no longer kept, up to the position `first`. */
  skipTo(first: number): void {
    if (this.#state.kind === 'unsubscribed') return;
    this.#dropped += first - this.#state.next;
    this.advance(first);
  }

  /** What lies before the position `next` was sent. */
  advance(next: number): void {
    if (this.#state.kind !== 'unsubscribed') this.#state = { ...this.#state, next };
  }

  /** The next stored frame; undefined where all were handed out, or there is none. */
  nextStored(): Buffer | undefined {
    const filled = this.#filled;
    const frame = filled?.replay.frames[filled.sent];
    if (filled !== null && frame !== undefined) filled.sent++;
    return frame?.text;
  }

  /** True where every frame of the answer was handed out. */
  get isFilled(): boolean {
    const filled = this.#filled;
    return filled !== null && filled.sent >= filled.replay.frames.length;
  }

  /**
   * Ends the filling of a gap: what it was and how many frames of it were sent; null where none was on its
   * way.
   */
  endFilling(): (Gap & Filled) | null {
    if (this.#state.kind !== 'filling' || this.#state.filled === null) return null;
    const { next, gap, filled } = this.#state;
    this.goLive(next);
    return { ...gap, ...filled };
  }

  get #filled(): Filled | null {
    return this.#state.kind === 'filling' ? this.#state.filled : null;
  }
}
