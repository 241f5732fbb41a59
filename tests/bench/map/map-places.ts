import type { GeoPoint } from '#model/geo/mercator.ts';

/** Columns of the field in which they stand, and the steps between them in degrees. */
const columns = 25;
const [stepEast, stepNorth] = [0.1, 0.07];

/**
 * So many places over a wide valley, none where another is: shown all at once most of them are pins of their
 * own, which is the most that a map of so many has to draw.
 */
export function mapPlaces(count: number): GeoPoint[] {
  return Array.from({ length: count }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    // Out of line, so that names and pins meet in every way; the same at each run.
    return {
      longitude: -115 + column * stepEast + Math.sin(at * 12.9) * stepEast * 0.15,
      latitude: 44 + row * stepNorth + Math.cos(at * 78.2) * stepNorth * 0.15,
    };
  });
}
