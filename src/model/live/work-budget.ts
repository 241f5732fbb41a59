/**
 * How many contacts one step of a longer computation may still read (LIVE-21). It counts work instead of
 * time, so that the same contacts take the same steps on every machine.
 */
export class WorkBudget {
  #left: number;

  constructor(contacts: number = Infinity) {
    this.#left = contacts;
  }

  /** Grants as much of `wanted` as is left, and subtracts it. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
  }
}
