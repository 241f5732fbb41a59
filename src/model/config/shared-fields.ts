import { count, decimal } from './fields.ts';

/** Limits and names that both families share (CFG-1). */

/** The types of signals that a receiver can decode. */
export const decodeTypes = [
  { value: 7, label: 'Beeper' },
  { value: 8, label: 'Coded' },
  { value: 14, label: 'Status' },
  { value: 4, label: 'Noise' },
] as const;

/** The range of the receivers' tuners, in MHz. */
export const tunable = { min: 148, max: 175 } as const;

/** The width of a bin of a band, and the step of a dial, in MHz. */
export const frequencyStep = 0.005;

export function pulse(label: string, byDefault: number) {
  return decimal(label, 0.1, { min: 1, max: 6_553, default: byDefault, unit: 'ms' });
}

export function interval(label: string, byDefault: number) {
  return count(label, { min: 1, max: 65_535, default: byDefault, unit: 'ms' });
}

export function tolerance(label: string, byDefault: number) {
  return count(label, { min: 1, max: 100, default: byDefault });
}

export function pulses(label: string, byDefault: number) {
  return count(label, { min: 1, max: 10, default: byDefault });
}
