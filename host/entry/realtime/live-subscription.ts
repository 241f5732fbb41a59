import type { Replay } from './stored-replay.ts';

/** A requested gap: `ask` is the client's own number of the request, `since` in ms. */
export type Gap = { ask: number | undefined; since: number };

/** The answer to a gap, and how many of its frames have been sent. */
type Filled = { replay: Replay; sent: number };

/** `next` is the next position to send. */
type State =
  | { kind: 'unsubscribed' }
  /**
   * Live contacts from `next` on are sent, while stored contacts fill the gap before them. `filled` is null
   * until the query has ended.
   */
  | { kind: 'filling'; next: number; gap: Gap; filled: Filled | null }
  | { kind: 'live'; next: number };

/** A client's position in the live contacts of its system: unsubscribed, filling a gap, or live. */
export class LiveSubscription {
  #state: State = { kind: 'unsubscribed' };
  #dropped = 0;
  /**
   * True if the last frame was a stored one: live and stored frames alternate, so that neither delays the
   * other.
   */
  #storedTurn = false;

  /** The next position to send; undefined if the client is not subscribed. */
  get next(): number | undefined {
    return this.#state.kind === 'unsubscribed' ? undefined : this.#state.next;
  }

  /** The number of live contacts that were not sent because the client was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The stored answer that is being sent. */
  get replay(): Replay | undefined {
    return this.#filled?.replay;
  }

  /** Sends live contacts from position `next` on. Abandons a gap that is being filled. */
  goLive(next: number): void {
    this.#state = { kind: 'live', next };
  }

  /** Sends live contacts from `next` on, and the stored ones before it once `fill` provides them. */
  awaitGap(next: number, gap: Gap): void {
    this.#state = { kind: 'filling', next, gap, filled: null };
  }

  /** Provides the answer to a gap. Returns false if the client is no longer waiting for that gap. */
  fill(gap: Gap, replay: Replay): boolean {
    const state = this.#state;
    if (state.kind !== 'filling' || state.gap !== gap) return false;
    this.#state = { ...state, filled: { replay, sent: 0 } };
    return true;
  }

  end(): void {
    this.#state = { kind: 'unsubscribed' };
  }

  /** Returns true if live contacts up to `head` or stored frames remain to be sent. */
  isBehind(head: number): boolean {
    const { next } = this;
    return (next !== undefined && next <= head) || this.#filled !== null;
  }

  /** Returns true if the next frame must come from storage. Call it once per frame. */
  takesStored(head: number): boolean {
    if (this.#filled === null) return false;
    this.#storedTurn = !this.#storedTurn || this.next === undefined || this.next > head;
    return this.#storedTurn;
  }

  /** Skips live contacts before the position `first`, which the ring no longer has. */
  skipTo(first: number): void {
    if (this.#state.kind === 'unsubscribed') return;
    this.#dropped += first - this.#state.next;
    this.advance(first);
  }

  /** Records that everything before position `next` was sent. */
  advance(next: number): void {
    if (this.#state.kind !== 'unsubscribed') this.#state = { ...this.#state, next };
  }

  /** Returns the next stored frame, or undefined if none is left. */
  nextStored(): Buffer | undefined {
    const filled = this.#filled;
    const frame = filled?.replay.frames[filled.sent];
    if (filled !== null && frame !== undefined) filled.sent++;
    return frame?.text;
  }

  /** True if all frames of the answer were sent. */
  get isFilled(): boolean {
    const filled = this.#filled;
    return filled !== null && filled.sent >= filled.replay.frames.length;
  }

  /**
   * Ends the filling of a gap. Returns the gap and the number of frames sent, or null if no answer was being
   * sent.
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
