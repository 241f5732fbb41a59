/** Where something stands, in degrees. */
export type GeoPoint = { readonly latitude: number; readonly longitude: number };
/** A point of the plane that a map is drawn on, in pixels. */
export type MapPixel = { readonly x: number; readonly y: number };

/**
 * The side of the whole world at zoom 0, in pixels: the map libraries' own, so that a zoom means the
 * same.
 */
const worldAtZero = 512;
/** The latitude where the map ends: further from the equator the projection has no end. */
export const mapEdge = 85.051129;

const radians = Math.PI / 180;

/** The side of the whole world at a zoom, in pixels. */
export function worldSize(zoom: number): number {
  return worldAtZero * 2 ** zoom;
}

/** Where a point stands in a world of side 1: x from 180° west eastwards, y from the north southwards. */
export function toWorld({ latitude, longitude }: GeoPoint): MapPixel {
  const sin = Math.sin(limited(latitude, mapEdge) * radians);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) };
}

/** The way back; a longitude beyond 180° is the same meridian within. */
export function fromWorld({ x, y }: MapPixel): GeoPoint {
  const latitude = (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI))) / radians - 90;
  return { latitude: limited(latitude, mapEdge), longitude: wrapped(x) * 360 };
}

/** How many metres a pixel is wide at a latitude. */
export function metresPerPixel(latitude: number, zoom: number): number {
  const equator = 40_075_016.7;
  return (equator * Math.cos(limited(latitude, mapEdge) * radians)) / worldSize(zoom);
}

/** A distance along x in a world that goes round, the shorter way: from -0.5 to 0.5. */
export function shortWay(dx: number): number {
  return dx - Math.round(dx);
}

/** Where on the map a point is drawn: at its edge what lies beyond. */
export function onMap({ latitude, longitude }: GeoPoint): GeoPoint {
  return { latitude: limited(latitude, mapEdge), longitude };
}

/** True where a point lies further from the equator than the map goes. */
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
