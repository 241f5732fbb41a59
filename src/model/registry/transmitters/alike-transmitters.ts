import { frequencyToleranceHz, isCodeOfProtocol, type TransmitterRow } from './transmitter.ts';

/**
 * The properties by which receivers identify a transmitter: `frequency` in MHz, `frequencyVariance` in kHz.
 */
type Signal = Pick<TransmitterRow, 'codeNumber' | 'frequency' | 'frequencyVariance'>;

type Written = Signal & Parameters<typeof isCodeOfProtocol>[0] & { id: number | null };

/**
 * Returns true if a contact may be from either transmitter (REG-12, REG-20): both have the same code, or
 * neither has one, and their frequencies overlap.
 */
export function areAlike(one: Signal, other: Signal): boolean {
  if (one.codeNumber !== other.codeNumber) return false;
  const apart = Math.abs(Math.round(one.frequency * 1e6) - Math.round(other.frequency * 1e6));
  return apart <= reachOf(one) + reachOf(other);
}

/** Returns how far from its frequency a contact still belongs to the transmitter, in Hz. */
function reachOf({ frequencyVariance }: Signal): number {
  return Math.max(frequencyToleranceHz, Math.round(frequencyVariance * 1e3));
}

/**
 * Returns true while the transmitter is used in the study: on an animal, as a beacon or as a voltage monitor.
 */
export function isInUse({ purpose, isTagged }: Pick<TransmitterRow, 'purpose' | 'isTagged'>): boolean {
  return isTagged || purpose !== 0;
}

/**
 * Returns the transmitters in use that receivers cannot tell from this one; `id` is null for a new one.
 * Returns none while the form has no valid code yet.
 */
export function alikeInUse(of: Written, rows: readonly TransmitterRow[]): TransmitterRow[] {
  if (!isCodeOfProtocol(of)) return [];
  return rows.filter((row) => row.id !== of.id && isInUse(row) && areAlike(of, row));
}

/** Returns text such as 'TX-0001', 'TX-0001 and TX-0002' or 'TX-0001 and 2 more'. */
export function serialNumbersText(rows: readonly TransmitterRow[]): string {
  const [first = '', second] = rows.map(({ serialNumber }) => serialNumber);
  if (rows.length < 3) return second === undefined ? first : `${first} and ${second}`;
  return `${first} and ${rows.length - 1} more`;
}
