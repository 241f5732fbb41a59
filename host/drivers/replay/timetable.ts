/** A longer silence in the history (ms) is dead time, which the replay shortens. */
export const deadTimeMs = 3 * 60_000;
/** How long dead time, and the jump from the end to the beginning, lasts in the replay (ms). */
export const playedPauseMs = 3_000;

/**
 * Converts times of a history to play times. History runs `speed` times as fast as the clock, but dead time
 * is only a short pause, so that the live screen is never empty for long.
 */
export class Timetable {
  readonly #speed: number;
  #lastTs: number | null = null;
  #lastPlayed: number;

  /** The first contact is played at `startAt` (ms). */
  constructor(speed: number, startAt: number) {
    this.#speed = speed;
    this.#lastPlayed = startAt;
  }

  /**
   * Returns when `ts` is played, in whole ms. Call it in the order of playing; an earlier `ts` begins a new
   * round.
   */
  playedAt(ts: number): number {
    const gap = this.#lastTs === null ? 0 : ts - this.#lastTs;
    const played = gap / this.#speed;
    this.#lastPlayed += gap < 0 ? playedPauseMs : gap > deadTimeMs ? Math.min(played, playedPauseMs) : played;
    this.#lastTs = ts;
    return Math.round(this.#lastPlayed);
  }
}
