import { codeOf, type Contact } from '../entities/contact.ts';

/** A number with a true minus. */
export function minus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** The code a contact carries as it is written everywhere: 'N/a' where it carries none (CON-5). */
export function codeNumberText(code: number | null): string {
  return code === null ? 'N/a' : minus(code);
}

/** With so many digits after the point and a true minus: '12.40', '−0.5', and never '−0.0'. */
export function decimalText(value: number, digits: number): string {
  const scale = 10 ** digits;
  return (Math.round(value * scale) / scale).toFixed(digits).replace('-', '−');
}

/** Whole dBm with a true minus: '−87 dBm'. */
export function powerText(power: number): string {
  return `${minus(Math.round(power))} dBm`;
}

/** The code, or 'N/a' for a beeper, which sends none (CON-5). */
export function codeText(contact: Pick<Contact, 'type' | 'code'>): string {
  return codeNumberText(codeOf(contact));
}

/** Stands for a count that is not known yet (LIVE-34). */
export const unknownText = '–';

/** Counts above 9,999 with separators. */
export function countText(count: number): string {
  return count > 9_999 ? count.toLocaleString('en-US') : String(count);
}
