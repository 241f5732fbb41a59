import { type GeoPoint, isBeyondMap, metresPerPixel } from '../geo/mercator.ts';
import type { MapCamera } from './camera.ts';

/** '45.1234° N, 113.9876° W' (LOOK-13). */
export function coordinateText({ latitude, longitude }: GeoPoint): string {
  return `${degreeText(latitude, 'latitude', 4)}, ${degreeText(longitude, 'longitude', 4)}`;
}

/** Where a receiver stands, in words; also that the map does not go so far, or that nobody knows. */
export function locationText({ latitude, longitude }: { latitude: number | null; longitude: number | null }): string {
  if (latitude === null || longitude === null) return 'No location';
  const text = coordinateText({ latitude, longitude });
  return isBeyondMap({ latitude }) ? `${text}, beyond the edge of the map` : text;
}

/** A degree with the side of the world that it lies on: '113.9876° W'; 0° is on none. */
export function degreeText(degrees: number, axis: 'latitude' | 'longitude', digits: number): string {
  const turned = axis === 'longitude' ? degrees - 360 * Math.round(degrees / 360) : degrees;
  const text = Math.abs(turned).toFixed(digits);
  if (Number(text) === 0 || (axis === 'longitude' && Number(text) === 180)) return `${text}°`;
  const sides = axis === 'latitude' ? (['N', 'S'] as const) : (['E', 'W'] as const);
  return `${text}° ${turned > 0 ? sides[0] : sides[1]}`;
}

/** How many digits a step of degrees is written with. */
export function digitsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** A bar that is so many pixels wide, and the round distance that this is. */
export type ScaleBar = { readonly width: number; readonly text: string };

const widest = 120;

/**
 * The longest round distance (1, 2 or 5 of a power of ten) that is at most 120 pixels wide in the middle
 * of the map.
 */
export function scaleBar({ latitude, zoom }: MapCamera): ScaleBar {
  const perPixel = metresPerPixel(latitude, zoom);
  const most = widest * perPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power;
  return { width: metres / perPixel, text: distanceText(metres) };
}

function distanceText(metres: number): string {
  if (metres >= 1_000) return `${(metres / 1_000).toLocaleString('en-US')} km`;
  return metres >= 1 ? `${metres} m` : `${Math.round(metres * 100)} cm`;
}

/** Nearer than this the coast of a map of 1:50,000,000 is kilometres off in places, and can be seen to be. */
const landZoom = 7.5;

/** Says that the land is not exact where the map is that near; null where it is exact enough (LAY-15). */
export function landNote({ zoom }: Pick<MapCamera, 'zoom'>): string | null {
  return zoom <= landZoom ? null : 'coast approximate';
}
