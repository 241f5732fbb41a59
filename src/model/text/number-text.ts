import { codeOf, type Contact } from '../entities/contact.ts';

/** Writes a number with a true minus sign (−). */
export function minus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** Writes a contact's code; 'N/a' if it has none (CON-5). */
export function codeNumberText(code: number | null): string {
  return code === null ? 'N/a' : minus(code);
}

/** Writes a number with `digits` decimals and a true minus: '12.40', '−0.5', but never '−0.0'. */
export function decimalText(value: number, digits: number): string {
  const scale = 10 ** digits;
  return (Math.round(value * scale) / scale).toFixed(digits).replace('-', '−');
}

/** Writes whole dBm with a true minus: '−87 dBm'. */
export function powerText(power: number): string {
  return `${minus(Math.round(power))} dBm`;
}

/** Writes the code of a contact; 'N/a' for a beeper, which sends none (CON-5). */
export function codeText(contact: Pick<Contact, 'type' | 'code'>): string {
  return codeNumberText(codeOf(contact));
}

/** Shown for a count that is not known yet (LIVE-34). */
export const unknownText = '–';

/** Writes a count, with separators above 9,999. */
export function countText(count: number): string {
  return count > 9_999 ? count.toLocaleString('en-US') : String(count);
}
