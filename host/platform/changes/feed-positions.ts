import type { AsOf } from '#model/changes/change.ts';

/** Positions of systems that are gone, which may be put back. */
const maxGone = 1_000;

/** Up to which change each system was published. */
export class FeedPositions {
  readonly #present = new Map<string, AsOf>();
  readonly #gone = new Map<string, AsOf>();

  /** Undefined also for a system that is gone. */
  get(mitasId: string): AsOf | undefined {
    return this.#present.get(mitasId);
  }

  /** Where a system is, or was before it went. */
  last(mitasId: string): AsOf | undefined {
    return this.#present.get(mitasId) ?? this.#gone.get(mitasId);
  }

  set(mitasId: string, at: AsOf): void {
    this.#gone.delete(mitasId);
    this.#present.set(mitasId, at);
  }

  /** All others are gone. */
  keepOnly(mitasIds: readonly string[]): void {
    const kept = new Set(mitasIds);
    for (const [mitasId, at] of this.#present) if (!kept.has(mitasId)) this.#leave(mitasId, at);
  }

  #leave(mitasId: string, at: AsOf): void {
    this.#present.delete(mitasId);
    this.#gone.set(mitasId, at);
    const [oldest] = this.#gone.keys();
    if (this.#gone.size > maxGone && oldest !== undefined) this.#gone.delete(oldest);
  }
}
