/**
 * Keeps a sheet of pictures for as long as all that is needed stands on it in the same colours: painting it
 * again, and sending it to the graphics card, takes longer than a frame.
 */
export class KeptAtlas<Picture, Atlas> {
  readonly #paint: (pictures: ReadonlyMap<string, Picture>) => Atlas;
  readonly #room: number;
  readonly #sizeOf: (name: string) => number;
  #kept: { atlas: Atlas; pictures: ReadonlyMap<string, Picture>; colours: string } | null = null;

  /**
   * Pictures that nobody needs now stay as long as all together have `room`, by what each takes of it
   * (`sizeOf`): a zoom there and back needs them again, and a graphics card bounds the sheet.
   */
  constructor(paint: (pictures: ReadonlyMap<string, Picture>) => Atlas, room: number, sizeOf: (name: string) => number) {
    this.#paint = paint;
    this.#room = room;
    this.#sizeOf = sizeOf;
  }

  /** A sheet with at least these pictures, by their names. */
  with(needed: ReadonlyMap<string, Picture>, colours: string): Atlas {
    const before = this.#kept?.colours === colours ? this.#kept : null;
    if (before !== null && [...needed.keys()].every((name) => before.pictures.has(name))) return before.atlas;
    const both = new Map([...(before?.pictures ?? []), ...needed]);
    const taken = [...both.keys()].reduce((sum, name) => sum + this.#sizeOf(name), 0);
    const pictures = taken <= this.#room ? both : needed;
    const atlas = this.#paint(pictures);
    this.#kept = { atlas, pictures, colours };
    return atlas;
  }
}
