import { accepted, refused, type Result } from '#model/result.ts';
import type { LocalTimes } from './local-times.ts';

/**
 * How many rows were read in an hour that the clocks repeat: as its first (daylight) or its second (standard)
 * time.
 */
export type RepeatedHours = { first: number; second: number };

/** Rows of one receiver may stand a little out of order without a new round of the hour having begun. */
const disorderMs = 60_000;

/** Why a row in an hour that the clocks skipped is refused: which instant it means cannot be known. */
export const skippedHour =
  'a time that the clocks of --timezone skip (if the receiver kept one clock all year, give a fixed offset: --timezone ±hh:mm)';

/**
 * Reads the local times of one file. In an hour that the clocks repeat, time goes on in the order of each
 * receiver's rows: the first reading is taken until the rows step back by more than a minute, then the
 * second. Where rows are in no order, it is the first.
 */
export class ClockReading {
  readonly repeated: RepeatedHours = { first: 0, second: 0 };
  readonly #timesOf: LocalTimes;
  readonly #last = new Map<string, number>();

  constructor(timesOf: LocalTimes) {
    this.#timesOf = timesOf;
  }

  /**
   * The instant (ms) of a local time (ms as if it were UTC) in the receiver's next row, or why there is none.
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
