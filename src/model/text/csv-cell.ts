/**
 * True for what a spreadsheet would take for a formula, and for what is guarded against that already
 * (FILE-2).
 */
export function looksLikeFormula(text: string): boolean {
  return /^'*[=+\-@\t\r]/.test(text);
}

/**
 * A text as one cell of a CSV line (RFC 4180). What a spreadsheet would take for a formula is guarded by an
 * apostrophe (FILE-2), and so is what looks guarded already; the import takes the guard off again.
 */
export function csvCell(text: string): string {
  const guarded = looksLikeFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Lines of cells as a CSV, with their line ends; a number in full, an empty cell for null. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  const textOf = (cell: string | number | null): string => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''));
  return lines.map((cells) => `${cells.map(textOf).join(',')}\r\n`).join('');
}
