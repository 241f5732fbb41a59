type Size = { readonly width: number; readonly height: number };
type Place = { readonly x: number; readonly y: number };

/** The distance between a tooltip and its point (px). */
const gap = 14;

/**
 * Returns the top left corner of a tooltip (px): beside its point, on the side with room, and within `room`.
 */
export function tooltipPlace(at: Place, size: Size, room: Size): Place {
  const isRight = at.x + gap + size.width <= room.width;
  const x = isRight ? at.x + gap : Math.max(0, at.x - gap - size.width);
  const y = Math.min(Math.max(0, at.y - size.height / 2), Math.max(0, room.height - size.height));
  return { x: Math.round(x), y: Math.round(y) };
}
