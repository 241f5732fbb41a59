import process from 'node:process';

/** True in a run of `npm run test:thorough`, which tries all variants where `npm test` tries some. */
export const isThorough = process.env['THOROUGH'] === '1';

/**
 * Returns a function that registers tests for the thorough run only. Elsewhere they do not exist, because a
 * skipped test counts as failed.
 */
export function thorough<Register>(test: Register): Register {
  return isThorough ? test : ((() => undefined) as Register);
}

/** Returns how often a property is tried: in `npm test` a quarter of the thorough run. */
export function runs(all: number): number {
  return isThorough ? all : Math.ceil(all / 4);
}

/** Returns the whole list in a thorough run, otherwise every fourth item; `turn` shifts the first. */
export function share<T>(all: readonly T[], turn: number): readonly T[] {
  return isThorough ? all : all.filter((_, at) => (at + turn) % 4 === 0);
}

/** Returns all variants in a thorough run, otherwise the few that represent them. */
export function variants<T>(all: T, few: T): T {
  return isThorough ? all : few;
}
