/** Processes whose numbers are followed. */
const maxPeers = 1_000;

/**
 * Which other processes are heard, and up to which of their payloads; so it shows when one of these did not
 * come, or one of them ended without a word, and what it said last perhaps with it. Times in ms.
 */
export class Peers {
  readonly #lostAfterMs: number;
  readonly #peers = new Map<string, { number: number; heardAt: number }>();

  constructor(lostAfterMs: number) {
    this.#lostAfterMs = lostAfterMs;
  }

  /** How many others are heard. */
  get count(): number {
    return this.#peers.size;
  }

  /**
   * Hears a payload; false where one before it did not come. Who is heard for the first time may be at any.
   */
  hear(origin: string, number: number, now: number): boolean {
    const before = this.#peers.get(origin);
    this.#peers.delete(origin);
    this.#peers.set(origin, { number, heardAt: now });
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > maxPeers && oldest !== undefined) this.#peers.delete(oldest);
    return before === undefined || number === before.number + 1;
  }

  /** One ends in order: it has said all. */
  leave(origin: string): void {
    this.#peers.delete(origin);
  }

  /** Forgets who has not been heard for too long; true where there was one. */
  forgetLost(now: number): boolean {
    const { size } = this.#peers;
    for (const [origin, { heardAt }] of this.#peers) if (now - heardAt > this.#lostAfterMs) this.#peers.delete(origin);
    return this.#peers.size < size;
  }

  forgetAll(): void {
    this.#peers.clear();
  }
}
