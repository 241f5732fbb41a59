type Point = readonly [x: number, y: number];

/** What a group's marks look like beside their colour: square, diamond, triangles, crosses, frame and bow. */
const outlines: readonly (readonly (readonly Point[])[])[] = [
  [box(1)],
  [around([0, -1], [1, 0])],
  [
    [
      [0, -1],
      [1, 1],
      [-1, 1],
    ],
  ],
  [
    [
      [-1, -1],
      [1, -1],
      [0, 1],
    ],
  ],
  [around([0.34, -1], [0.34, -0.34], [1, -0.34])],
  [around([0, -0.48], [0.52, -1], [1, -0.52], [0.48, 0])],
  // The hole runs the other way round: both rules of filling leave it open.
  [box(1), box(0.4).toReversed()],
  [
    [
      [-1, -1],
      [1, -1],
      [0.2, 0],
      [1, 1],
      [-1, 1],
      [-0.2, 0],
    ],
  ],
];

/** How many shapes there are; the first is a square. */
export const shapeCount = outlines.length;

/** A mark as an SVG path, around its middle. */
export function shapePath(shape: number, x: number, y: number, size: number): string {
  const place = (middle: number, at: number) => Math.round((middle + (at * size) / 2) * 100) / 100;
  return outlines[shape]!.map((points) => `M${points.map(([dx, dy]) => `${place(x, dx)} ${place(y, dy)}`).join('L')}z`).join('');
}

/** What a pixel of a mark is. */
export const maskParts = { none: 0, mark: 1, halo: 2 } as const;

/**
 * The pixels of a mark, row by row, `edge` to a row. With a halo one pixel around the mark is set off from
 * what is below it, and the mark is smaller by that.
 */
export function shapeMask(shape: number, edge: number, hasHalo: boolean): Uint8Array {
  const room = hasHalo ? 1 : 0;
  const size = edge - 2 * room;
  const isMark = (column: number, row: number) =>
    isInside(outlines[shape]!, ((column - room + 0.5) / size) * 2 - 1, ((row - room + 0.5) / size) * 2 - 1);
  return Uint8Array.from({ length: edge * edge }, (_, at) => {
    const [column, row] = [at % edge, Math.floor(at / edge)];
    if (isMark(column, row)) return maskParts.mark;
    if (!hasHalo) return maskParts.none;
    const isBeside = isMark(column - 1, row) || isMark(column + 1, row) || isMark(column, row - 1) || isMark(column, row + 1);
    return isBeside ? maskParts.halo : maskParts.none;
  });
}

/** Whether a place lies within an odd number of the outlines. */
function isInside(shape: readonly (readonly Point[])[], x: number, y: number): boolean {
  let inside = false;
  for (const points of shape) {
    points.forEach(([toX, toY], index) => {
      const [fromX, fromY] = points.at(index - 1)!;
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside;
    });
  }
  return inside;
}

function box(reach: number): Point[] {
  return around([reach, -reach]);
}

/** A quarter of an outline, and the same turned three times. */
function around(...quarter: readonly Point[]): Point[] {
  const turns = [quarter];
  for (let turn = 1; turn < 4; turn++) turns.push(turns.at(-1)!.map(([x, y]) => [-y, x]));
  return turns.flat();
}
