import type { AsOf } from '#model/changes/change.ts';

/** The largest number of removed systems whose position is remembered, because they may be restored. */
const maxGone = 1_000;

/** The last published change of each system. */
export class FeedPositions {
  readonly #present = new Map<string, AsOf>();
  readonly #gone = new Map<string, AsOf>();

  /** Returns the last published change of a system; undefined for a removed system. */
  get(mitasId: string): AsOf | undefined {
    return this.#present.get(mitasId);
  }

  /** Returns the last published change of a system, even of a removed one. */
  last(mitasId: string): AsOf | undefined {
    return this.#present.get(mitasId) ?? this.#gone.get(mitasId);
  }

  set(mitasId: string, at: AsOf): void {
    this.#gone.delete(mitasId);
    this.#present.set(mitasId, at);
  }

  /** Treats all systems but these as removed. */
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
