import { accepted, refused, type Result } from '#model/result.ts';
import type { LocalTimes } from './local-times.ts';

/**
 * How many rows in an hour that the clocks repeat were read as its first pass (daylight time), and how many
 * as its second (standard time).
 */
export type RepeatedHours = { first: number; second: number };

/** A receiver's rows may step back by this much (ms) in disorder, without a change to the second pass. */
const disorderMs = 60_000;

/** The reason for refusing a row whose time is in an hour that the clocks skip, and so does not exist. */
export const skippedHour =
  'a time that the clocks of --timezone skip (if the receiver kept one clock all year, give a fixed offset: --timezone ±hh:mm)';

/**
 * Reads the local times of one file. In an hour that the clocks repeat, the order of each receiver's rows
 * decides: its rows count as the first pass until their times step back by more than a minute, then as the
 * second. Rows whose order does not decide count as the first pass.
 */
export class ClockReading {
  readonly repeated: RepeatedHours = { first: 0, second: 0 };
  readonly #timesOf: LocalTimes;
  readonly #last = new Map<string, number>();

  constructor(timesOf: LocalTimes) {
    this.#timesOf = timesOf;
  }

  /**
   * Returns the instant (ms) of the receiver's next row, given its local time (ms as if UTC), or why there is
   * none.
   */
  instantOf(localMs: number, receiver: string): Result<number> {
    const [first, second] = this.#timesOf(localMs);
    if (first === undefined) return refused(skippedHour);
    const instant = second === undefined ? first : this.#choose(first, second, this.#last.get(receiver) ?? first);
    this.#last.set(receiver, instant);
    return accepted(instant);
  }

  #choose(first: number, second: number, last: number): number {
    const isSecond = first < last - disorderMs && second >= last - disorderMs;
    this.repeated[isSecond ? 'second' : 'first'] += 1;
    return isSecond ? second : first;
  }
}
