/** This process's clocks, in ms: the wall clock, and a steady one that cannot be set. */
export type Clocks = { wall: number; steady: number };

/** A lease's term (ms) after its last confirmation; then another host may take it. */
export const termMs = 6_000;
/** The renewal interval (ms). A lease survives two lost answers in a row. */
export const renewEachMs = 1_500;
/** Timeout (ms) of an answer; then the request is repeated. */
export const answerWithinMs = 2_000;
/**
 * How much earlier (ms) than the database the holder considers its lease over: the time of a confirmation's
 * way there and back.
 */
const marginMs = 1_000;

export const readClocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() });

/**
 * Returns whether a lease requested at `confirmed` is surely still held at `now` (HOST-12). It checks both
 * clocks: the steady one stops while the machine sleeps, and the wall clock may be set back.
 */
export function isWithinTerm(confirmed: Clocks, now: Clocks): boolean {
  const passed = Math.max(now.wall - confirmed.wall, now.steady - confirmed.steady);
  return passed < termMs - marginMs;
}
