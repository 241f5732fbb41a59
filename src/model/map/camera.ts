import { fromWorld, type GeoPoint, type MapPixel, shortWay, toWorld, worldSize } from '../geo/mercator.ts';

/** The view of the map: the position in its middle, and the zoom. */
export type MapCamera = GeoPoint & { readonly zoom: number };
/** The size of the drawn map, in pixels. */
export type MapSize = { readonly width: number; readonly height: number };

/** MAP-3: the zoom for a single receiver, and the closest zoom of a map that fits several. */
export const defaultZoom = 14;
export const zoomRange = { least: 0, most: 20 } as const;

/** The camera while there is nothing to fit. */
export const nowhere: MapCamera = { latitude: 0, longitude: 0, zoom: 1 };

/** The margin around fitted points, in pixels; less on a small map. */
const margin = 56;

/**
 * Returns the camera that shows all points (MAP-3), spread the shorter way around the world, no closer than
 * zoom `nearest`. Null if there are no points.
 */
export function fitted(points: readonly GeoPoint[], size: MapSize, nearest: number = defaultZoom): MapCamera | null {
  if (points.length === 0) return null;
  const worlds = points.map(toWorld);
  const [left, right] = shortestSpan(worlds.map(({ x }) => x));
  const ys = worlds.map(({ y }) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const room = (side: number): number => Math.max(side * 0.4, side - 2 * margin, 1);
  const scales = [room(size.width) / (right - left), room(size.height) / (bottom - top)];
  const zoom = Math.log2(Math.min(...scales) / worldSize(0));
  return { ...fromWorld({ x: (left + right) / 2, y: (top + bottom) / 2 }), zoom: limitedZoom(Math.min(nearest, zoom)) };
}

/** Returns the narrowest stretch of a round world that contains all of `xs`. It may end beyond 1. */
function shortestSpan(xs: readonly number[]): [from: number, to: number] {
  const sorted = xs.toSorted((one, other) => one - other);
  const first = sorted[0] as number;
  let [from, to] = [first, sorted.at(-1) as number];
  for (let at = 1; at < sorted.length; at++) {
    const [begin, end] = [sorted[at] as number, (sorted[at - 1] as number) + 1];
    if (end - begin < to - from) [from, to] = [begin, end];
  }
  return [from, to];
}

/** Returns the pixel of a position, from the upper left corner of the map. */
export function toPixel(camera: MapCamera, size: MapSize, point: GeoPoint): MapPixel {
  const [middle, world] = [toWorld(camera), toWorld(point)];
  const scale = worldSize(camera.zoom);
  return {
    x: size.width / 2 + shortWay(world.x - middle.x) * scale,
    y: size.height / 2 + (world.y - middle.y) * scale,
  };
}

/** Returns true if a position, moved by `beside` (pixels), is within the drawn map. */
export function isInSight(camera: MapCamera, size: MapSize, point: GeoPoint, beside: MapPixel = { x: 0, y: 0 }): boolean {
  const pixel = toPixel(camera, size, point);
  const [x, y] = [pixel.x + beside.x, pixel.y + beside.y];
  return x >= 0 && x <= size.width && y >= 0 && y <= size.height;
}

/** Returns the position at a pixel of the map. */
export function fromPixel(camera: MapCamera, size: MapSize, pixel: MapPixel): GeoPoint {
  const middle = toWorld(camera);
  const scale = worldSize(camera.zoom);
  return fromWorld({
    x: middle.x + (pixel.x - size.width / 2) / scale,
    y: middle.y + (pixel.y - size.height / 2) / scale,
  });
}

/** Returns the camera after dragging the map by some pixels. */
export function panned(camera: MapCamera, by: MapPixel): MapCamera {
  const none = { width: 0, height: 0 };
  return { ...fromPixel(camera, none, { x: -by.x, y: -by.y }), zoom: camera.zoom };
}

/** Returns the camera zoomed by `by` levels around the pixel `at`, or around the middle. */
export function zoomed(camera: MapCamera, by: number, size: MapSize, at?: MapPixel): MapCamera {
  const zoom = limitedZoom(camera.zoom + by);
  if (at === undefined) return { ...camera, zoom };
  const still = fromPixel(camera, size, at);
  const off = toPixel({ ...camera, zoom }, size, still);
  return panned({ ...camera, zoom }, { x: at.x - off.x, y: at.y - off.y });
}

/** Limits a zoom to what the map can show. */
export function limitedZoom(zoom: number): number {
  return Math.min(zoomRange.most, Math.max(zoomRange.least, zoom));
}

/** Returns true if the cameras differ by less than an address shows, or both are null. */
export function isSameCamera(one: MapCamera | null, other: MapCamera | null): boolean {
  if (one === null || other === null) return one === other;
  const isNear = (a: number, b: number, step: number): boolean => Math.abs(a - b) < step;
  return (
    isNear(one.latitude, other.latitude, 1e-5) &&
    isNear(one.longitude, other.longitude, 1e-5) &&
    isNear(one.zoom, other.zoom, 0.01)
  );
}
