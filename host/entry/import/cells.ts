/** Why a line is refused whose cells cannot be told apart. */
export const misquoted = 'a quote that does not end or stands within a cell';

/**
 * The cells of one CSV line (RFC 4180), without the guard before cells that a spreadsheet would take for a formula; null where it is
 * `misquoted`.
 */
export function cellsOf(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',').map(unguarded);
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  while (pattern.lastIndex <= line.length) {
    const found = pattern.exec(line);
    if (found === null) return null;
    cells.push(unguarded(found[1]?.replaceAll('""', '"') ?? found[2] ?? ''));
    if (found[3] === '') return cells;
  }
  return null;
}

/** Cells that begin with = + - @ are written behind an apostrophe (FILE-2): csv-cell.ts. */
function unguarded(cell: string): string {
  return cell.charCodeAt(0) === 0x27 && /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell.trim();
}
