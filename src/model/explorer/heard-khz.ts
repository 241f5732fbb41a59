import { frequencyToleranceHz } from '../registry/transmitters/transmitter.ts';

type Sender = { readonly frequency: number; readonly frequencyVariance?: number | undefined };

/**
 * Returns the first and last kHz that count as a transmitter's frequency (REG-12). `frequency` is in MHz;
 * `frequencyVariance` (kHz) widens the range if it exceeds the minimum.
 */
export function heardKhz({ frequency, frequencyVariance = 0 }: Sender): [first: number, last: number] {
  const offHz = Math.max(frequencyToleranceHz, Math.round(frequencyVariance * 1_000));
  const hz = Math.round(frequency * 1_000_000);
  // The explorer rounds frequencies to kHz.
  return [Math.round((hz - offHz) / 1_000), Math.round((hz + offHz) / 1_000)];
}
