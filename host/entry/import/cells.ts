import { accepted, refused, type Result } from '#model/result.ts';

/** The cells of a line of either format. */
export type EightCells = [string, string, string, string, string, string, string, string];

/** Reads a line of eight columns. */
export function eightCells(line: string): Result<EightCells> {
  const cells = cellsOf(line);
  if (cells === null) return refused('a quote that does not end or stands within a cell');
  return cells.length === 8 ? accepted(cells as EightCells) : refused(`${cells.length} columns instead of 8`);
}

/**
 * The cells of one CSV line (RFC 4180), without the guard before cells that a spreadsheet would take for a
 * formula; null where they cannot be told apart.
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
