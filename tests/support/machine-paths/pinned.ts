import type { StepClock } from './step-clock.ts';

const epoch = Date.UTC(2026, 0, 1);
const seed = 0x9e3779b9;

/** Returns a small generator (mulberry32) with the same numbers each time. */
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
 * Makes `Math.random` give the same numbers on every walk, and `Date.now` follow the simulated clock: a path
 * must reach the same place each time. Returns the function that restores both.
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
