import { fitted, type MapCamera, type MapSize, toPixel, zoomRange } from './camera.ts';
import { fromWorld, type GeoPoint, type MapPixel, shortWay, toWorld, worldSize } from '../geo/mercator.ts';
import { type MapPin, type PinLook, worstLook } from './pins.ts';

/** What is drawn as one: a pin, or several that would lie on each other (MAP-2). */
export type PinGroup = GeoPoint & {
  readonly key: string;
  readonly pins: readonly MapPin[];
  readonly look: PinLook;
  readonly label: string;
  /** How far beside its place it is drawn, in pixels: where several stand at the very same one. */
  readonly offset: MapPixel;
};

/** Pins whose middles are nearer than this lie on each other, in pixels. */
const nearness = 30;
/** From here on every pin is drawn by itself: so near that nothing would come apart any more. */
const apartFrom = 17;
/** So many pins beside each other are a circle of 290 pixels. */
const mostInCircle = 30;
/** How far a finger may be from the middle of a pin. */
const reach = 20;
const noOffset: MapPixel = { x: 0, y: 0 };

type Heap = { pins: MapPin[]; x: number; y: number };

/**
 * The pins as they are drawn at a zoom: those of one site that lie on each other as one, and then what
 * still does. Nothing depends on where the camera stands, so that nothing changes while the map is drawn
 * along.
 */
export function groupedPins(pins: readonly MapPin[], zoom: number): readonly PinGroup[] {
  if (zoom >= apartFrom) return fannedOut(pins, zoom);
  const scale = worldSize(zoom);
  const bySite = Map.groupBy(pins, ({ siteId }) => siteId);
  const atSites = [...bySite].flatMap(([siteId, members]) => {
    const heaps = members.map(heapOf);
    return siteId === null ? heaps : heaped(heaps, scale);
  });
  return heaped(atSites, scale).map(groupOf);
}

/**
 * What is near another becomes one with it, again and again: the result has none that lie on each other.
 */
function heaped(heaps: readonly Heap[], scale: number): Heap[] {
  let before: readonly Heap[] = heaps;
  for (;;) {
    const after: Heap[] = [];
    for (const heap of before) {
      const near = after.find((other) => distance(heap, other) * scale < nearness);
      if (near === undefined) after.push({ ...heap });
      else join(near, heap);
    }
    if (after.length === before.length) return after;
    before = after;
  }
}

function join(into: Heap, heap: Heap): void {
  const share = heap.pins.length / (into.pins.length + heap.pins.length);
  into.x += shortWay(heap.x - into.x) * share;
  into.y += (heap.y - into.y) * share;
  into.pins = [...into.pins, ...heap.pins];
}

function distance(one: MapPixel, other: MapPixel): number {
  return Math.hypot(shortWay(one.x - other.x), one.y - other.y);
}

function heapOf(pin: MapPin): Heap {
  return { pins: [pin], ...toWorld(pin) };
}

function groupOf({ pins, x, y }: Heap): PinGroup {
  const [first] = pins as [MapPin];
  const place = pins.length === 1 ? { latitude: first.latitude, longitude: first.longitude } : fromWorld({ x, y });
  return {
    ...place,
    key: pins.length === 1 ? `receiver ${first.id}` : `group ${pins.map(({ id }) => id).join(' ')}`,
    pins,
    look: worstLook(pins.map(({ look }) => look)),
    label: labelOf(pins),
    offset: noOffset,
  };
}

function labelOf(pins: readonly MapPin[]): string {
  const [first] = pins as [MapPin];
  if (pins.length === 1) return first.alias;
  const sites = new Set(pins.map(({ siteName }) => siteName));
  if (sites.size === 1 && first.siteName !== null) return first.siteName;
  return `${pins.length} receivers`;
}

/**
 * Every pin by itself; those that would still lie on each other in a circle around their middle. More of
 * them than a circle holds that fits on a phone stay one.
 */
function fannedOut(pins: readonly MapPin[], zoom: number): readonly PinGroup[] {
  return heaped(pins.map(heapOf), worldSize(zoom)).flatMap((heap) => {
    const count = heap.pins.length;
    if (count === 1 || count > mostInCircle) return [groupOf(heap)];
    const radius = Math.max(18, nearness / (2 * Math.sin(Math.PI / count)));
    return heap.pins.map((pin, at) => {
      const angle = (2 * Math.PI * at) / count - Math.PI / 2;
      const offset = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
      return { ...groupOf({ ...heap, pins: [pin] }), ...fromWorld(heap), offset };
    });
  });
}

/** What is drawn at a pixel of the map, the nearest where several are; null where nothing is. */
export function groupAt(groups: readonly PinGroup[], camera: MapCamera, size: MapSize, pixel: MapPixel): PinGroup | null {
  let [nearest, least]: [PinGroup | null, number] = [null, reach];
  for (const group of groups) {
    const { x, y } = toPixel(camera, size, group);
    const off = Math.hypot(x + group.offset.x - pixel.x, y + group.offset.y - pixel.y);
    if (off <= least) [nearest, least] = [group, off];
  }
  return nearest;
}

/** Where the map goes when several are chosen as one: so near that they come apart. */
export function cameraApart({ pins }: PinGroup, size: MapSize): MapCamera | null {
  return fitted(pins, size, pins.length > mostInCircle ? zoomRange.most : apartFrom);
}

/** Whom of several the info window shows next, where nothing brings them apart. */
export function nextIn({ pins }: PinGroup, chosen: number | null): number | null {
  const at = pins.findIndex(({ id }) => id === chosen);
  return pins[(at + 1) % pins.length]?.id ?? null;
}
