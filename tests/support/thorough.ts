import process from 'node:process';

/** Whether this is a run of `npm run test:thorough`, which tries all variants where `npm test` tries some. */
export const isThorough = process.env['THOROUGH'] === '1';

/**
 * What registers tests of the thorough run alone: elsewhere they do not exist, since a skipped test counts as
 * a failed one.
 */
export function thorough<Register>(test: Register): Register {
  return isThorough ? test : ((() => undefined) as Register);
}

/** How often a property is tried: in `npm test` a quarter of what a thorough run tries. */
export function runs(all: number): number {
  return isThorough ? all : Math.ceil(all / 4);
}

/** All of a list in a thorough run, else each fourth of it, beginning at one that differs with `turn`. */
export function share<T>(all: readonly T[], turn: number): readonly T[] {
  return isThorough ? all : all.filter((_, at) => (at + turn) % 4 === 0);
}

/** All variants of something in a thorough run, else the few that stand for them. */
export function variants<T>(all: T, few: T): T {
  return isThorough ? all : few;
}
