import { SimulatedClock } from 'xstate';

type Callback = Parameters<SimulatedClock['setTimeout']>[0];

/** A SimulatedClock that knows when its timers are due, so that a path can step from one to the next. */
export class StepClock extends SimulatedClock {
  readonly #due = new Map<number, number>();

  override setTimeout(callback: Callback, milliseconds: number): number {
    const id = super.setTimeout((...args) => {
      this.#due.delete(id);
      callback(...args);
    }, milliseconds);
    this.#due.set(id, this.now() + milliseconds);
    return id;
  }

  override clearTimeout(id: number): void {
    this.#due.delete(id);
    super.clearTimeout(id);
  }

  /** Returns the milliseconds left for each pending timer, soonest first. */
  remaining(): number[] {
    return [...this.#due.values()].map((due) => due - this.now()).toSorted((a, b) => a - b);
  }

  /** Advances to the next due timer, and fires it and those due at the same time. */
  step(): void {
    const [next] = this.remaining();
    if (next === undefined) throw new Error('No timer is pending, so time has nothing to fire.');
    this.increment(next);
  }
}
