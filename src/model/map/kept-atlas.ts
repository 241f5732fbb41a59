/**
 * Reuses a sheet of pictures while it has everything needed, in the same colours: painting a new one and
 * sending it to the graphics card takes longer than a frame.
 */
export class KeptAtlas<Picture, Atlas> {
  readonly #paint: (pictures: ReadonlyMap<string, Picture>) => Atlas;
  readonly #room: number;
  readonly #sizeOf: (name: string) => number;
  #kept: { atlas: Atlas; pictures: ReadonlyMap<string, Picture>; colours: string } | null = null;

  /**
   * Pictures that are no longer needed are kept while all pictures together fit into `room`, by their sizes
   * from `sizeOf`. Zooming out and back in needs them again, but graphics cards limit the size of a sheet.
   */
  constructor(paint: (pictures: ReadonlyMap<string, Picture>) => Atlas, room: number, sizeOf: (name: string) => number) {
    this.#paint = paint;
    this.#room = room;
    this.#sizeOf = sizeOf;
  }

  /** Returns a sheet with at least these pictures, by name. */
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
