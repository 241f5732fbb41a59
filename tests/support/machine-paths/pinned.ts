import type { StepClock } from './step-clock.ts';

const epoch = Date.UTC(2026, 0, 1);
const seed = 0x9e3779b9;

/** A small generator (mulberry32), the same numbers each time. */
function sameNumbers(): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Until it is called back, `Math.random` gives the same numbers on every walk and `Date.now` follows the
 * simulated clock: a path must lead to the same place each time it is walked. Gives the function that calls
 * it back.
 */
export function pinChanceAndTime(clock: StepClock): () => void {
  const { random } = Math;
  const { now } = Date;
  Math.random = sameNumbers();
  Date.now = () => epoch + clock.now();
  return () => {
    Math.random = random;
    Date.now = now;
  };
}
