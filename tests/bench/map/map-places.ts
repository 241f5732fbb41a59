import type { GeoPoint } from '#model/geo/mercator.ts';

/** The columns of the grid, and its steps in degrees. */
const columns = 25;
const [stepEast, stepNorth] = [0.1, 0.07];

/**
 * Returns `count` different places over a wide valley. Shown all at once, most are pins of their own: the
 * most that a map of this size has to draw.
 */
export function mapPlaces(count: number): GeoPoint[] {
  return Array.from({ length: count }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    // Shifted out of line, so that names and pins overlap in every way; the same at each run.
    return {
      longitude: -115 + column * stepEast + Math.sin(at * 12.9) * stepEast * 0.15,
      latitude: 44 + row * stepNorth + Math.cos(at * 78.2) * stepNorth * 0.15,
    };
  });
}
