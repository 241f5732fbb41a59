import { type Outline, outlineOf } from './mark-shape.ts';

/** The values of a mask's pixels. */
export const maskParts = { none: 0, mark: 1, halo: 2 } as const;

/**
 * Returns the pixels of a mark, row by row, `edge` pixels a row. A halo of one pixel around the mark
 * separates it from marks below, and makes the mark itself that much smaller.
 */
export function shapeMask(shape: number, edge: number, hasHalo: boolean): Uint8Array {
  const room = hasHalo ? 1 : 0;
  const size = edge - 2 * room;
  const isMark = (column: number, row: number) =>
    isInside(outlineOf(shape), ((column - room + 0.5) / size) * 2 - 1, ((row - room + 0.5) / size) * 2 - 1);
  return Uint8Array.from({ length: edge * edge }, (_, at) => {
    const [column, row] = [at % edge, Math.floor(at / edge)];
    if (isMark(column, row)) return maskParts.mark;
    if (!hasHalo) return maskParts.none;
    const isBeside = isMark(column - 1, row) || isMark(column + 1, row) || isMark(column, row - 1) || isMark(column, row + 1);
    return isBeside ? maskParts.halo : maskParts.none;
  });
}

/** Returns true if the point lies within an odd number of the outlines. */
function isInside(shape: Outline, x: number, y: number): boolean {
  let inside = false;
  for (const points of shape) {
    points.forEach(([toX, toY], index) => {
      const [fromX, fromY] = points.at(index - 1)!;
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside;
    });
  }
  return inside;
}
