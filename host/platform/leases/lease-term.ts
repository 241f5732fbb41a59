/** A reading of this process's two clocks, in ms: the wall clock, and a steady one that cannot be set. */
export type Clocks = { wall: number; steady: number };

/** How long (ms) a lease lasts after its last confirmation. Then another host may take it. */
export const termMs = 6_000;
/** The renewal interval (ms). A lease survives two lost answers in a row. */
export const renewEachMs = 1_500;
/** How long (ms) to wait for an answer before the request is repeated. */
export const answerWithinMs = 2_000;
/**
 * How much earlier (ms) than the database the holder regards its lease as over: the time for a request and
 * its answer.
 */
const marginMs = 1_000;

export const readClocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() });

/**
 * Returns whether a lease requested at `confirmed` is certainly still held at `now` (HOST-12). Both clocks
 * are checked, because the steady one stops while the machine sleeps, and the wall clock may be set back.
 */
export function isWithinTerm(confirmed: Clocks, now: Clocks): boolean {
  const passed = Math.max(now.wall - confirmed.wall, now.steady - confirmed.steady);
  return passed < termMs - marginMs;
}
