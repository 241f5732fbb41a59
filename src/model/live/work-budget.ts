/**
 * How many contacts may still be looked at in one step of a longer work (LIVE-21). Work is counted and not
 * timed, so that the same contacts take the same steps on every machine.
 */
export class WorkBudget {
  #left: number;

  constructor(contacts: number = Infinity) {
    this.#left = contacts;
  }

  /** Of `wanted` contacts as many as may be looked at now; they are taken off. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
  }
}
