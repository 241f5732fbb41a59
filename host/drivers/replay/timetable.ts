/** A silence in the history longer than this (ms) is dead time: nobody waits for it. */
export const deadTimeMs = 3 * 60_000;
/** What dead time, and the seam between the end and the beginning, is played as (ms). */
export const playedPauseMs = 3_000;

/**
 * Gives every moment of a history the moment at which it is played. Within stretches without dead time, history runs `speed` times as
 * fast as the clock; dead time is played as a short pause, so that the live screen is never empty for long.
 */
export class Timetable {
  readonly #speed: number;
  #lastTs: number | null = null;
  #lastPlayed: number;

  /** The first moment asked for is played at `startAt` (ms). */
  constructor(speed: number, startAt: number) {
    this.#speed = speed;
    this.#lastPlayed = startAt;
  }

  /** When `ts` is played, in whole ms. Moments are asked for in the order they are played; an earlier `ts` begins a new round. */
  playedAt(ts: number): number {
    const gap = this.#lastTs === null ? 0 : ts - this.#lastTs;
    const played = gap / this.#speed;
    this.#lastPlayed += gap < 0 ? playedPauseMs : gap > deadTimeMs ? Math.min(played, playedPauseMs) : played;
    this.#lastTs = ts;
    return Math.round(this.#lastPlayed);
  }
}
