import type { LayerRow } from '../entities/map-layer.ts';
import type { LayerDrawing, LayerShape } from '../layers/layer-drawing.ts';
import type { WorldLine } from '../geo/base-map.ts';
import { fromPixel, isInSight, type MapCamera, type MapSize, toPixel } from './camera.ts';
import { type Box, Boxes } from './label-boxes.ts';
import { type GeoPoint, type MapPixel, shortWay, toWorld, worldSize } from '../geo/mercator.ts';
import type { PinGroup } from './pin-groups.ts';
import { labelHeight, type PinLabel, shortened } from './pin-labels.ts';
import { ringRadius } from './pin-shapes.ts';

/** The name of a layer's feature on the map, centred at a position. */
export type LayerLabel = GeoPoint & { readonly key: string; readonly text: string };

/** The pins and labels of receivers, which no layer's name may cover. */
type Pins = { readonly groups: readonly PinGroup[]; readonly labels: readonly PinLabel[] };
type NamedLayer = Pick<LayerRow, 'id' | 'name'> & { readonly drawing: Pick<LayerDrawing, 'shapes'> };

/**
 * The most names drawn, names for which a place is sought, and visible parts of a layer read. More would be
 * unreadable and slow.
 */
const [mostLabels, mostTried, mostShapes] = [40, 200, 5_000];
/**
 * The distance of a name's middle from its line, and of a name from the map's edge and other marks, in
 * pixels.
 */
const [aside, clear] = [11, 4];
/** The distance between the places on a line that are tried, in pixels. */
const tried = 16;
/**
 * If a line rises more than this (pixels) over half the width of its name, the name is placed beside the
 * line, not above or below it.
 */
const steepest = 24;

/**
 * Returns the names of visible features of layers (LAY-15). Each name appears once, where it covers no
 * receiver, no receiver's name and no other feature's name. If no feature of a layer has a name, the layer's
 * own name is used. `layers` are from bottom to top; the top one is labelled first.
 */
export function layerLabels(
  layers: readonly NamedLayer[],
  pins: Pins,
  camera: MapCamera,
  size: MapSize,
  widthOf: (text: string) => number,
): readonly LayerLabel[] {
  const taken = takenBy(pins, camera, size, widthOf);
  const found: LayerLabel[] = [];
  let names = 0;
  for (const layer of layers.toReversed()) {
    for (const [name, shapes] of shapesByName(layer, camera, size)) {
      if (found.length >= mostLabels || (names += 1) > mostTried) return found;
      const text = shortened(name);
      const half = widthOf(text) / 2;
      const middle = firstPlace(shapes, camera, size, half, taken);
      if (middle === undefined) continue;
      taken.add(boxAround(middle, half));
      found.push({ key: `${layer.id} ${name}`, text, ...fromPixel(camera, size, middle) });
    }
  }
  return found;
}

function takenBy({ groups, labels }: Pins, camera: MapCamera, size: MapSize, widthOf: (text: string) => number): Boxes {
  const taken = new Boxes();
  for (const group of groups) {
    if (!isInSight(camera, size, group, group.offset)) continue;
    const { x, y } = shifted(toPixel(camera, size, group), group.offset);
    const radius = ringRadius + clear;
    taken.add({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  }
  for (const { group, text, at } of labels) {
    const { x, y } = shifted(toPixel(camera, size, group), at);
    taken.add({ left: x, right: x + widthOf(text) + clear, top: y - labelHeight / 2, bottom: y + labelHeight / 2 });
  }
  return taken;
}

/** Returns the visible parts of a layer by the name to draw. */
function shapesByName({ name, drawing }: NamedLayer, camera: MapCamera, size: MapSize): ReadonlyMap<string, LayerShape[]> {
  const named = drawing.shapes.some((shape) => shape.name !== undefined);
  const byName = new Map<string, LayerShape[]>();
  let seen = 0;
  for (const shape of drawing.shapes) {
    const text = named ? shape.name : name;
    if (text === undefined || !isShapeInSight(shape, camera, size)) continue;
    if ((seen += 1) > mostShapes) break;
    const same = byName.get(text);
    if (same === undefined) byName.set(text, [shape]);
    else same.push(shape);
  }
  return byName;
}

function isShapeInSight(shape: LayerShape, camera: MapCamera, size: MapSize): boolean {
  if (shape.kind === 'point') return isInSight(camera, size, shape.at);
  const scale = worldSize(camera.zoom);
  const middle = toWorld(camera);
  const [width, height] = [size.width / scale / 2, size.height / scale / 2];
  const { left, right, top, bottom } = shape.line;
  const isAcross = [-1, 0, 1].some((turn) => right + turn >= middle.x - width && left + turn <= middle.x + width);
  return isAcross && bottom >= middle.y - height && top <= middle.y + height;
}

/**
 * Returns the first place with room; undefined if there is none. Tries the parts in order, the best places of
 * each part first.
 */
function firstPlace(
  shapes: readonly LayerShape[],
  camera: MapCamera,
  size: MapSize,
  half: number,
  taken: Boxes,
): MapPixel | undefined {
  const inset = { x: half + clear, y: labelHeight / 2 + clear };
  for (const shape of shapes) {
    const place = placesOf(shape, camera, size, half).find(
      ({ x, y }) =>
        x >= inset.x &&
        x <= size.width - inset.x &&
        y >= inset.y &&
        y <= size.height - inset.y &&
        taken.hasRoom(boxAround({ x, y }, half)),
    );
    if (place !== undefined) return place;
  }
  return undefined;
}

function placesOf(shape: LayerShape, camera: MapCamera, size: MapSize, half: number): readonly MapPixel[] {
  if (shape.kind === 'point') {
    const { x, y } = toPixel(camera, size, shape.at);
    const beside = half + 2 * clear;
    return [
      { x: x + beside, y },
      { x: x - beside, y },
      { x, y: y + aside + clear },
      { x, y: y - aside - clear },
    ];
  }
  const pixels = toPixels(shape.line, camera, size);
  if (shape.kind === 'line') {
    return middleFirst(alongLine(pixels, size)).flatMap(({ x, y, slope }) =>
      besideLine(slope, half).flatMap((by) => [
        { x: x - by.x, y: y - by.y },
        { x: x + by.x, y: y + by.y },
      ]),
    );
  }
  const xs = pixels.map(({ x }) => Math.min(size.width, Math.max(0, x)));
  const ys = pixels.map(({ y }) => Math.min(size.height, Math.max(0, y)));
  const [x, top, bottom] = [(Math.min(...xs) + Math.max(...xs)) / 2, Math.min(...ys), Math.max(...ys)];
  return [0.5, 0.25, 0.75].map((part) => ({ x, y: top + (bottom - top) * part }));
}

/**
 * Returns the offset of a name from its line: vertical, so that the ends of the name clear the line, or
 * sideways from a steep line.
 */
function besideLine(slope: number, half: number): readonly MapPixel[] {
  const rise = Math.abs(slope) * half;
  return rise > steepest ? [{ x: half + aside, y: 0 }] : [{ x: 0, y: aside + rise }];
}

/**
 * Converts a line to pixels. Leaves out points of a very long line, because the rest is enough to find room
 * for a name.
 */
function toPixels({ points }: WorldLine, camera: MapCamera, size: MapSize): readonly MapPixel[] {
  const middle = toWorld(camera);
  const scale = worldSize(camera.zoom);
  const step = 2 * Math.max(1, Math.ceil(points.length / 2 / mostShapes));
  const pixels: MapPixel[] = [];
  for (let at = 0; at < points.length; at += step)
    pixels.push({
      x: size.width / 2 + shortWay((points[at] as number) - middle.x) * scale,
      y: size.height / 2 + ((points[at + 1] as number) - middle.y) * scale,
    });
  return pixels;
}

/** Returns points every few pixels of the visible part of a line, with its slope there. */
function alongLine(pixels: readonly MapPixel[], { width, height }: MapSize): readonly (MapPixel & { slope: number })[] {
  const points: (MapPixel & { slope: number })[] = [];
  for (const [at, to] of pixels.entries()) {
    const from = pixels[at - 1];
    if (from === undefined) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const [starts, ends] = stretchInSight(from, { x: dx, y: dy }, { width, height });
    const steps = Math.ceil(((ends - starts) * Math.hypot(dx, dy)) / tried);
    for (let step = 0; step < steps; step++) {
      const part = starts + ((ends - starts) * (step + 0.5)) / steps;
      points.push({ x: from.x + dx * part, y: from.y + dy * part, slope: dy / dx });
    }
  }
  return points;
}

/** Returns the visible part of a segment as fractions of its length; both are 0 if none is visible. */
function stretchInSight(from: MapPixel, way: MapPixel, { width, height }: MapSize): readonly [starts: number, ends: number] {
  let [starts, ends] = [0, 1];
  for (const [at, by, most] of [
    [from.x, way.x, width],
    [from.y, way.y, height],
  ] as const) {
    if (by === 0) {
      if (at < 0 || at > most) return [0, 0];
      continue;
    }
    const [one, other] = [-at / by, (most - at) / by];
    starts = Math.max(starts, Math.min(one, other));
    ends = Math.min(ends, Math.max(one, other));
  }
  return ends > starts ? [starts, ends] : [0, 0];
}

function middleFirst<T>(items: readonly T[]): readonly T[] {
  const middle = (items.length - 1) / 2;
  return items
    .map((item, at) => ({ item, off: Math.abs(at - middle) }))
    .toSorted((one, other) => one.off - other.off)
    .map(({ item }) => item);
}

function boxAround({ x, y }: MapPixel, half: number): Box {
  return { left: x - half, right: x + half, top: y - labelHeight / 2, bottom: y + labelHeight / 2 };
}

function shifted(one: MapPixel, by: MapPixel): MapPixel {
  return { x: one.x + by.x, y: one.y + by.y };
}
