/** The clocks of this process, in ms: the wall's, and one that nobody sets. */
export type Clocks = { wall: number; steady: number };

/** So long a lease is held after it was last confirmed; another host takes over after it, in ms. */
export const termMs = 6_000;
/** Confirmed so often: two lost answers in a row cost nobody a lease. */
export const renewEachMs = 1_500;
/** An answer that takes longer (ms) is not waited for: the next question is asked again. */
export const answerWithinMs = 2_000;
/** What the holder gives up early, in ms: the way of its confirmation to the database and back. */
const marginMs = 1_000;

export const clocksNow = (): Clocks => ({ wall: Date.now(), steady: performance.now() });

/**
 * Whether a lease that was asked for at `confirmed` is still held at `now`, as far as its holder can know
 * (HOST-12). Both clocks count: the steady one stands still while a machine sleeps, and the wall's may be set
 * back.
 */
export function isWithinTerm(confirmed: Clocks, now: Clocks): boolean {
  const passed = Math.max(now.wall - confirmed.wall, now.steady - confirmed.steady);
  return passed < termMs - marginMs;
}
