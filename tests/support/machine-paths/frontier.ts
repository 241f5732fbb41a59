import type { Run } from './harness.ts';
import type { Path, Step } from './steps.ts';

/** A situation that was reached, with the steps out of it that were not tried yet. */
export interface Open {
  path: Path;
  next: readonly Step[];
  /** The innermost states it is in. */
  leaves: readonly string[];
}

/**
 * How many situations are taken strictly in order, which gives the shortest paths of all but large machines.
 */
const inOrder = 150;

/** The innermost states a run is in. */
export function leavesOf(run: Run): string[] {
  return run
    .snapshot()
    ._nodes.filter((node) => Object.keys(node.states).length === 0)
    .map((node) => node.id);
}

/**
 * Which situation to look at next. First in order of discovery. A large machine has too many for that (each
 * region times each other), so after a while those go first that are in the state looked at least often;
 * among these the newest and the oldest by turns, the newest because counters (attempts, retries) are further
 * on there.
 */
export class Frontier {
  readonly #open: Open[] = [];
  readonly #looked = new Map<string, number>();
  #taken = 0;

  add(open: Open): void {
    this.#open.push(open);
  }

  take(): Open | undefined {
    const at = this.#taken++ < inOrder ? 0 : this.#rarest(this.#taken % 2 === 0);
    const [open] = this.#open.splice(at, 1);
    for (const leaf of open?.leaves ?? []) this.#looked.set(leaf, (this.#looked.get(leaf) ?? 0) + 1);
    return open;
  }

  #rarest(newest: boolean): number {
    let best = 0;
    let least = Infinity;
    for (const [at, { leaves }] of this.#open.entries()) {
      const looked = Math.min(...leaves.map((leaf) => this.#looked.get(leaf) ?? 0));
      if (looked < least || (newest && looked === least)) best = at;
      least = Math.min(least, looked);
    }
    return best;
  }
}
