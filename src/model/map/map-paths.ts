import type { WorldLine } from '../geo/base-map.ts';
import type { MapCamera, MapSize } from './camera.ts';
import { toWorld, worldSize } from '../geo/mercator.ts';

/** A window into the flat world, in pixels. (x, y) is its upper left corner. */
type Window = { x: number; y: number; width: number; height: number; scale: number };

/** A point nearer than this (pixels) to the one drawn before it is left out. */
const finest = 0.6;

/**
 * Returns closed rings as an SVG path (`d`), relative to the map's upper left corner. The rings are clipped
 * to the map plus `around` times its size on each side: at a close zoom, coordinates of the world are too
 * large to draw.
 */
export function ringsPath(rings: readonly WorldLine[], camera: MapCamera, size: MapSize, around: number): string {
  const window = windowOf(camera, size, around);
  return inSight(rings, window, (ring, shift) => {
    const clipped = clipRing(drawn(ring, window, shift), window);
    return clipped.length < 6 ? '' : `${path(clipped, size, around)}Z`;
  });
}

/** Returns the visible parts of open lines as an SVG path, like `ringsPath`. */
export function linesPath(lines: readonly WorldLine[], camera: MapCamera, size: MapSize, around: number): string {
  const window = windowOf(camera, size, around);
  return inSight(lines, window, (line, shift) =>
    partsInSight(drawn(line, window, shift), window)
      .map((part) => path(part, size, around))
      .join(''),
  );
}

function windowOf(camera: MapCamera, size: MapSize, around: number): Window {
  const scale = worldSize(camera.zoom);
  const middle = toWorld(camera);
  const [width, height] = [size.width * (1 + 2 * around), size.height * (1 + 2 * around)];
  return { x: middle.x * scale - width / 2, y: middle.y * scale - height / 2, width, height, scale };
}

/** Joins what `draw` returns for each line that may be visible. On a round world, a line may appear twice. */
function inSight(lines: readonly WorldLine[], window: Window, draw: (line: WorldLine, shift: number) => string): string {
  const { x, y, width, height, scale } = window;
  let text = '';
  for (const shift of [-1, 0, 1]) {
    for (const line of lines) {
      const isSeen =
        (line.right + shift) * scale >= x &&
        (line.left + shift) * scale <= x + width &&
        line.bottom * scale >= y &&
        line.top * scale <= y + height;
      if (isSeen) text += draw(line, shift);
    }
  }
  return text;
}

/** Converts a line to pixels of the window, without points too near to each other. */
function drawn({ points }: WorldLine, { x, y, scale }: Window, shift: number): number[] {
  const pixels: number[] = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [px, py] = [((points[at] as number) + shift) * scale - x, (points[at + 1] as number) * scale - y];
    const isLast = at === points.length - 2;
    if (!isLast && Math.abs(px - lastX) < finest && Math.abs(py - lastY) < finest) continue;
    pixels.push(px, py);
    [lastX, lastY] = [px, py];
  }
  return pixels;
}

function path(pixels: readonly number[], size: MapSize, around: number): string {
  let text = '';
  for (let at = 0; at < pixels.length; at += 2) {
    const x = (pixels[at] as number) - size.width * around;
    const y = (pixels[at + 1] as number) - size.height * around;
    text += `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return text;
}

type Edge = { axis: 0 | 1; bound: number; sign: 1 | -1 };

/** Clips a ring by the four edges of the window, one after the other. */
function clipRing(ring: readonly number[], { width, height }: Window): number[] {
  const edges: readonly Edge[] = [
    { axis: 0, bound: 0, sign: 1 },
    { axis: 0, bound: width, sign: -1 },
    { axis: 1, bound: 0, sign: 1 },
    { axis: 1, bound: height, sign: -1 },
  ];
  return edges.reduce<number[]>((points, edge) => clipAt(points, edge), [...ring]);
}

function clipAt(points: readonly number[], { axis, bound, sign }: Edge): number[] {
  const kept: number[] = [];
  const depth = (at: number): number => ((points[at + axis] as number) - bound) * sign;
  for (let at = 0; at < points.length; at += 2) {
    const before = at === 0 ? points.length - 2 : at - 2;
    const [inside, wasInside] = [depth(at) >= 0, depth(before) >= 0];
    if (inside !== wasInside) {
      const part = depth(before) / (depth(before) - depth(at));
      for (const side of [0, 1]) {
        const [from, to] = [points[before + side] as number, points[at + side] as number];
        kept.push(from + (to - from) * part);
      }
    }
    if (inside) kept.push(points[at] as number, points[at + 1] as number);
  }
  return kept;
}

/** Returns the parts of a line whose segments may touch the window. */
function partsInSight(points: readonly number[], { width, height }: Window): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let at = 2; at < points.length; at += 2) {
    const [ax, ay, bx, by] = [points[at - 2], points[at - 1], points[at], points[at + 1]] as [number, number, number, number];
    const isOut = Math.max(ax, bx) < 0 || Math.min(ax, bx) > width || Math.max(ay, by) < 0 || Math.min(ay, by) > height;
    if (isOut) {
      if (part.length > 0) parts.push(part);
      part = [];
      continue;
    }
    if (part.length === 0) part.push(ax, ay);
    part.push(bx, by);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
