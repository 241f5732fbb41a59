/** The distance between the lines of a hatched area, in pixels of the page. */
export const hatchSpacing = 10;

export type HatchLine = { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };

/**
 * Returns the slanting lines that hatch an area from `from` to `to` over the full `height`, from bottom left
 * to top right. One line starts at `anchor`. The lines reach beyond the area: clip them to it. All values are
 * in the same pixels.
 */
export function hatchLines(place: { from: number; to: number; height: number; anchor: number; spacing: number }): HatchLine[] {
  const { from, to, height, anchor, spacing } = place;
  const lines: HatchLine[] = [];
  const first = anchor + Math.ceil((from - height - anchor) / spacing) * spacing;
  for (let x = first; x < to; x += spacing) lines.push({ x1: x, y1: height, x2: x + height, y2: 0 });
  return lines;
}
