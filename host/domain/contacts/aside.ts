/** For how many times the patience of a lot a system whose lock was waited for goes by itself at least. */
const asideFor = 4;

/** Systems whose contacts are stored by themselves, since others would wait with them for a lock (ING-12). */
export class Aside {
  readonly #lockMs: number;
  readonly #until = new Map<string, number>();
  readonly #storing = new Set<{ systemId: string; since: number }>();

  /** `lockMs` is the patience of a lot. */
  constructor(lockMs: number) {
    this.#lockMs = lockMs;
  }

  /** `now`, here and below, in ms of whatever clock never goes back. */
  put(systemId: string, now: number): void {
    this.#until.set(systemId, now + asideFor * this.#lockMs);
  }

  /** Notes that contacts of a system are being stored by themselves; the answer notes the end. */
  store(systemId: string, now: number): () => void {
    const storing = { systemId, since: now };
    this.#storing.add(storing);
    return () => void this.#storing.delete(storing);
  }

  /** Whether a system was put aside a moment ago, or what is stored by itself evidently waits still. */
  has(systemId: string, now: number): boolean {
    const until = this.#until.get(systemId);
    if (until === undefined) return false;
    if (until > now || [...this.#storing].some((one) => one.systemId === systemId && now - one.since > this.#lockMs)) return true;
    this.#until.delete(systemId);
    return false;
  }
}
