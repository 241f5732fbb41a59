/**
 * Returns true for a text that a spreadsheet would read as a formula, with or without apostrophes before it
 * (FILE-2).
 */
export function looksLikeFormula(text: string): boolean {
  return /^'*[=+\-@\t\r]/.test(text);
}

/**
 * Writes a text as one cell of a CSV line (RFC 4180). A text that a spreadsheet would read as a formula gets
 * an apostrophe before it (FILE-2). A formula that already has apostrophes gets one more, because the import
 * removes one.
 */
export function csvCell(text: string): string {
  const guarded = looksLikeFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Writes lines of cells as CSV, with line ends. Numbers are written in full, null as an empty cell. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  const textOf = (cell: string | number | null): string => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''));
  return lines.map((cells) => `${cells.map(textOf).join(',')}\r\n`).join('');
}
