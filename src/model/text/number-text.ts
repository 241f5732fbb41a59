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
