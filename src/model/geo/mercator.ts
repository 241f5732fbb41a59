/** A position in degrees. */
export type GeoPoint = { readonly latitude: number; readonly longitude: number };
/** A point of the drawn map, in pixels, or of a world of side 1. */
export type MapPixel = { readonly x: number; readonly y: number };

/**
 * The side of the world at zoom 0, in pixels. Map libraries use the same size, so their zooms mean the same.
 */
const worldAtZero = 512;
/** The latitude, north and south, at which the map ends, because the projection itself has no end. */
export const mapEdge = 85.051129;

const radians = Math.PI / 180;

/** Returns the side of the world at a zoom, in pixels. */
export function worldSize(zoom: number): number {
  return worldAtZero * 2 ** zoom;
}

/**
 * Projects a position to a world of side 1: x grows eastwards from 180° W, y southwards from `mapEdge` north.
 */
export function toWorld({ latitude, longitude }: GeoPoint): MapPixel {
  const sin = Math.sin(limited(latitude, mapEdge) * radians);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) };
}

/** Reverses `toWorld`. A longitude beyond 180° becomes the same meridian within the range. */
export function fromWorld({ x, y }: MapPixel): GeoPoint {
  const latitude = (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI))) / radians - 90;
  return { latitude: limited(latitude, mapEdge), longitude: wrapped(x) * 360 };
}

/** Returns the width of a pixel in metres at a latitude. */
export function metresPerPixel(latitude: number, zoom: number): number {
  const equator = 40_075_016.7;
  return (equator * Math.cos(limited(latitude, mapEdge) * radians)) / worldSize(zoom);
}

/** Returns the distance along x that goes the shorter way around a world of side 1: -0.5 to 0.5. */
export function shortWay(dx: number): number {
  return dx - Math.round(dx);
}

/** Returns the position at which a point is drawn. A point beyond the map is drawn at its edge. */
export function onMap({ latitude, longitude }: GeoPoint): GeoPoint {
  return { latitude: limited(latitude, mapEdge), longitude };
}

/** Returns true if a point is further from the equator than the map reaches. */
export function isBeyondMap({ latitude }: Pick<GeoPoint, 'latitude'>): boolean {
  return Math.abs(latitude) > mapEdge;
}

function wrapped(x: number): number {
  const turned = x - Math.floor(x);
  return turned - 0.5;
}

function limited(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
