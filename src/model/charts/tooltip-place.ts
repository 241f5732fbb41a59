type Size = { readonly width: number; readonly height: number };
type Place = { readonly x: number; readonly y: number };

/** What is between a tooltip and the point that it is of (px). */
const gap = 14;

/**
 * Where a tooltip stands (its corner, in px): beside a point, on the side where there is room, and within
 * `room`.
 */
export function tooltipPlace(at: Place, size: Size, room: Size): Place {
  const isRight = at.x + gap + size.width <= room.width;
  const x = isRight ? at.x + gap : Math.max(0, at.x - gap - size.width);
  const y = Math.min(Math.max(0, at.y - size.height / 2), Math.max(0, room.height - size.height));
  return { x: Math.round(x), y: Math.round(y) };
}
