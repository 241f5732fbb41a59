/** Sessions that ended a moment ago: a handshake under way at that moment does not slip in. Nobody is remembered for longer than that takes. */
export class EndedSessions {
  readonly #memoryMs: number;
  readonly #endedAt = new Map<string, number>();

  /** `memoryMs`: how long each is remembered. */
  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#endedAt.size;
  }

  /** `now` in ms. */
  add(sessionId: string, now: number): void {
    this.#endedAt.set(sessionId, now);
  }

  has(sessionId: string): boolean {
    return this.#endedAt.has(sessionId);
  }

  /** Lets go of those that ended too long ago to be met. */
  forget(now: number): void {
    for (const [sessionId, endedAt] of this.#endedAt) if (now - endedAt > this.#memoryMs) this.#endedAt.delete(sessionId);
  }
}
