import { type Band, binCount } from './orion.ts';
import { frequencyStep } from './shared-fields.ts';

/**
 * The bins of a band (CFG-6). Bin i, counted from 0, is at `baseFrequency` + i × 0.005 MHz, and its mark is
 * character i of the string. All frequencies are in MHz.
 */

/**
 * Rounds a frequency to the nearest step of the dial. Does not change a frequency out of bounds, so that
 * validation refuses it.
 */
export function snapped(frequency: number, { min, max }: { min: number; max: number }): number {
  if (frequency < min || frequency > max) return frequency;
  return rounded(Math.round(frequency / frequencyStep) * frequencyStep);
}

/** Returns the frequency in the middle of a bin. */
export function frequencyOf({ baseFrequency }: Pick<Band, 'baseFrequency'>, bin: number): number {
  return rounded(baseFrequency + bin * frequencyStep);
}

/** Returns the bin that contains a frequency; null if the band does not reach it. */
export function binOf({ baseFrequency }: Pick<Band, 'baseFrequency'>, frequency: number): number | null {
  const bin = Math.round(rounded((frequency - baseFrequency) / frequencyStep));
  return bin >= 0 && bin < binCount ? bin : null;
}

/** Returns true if the band is enabled and listens in the bin of the frequency. */
export function hears(band: Band, frequency: number): boolean {
  const bin = band.enabled === 1 ? binOf(band, frequency) : null;
  return bin !== null && band.frequencyBins[bin] === '1';
}

/**
 * Returns the marks after setting those between two bins to `mark`. Both bins are included, and their order
 * does not matter.
 */
export function marked(bins: string, from: number, to: number, mark: '0' | '1'): string {
  const [first, last] = [Math.max(0, Math.min(from, to)), Math.min(bins.length - 1, Math.max(from, to))];
  return first > last ? bins : bins.slice(0, first) + mark.repeat(last - first + 1) + bins.slice(last + 1);
}

/** Returns the marks of a band that listens only at these frequencies. */
export function binsFor(band: Pick<Band, 'baseFrequency'>, frequencies: Iterable<number>): string {
  const wanted = new Set([...frequencies].map((frequency) => binOf(band, frequency)));
  return Array.from({ length: binCount }, (_, bin) => (wanted.has(bin) ? '1' : '0')).join('');
}

/** Returns the first and the last bin of each stretch of bins that are on. */
export function runsOf(bins: string): readonly { first: number; last: number }[] {
  return [...bins.matchAll(/1+/g)].map(({ index, 0: run }) => ({ first: index, last: index + run.length - 1 }));
}

/**
 * Rounds to three decimals, as frequencies are typed and shown, because sums of steps have rounding errors.
 */
function rounded(frequency: number): number {
  return Math.round(frequency * 1_000) / 1_000;
}
