import type { Run } from './harness.ts';
import type { Path, Step } from './steps.ts';

/** A reached situation with the steps not tried from it yet. */
export interface Open {
  path: Path;
  next: readonly Step[];
  /** Its innermost states. */
  leaves: readonly string[];
}

/**
 * How many situations are taken strictly in order, which gives the shortest paths of all but large machines.
 */
const inOrder = 150;

/** Returns the innermost states of a run. */
export function leavesOf(run: Run): string[] {
  return run
    .snapshot()
    ._nodes.filter((node) => Object.keys(node.states).length === 0)
    .map((node) => node.id);
}

/**
 * Decides which situation to explore next: first in order of discovery. Large machines have too many for that
 * (each region times each other), so later those with the state explored least often come first. Among these
 * the newest and the oldest take turns; the newest because counters (attempts, retries) are higher there.
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
