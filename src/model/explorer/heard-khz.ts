import { frequencyToleranceHz } from '../registry/transmitters/transmitter.ts';

type Sender = { readonly frequency: number; readonly frequencyVariance?: number | undefined };

/**
 * The first and the last kHz that count as a transmitter's frequency (REG-12): of `frequency` in MHz, by its
 * own `frequencyVariance` (kHz) where that is known and more than the least.
 */
export function heardKhz({ frequency, frequencyVariance = 0 }: Sender): [first: number, last: number] {
  const offHz = Math.max(frequencyToleranceHz, Math.round(frequencyVariance * 1_000));
  const hz = Math.round(frequency * 1_000_000);
  // The explorer knows frequencies to the kHz.
  return [Math.round((hz - offHz) / 1_000), Math.round((hz + offHz) / 1_000)];
}
