import { type GeoPoint, isBeyondMap, metresPerPixel } from '../geo/mercator.ts';
import type { MapCamera } from './camera.ts';

/** Returns text such as '45.1234° N, 113.9876° W' (LOOK-13). */
export function coordinateText({ latitude, longitude }: GeoPoint): string {
  return `${degreeText(latitude, 'latitude', 4)}, ${degreeText(longitude, 'longitude', 4)}`;
}

/** Returns the location of a receiver as text, also if it is unknown or beyond the map. */
export function locationText({ latitude, longitude }: { latitude: number | null; longitude: number | null }): string {
  if (latitude === null || longitude === null) return 'No location';
  const text = coordinateText({ latitude, longitude });
  return isBeyondMap({ latitude }) ? `${text}, beyond the edge of the map` : text;
}

/** Returns degrees with their side of the world: '113.9876° W'. 0°, and a longitude of 180°, have no side. */
export function degreeText(degrees: number, axis: 'latitude' | 'longitude', digits: number): string {
  const turned = axis === 'longitude' ? degrees - 360 * Math.round(degrees / 360) : degrees;
  const text = Math.abs(turned).toFixed(digits);
  if (Number(text) === 0 || (axis === 'longitude' && Number(text) === 180)) return `${text}°`;
  const sides = axis === 'latitude' ? (['N', 'S'] as const) : (['E', 'W'] as const);
  return `${text}° ${turned > 0 ? sides[0] : sides[1]}`;
}

/** Returns how many decimals a step of degrees needs. */
export function digitsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** A scale bar: its width in pixels, and the round distance that this width shows. */
export type ScaleBar = { readonly width: number; readonly text: string };

const widest = 120;

/**
 * Returns the scale bar with the longest round distance (1, 2 or 5 times a power of ten) that is at most 120
 * pixels wide in the middle of the map.
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

/** From this zoom on, coasts of the 1:50,000,000 map are visibly wrong, in places by kilometres. */
const landZoom = 7.5;

/** Returns a note that the coast is not exact at this zoom; null if it is exact enough (LAY-15). */
export function landNote({ zoom }: Pick<MapCamera, 'zoom'>): string | null {
  return zoom <= landZoom ? null : 'coast approximate';
}
