import { pointWidth } from '#model/entities/vitals.ts';

/**
 * The step (ms) of a modem's series of a time of `ms`: the shortest round one by which it has at most 500 of
 * them (REG-29), and one more where it begins within one.
 */
export function seriesStep(ms: number): number {
  // A point of vitals is the shortest by which a time has at most 1,000.
  return pointWidth(2 * ms);
}
