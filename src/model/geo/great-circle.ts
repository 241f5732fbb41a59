/** A place on Earth in degrees; null if unknown. */
type MaybePlace = { readonly latitude: number | null; readonly longitude: number | null };

/** The mean radius of Earth by the International Union of Geodesy and Geophysics, in km. */
const earthKm = 6_371.0088;

/**
 * Returns the distance of two places along a great circle in km; null if one of them is unknown. It is the
 * haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984) on a sphere,
 * which is at most 0.6 % off the distance on the ellipsoid.
 */
export function greatCircleKm(one: MaybePlace, other: MaybePlace): number | null {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return null;
  const rad = Math.PI / 180;
  const haversine = (degrees: number): number => Math.sin((degrees * rad) / 2) ** 2;
  const across = Math.cos(one.latitude * rad) * Math.cos(other.latitude * rad);
  const part = haversine(other.latitude - one.latitude) + across * haversine(other.longitude - one.longitude);
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, part)));
}
