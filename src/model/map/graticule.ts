import { fromPixel, type MapCamera, type MapSize } from './camera.ts';
import { worldSize } from '../geo/mercator.ts';

/** The visible lines of latitude and longitude, in degrees, with the step between them. */
export type Graticule = { readonly step: number; readonly meridians: readonly number[]; readonly parallels: readonly number[] };

/** The possible steps in degrees, large to small. */
const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];
/** The minimum distance between lines, in pixels. */
const leastApart = 96;
const poleward = 85;

/** Returns the step between lines at a zoom, in degrees (MAP-4). */
export function graticuleStep(zoom: number): number {
  const pixelsPerDegree = worldSize(zoom) / 360;
  return steps.findLast((step) => step * pixelsPerDegree >= leastApart) ?? (steps[0] as number);
}

/** Returns the lines that are visible, or within `around` times the map's size beyond its edges. */
export function graticule(camera: MapCamera, size: MapSize, around = 0): Graticule {
  const step = graticuleStep(camera.zoom);
  const [beyondX, beyondY] = [size.width * around, size.height * around];
  const degreesWide = ((size.width + 2 * beyondX) / worldSize(camera.zoom)) * 360;
  const north = fromPixel(camera, size, { x: 0, y: -beyondY }).latitude;
  const south = fromPixel(camera, size, { x: 0, y: size.height + beyondY }).latitude;
  const wide = Math.min(degreesWide, 360);
  const west = camera.longitude - wide / 2;
  return {
    step,
    meridians: multiples(west, west + wide, step),
    parallels: multiples(Math.max(south, -poleward), Math.min(north, poleward), step),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  // Round, because multiples of 0.1 are not exact in floating point.
  return Array.from({ length: count }, (_, at) => Number(((first + at) * step).toFixed(4)));
}
