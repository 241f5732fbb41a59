/** A system whose lock blocked others is stored separately for at least this many times `lockMs`. */
const isolationFactor = 4;

/** Systems whose contacts are stored separately because others would wait with them for a lock (ING-12). */
export class IsolatedSystems {
  readonly #lockMs: number;
  readonly #until = new Map<string, number>();
  readonly #storing = new Set<{ systemId: string; since: number }>();

  /** `lockMs` is how long a lot waits for a lock. */
  constructor(lockMs: number) {
    this.#lockMs = lockMs;
  }

  /**
   * From now on, stores the system's contacts separately. `now`, here and below, is in ms of a clock that
   * never goes back.
   */
  put(systemId: string, now: number): void {
    this.#until.set(systemId, now + isolationFactor * this.#lockMs);
  }

  /**
   * Notes that contacts of a system are being stored separately. Call the returned function when that ends.
   */
  store(systemId: string, now: number): () => void {
    const storing = { systemId, since: now };
    this.#storing.add(storing);
    return () => void this.#storing.delete(storing);
  }

  /**
   * True if a system was set aside recently, or if its separately stored contacts have waited for longer than
   * `lockMs`.
   */
  has(systemId: string, now: number): boolean {
    const until = this.#until.get(systemId);
    if (until === undefined) return false;
    if (until > now || [...this.#storing].some((one) => one.systemId === systemId && now - one.since > this.#lockMs)) return true;
    this.#until.delete(systemId);
    return false;
  }
}
