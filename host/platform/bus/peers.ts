/** The largest number of other processes that are followed. */
const maxPeers = 1_000;

/**
 * The other processes, each with the number of its last payload. A gap in the numbers shows that a payload
 * was lost. A process that falls silent without a farewell may have sent payloads that were lost, too. Times
 * are in ms.
 */
export class Peers {
  readonly #lostAfterMs: number;
  readonly #peers = new Map<string, { number: number; heardAt: number }>();

  constructor(lostAfterMs: number) {
    this.#lostAfterMs = lostAfterMs;
  }

  /** The number of other processes heard from. */
  get count(): number {
    return this.#peers.size;
  }

  /**
   * Records a payload. Returns false if the payload before it is missing. The first payload of a process may
   * have any number.
   */
  hear(origin: string, number: number, now: number): boolean {
    const before = this.#peers.get(origin);
    this.#peers.delete(origin);
    this.#peers.set(origin, { number, heardAt: now });
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > maxPeers && oldest !== undefined) this.#peers.delete(oldest);
    return before === undefined || number === before.number + 1;
  }

  /** Removes a process that announced its end: all its payloads have arrived. */
  leave(origin: string): void {
    this.#peers.delete(origin);
  }

  /**
   * Removes processes that have been silent for longer than `lostAfterMs`. Returns whether there were any.
   */
  forgetLost(now: number): boolean {
    const { size } = this.#peers;
    for (const [origin, { heardAt }] of this.#peers) if (now - heardAt > this.#lostAfterMs) this.#peers.delete(origin);
    return this.#peers.size < size;
  }

  forgetAll(): void {
    this.#peers.clear();
  }
}
