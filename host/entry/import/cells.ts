import { accepted, refused, type Result } from '#model/result.ts';

/** The cells of a line with eight columns. */
export type EightCells = [string, string, string, string, string, string, string, string];

/** Reads a line of eight columns. */
export function eightCells(line: string): Result<EightCells> {
  const cells = someCells(line, 8);
  return cells.ok ? accepted(cells.value as EightCells) : cells;
}

/** Reads a line with this number of columns. */
export function someCells(line: string, columns: number): Result<string[]> {
  const cells = cellsOf(line);
  if (cells === null) return refused('a quote that is not closed, or inside a cell');
  return cells.length === columns ? accepted(cells) : refused(`${cells.length} columns instead of ${columns}`);
}

/**
 * Returns the cells of one CSV line (RFC 4180), without apostrophes that guard against formulas; null if the
 * line cannot be split.
 */
export function cellsOf(line: string): string[] | null {
  const cells: string[] = [];
  if (!line.includes('"')) {
    let from = 0;
    for (let comma = line.indexOf(','); comma !== -1; comma = line.indexOf(',', from)) {
      cells.push(unguarded(line.slice(from, comma)));
      from = comma + 1;
    }
    cells.push(unguarded(line.slice(from)));
    return cells;
  }
  const pattern = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  while (pattern.lastIndex <= line.length) {
    const found = pattern.exec(line);
    if (found === null) return null;
    cells.push(unguarded(found[1]?.replaceAll('""', '"') ?? found[2] ?? ''));
    if (found[3] === '') return cells;
  }
  return null;
}

/**
 * Removes the apostrophe that csv-cell.ts writes before = + - @ (FILE-2). From any other cell, removes white
 * space at both ends.
 */
function unguarded(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === 0x27 && /^'+[=+\-@\t\r]/.test(cell)) return cell.slice(1);
  return isInk(first) && isInk(cell.charCodeAt(cell.length - 1)) ? cell : cell.trim();
}

/**
 * Returns true for printable ASCII except blanks. Most cells begin and end with such a character, so they
 * need no trim.
 */
function isInk(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
