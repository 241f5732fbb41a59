/** The area that a name or a mark covers on a map, in pixels. */
export type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Boxes indexed by the grid squares that they touch, so that not every box must be compared with every other.
 */
export class Boxes {
  readonly #squares = new Map<string, Box[]>();

  add(box: Box): void {
    for (const square of squaresOf(box)) {
      const boxes = this.#squares.get(square);
      if (boxes === undefined) this.#squares.set(square, [box]);
      else boxes.push(box);
    }
  }

  hasRoom(box: Box): boolean {
    return squaresOf(box).every((square) => !(this.#squares.get(square) ?? []).some((other) => isOver(box, other)));
  }
}

const squareSize = 128;

function squaresOf({ left, top, right, bottom }: Box): string[] {
  const squares: string[] = [];
  for (let x = Math.floor(left / squareSize); x <= Math.floor(right / squareSize); x++) {
    for (let y = Math.floor(top / squareSize); y <= Math.floor(bottom / squareSize); y++) squares.push(`${x} ${y}`);
  }
  return squares;
}

function isOver(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
