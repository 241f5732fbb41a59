/**
 * Random draws without state: the same numbers always give the same draw. So any period of simulated time can
 * be computed alone, in any order and process, and the world is still the same (SIM-1: seeded,
 * deterministic).
 */

/** Returns 32 well mixed bits of a seed and up to four numbers (whole, taken modulo 2^32). */
export function hash32(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let h = (seed ^ 0x9e3779b9) | 0;
  h = mix(h ^ (a | 0));
  h = mix((h + 0x7f4a7c15) ^ (b | 0));
  h = mix((h + 0x3c6ef372) ^ (c | 0));
  h = mix((h + 0x1b873593) ^ (d | 0));
  return h >>> 0;
}

/** Applies the last steps of MurmurHash3: every bit of the input affects every bit of the output. */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Returns a draw from 0 to below 1. */
export function chance(seed: number, a: number, b: number, c = 0, d = 0): number {
  return hash32(seed, a, b, c, d) / 0x1_0000_0000;
}

/**
 * Returns a draw with mean 0 and standard deviation 1, within about ±3.5: the sum of four random bytes, close
 * enough to normal for fading.
 */
export function deviation(seed: number, a: number, b: number, c: number, d = 0): number {
  const h = hash32(seed, a, b, c, d);
  const sum = (h & 0xff) + ((h >>> 8) & 0xff) + ((h >>> 16) & 0xff) + (h >>> 24);
  return (sum - 510) / 147.8;
}

/**
 * Returns a number between -1 and 1 that wanders smoothly with time. `periodMs` is the time between two
 * independent values.
 */
export function wander(seed: number, key: number, ts: number, periodMs: number): number {
  const cell = Math.floor(ts / periodMs);
  const part = ts / periodMs - cell;
  const from = chance(seed, key, cell) * 2 - 1;
  const to = chance(seed, key, cell + 1) * 2 - 1;
  return from + (to - from) * smooth(part);
}

/** Eases a number from 0 to 1, smooth at both ends. */
export function smooth(part: number): number {
  const p = Math.min(1, Math.max(0, part));
  return p * p * (3 - 2 * p);
}
