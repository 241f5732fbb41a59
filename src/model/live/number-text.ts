/** A number with a true minus. */
export function minus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** The code a contact carries as it is written everywhere: 'N/a' where it carries none (CON-5). */
export function codeNumberText(code: number | null): string {
  return code === null ? 'N/a' : minus(code);
}
