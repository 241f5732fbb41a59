/** So many pictures stay on a sheet that nobody needs now: a zoom there and back needs them again. */
const mostKept = 1_500;

/**
 * Keeps a sheet of pictures for as long as all that is needed stands on it in the same colours: painting it
 * anew, and sending it to the graphics card, takes longer than a frame.
 */
export class KeptAtlas<Picture, Atlas> {
  readonly #paint: (pictures: ReadonlyMap<string, Picture>) => Atlas;
  #kept: { atlas: Atlas; pictures: ReadonlyMap<string, Picture>; colours: string } | null = null;

  constructor(paint: (pictures: ReadonlyMap<string, Picture>) => Atlas) {
    this.#paint = paint;
  }

  /** A sheet with at least these pictures, by their names. */
  with(needed: ReadonlyMap<string, Picture>, colours: string): Atlas {
    const before = this.#kept?.colours === colours ? this.#kept : null;
    if (before !== null && [...needed.keys()].every((name) => before.pictures.has(name))) return before.atlas;
    const both = new Map([...(before?.pictures ?? []), ...needed]);
    const pictures = both.size <= mostKept ? both : needed;
    const atlas = this.#paint(pictures);
    this.#kept = { atlas, pictures, colours };
    return atlas;
  }
}
