/** How far the lines of a hatched place stand apart, in pixels of the page. */
export const hatchSpacing = 10;

export type HatchLine = { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

/**
 * The slanting lines that hatch a place from `from` to `to` across the whole `height`, from its bottom up to
 * the right; one of them starts at `anchor`. They reach beyond the place: clip them to it. All in the same
 * pixels.
 */
export function hatchLines(place: { from: number; to: number; height: number; anchor: number; spacing: number }): HatchLine[] {
  const { from, to, height, anchor, spacing } = place;
  const lines: HatchLine[] = [];
  const first = anchor + Math.ceil((from - height - anchor) / spacing) * spacing;
  for (let x = first; x < to; x += spacing) lines.push({ x1: x, y1: height, x2: x + height, y2: 0 });
  return lines;
}
