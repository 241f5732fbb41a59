import { fitted, type MapCamera, type MapSize, toPixel, zoomRange } from './camera.ts';
import { fromWorld, type GeoPoint, type MapPixel, shortWay, toWorld, worldSize } from '../geo/mercator.ts';
import { type MapPin, type PinLook, worstLook } from './pins.ts';

/** A pin, or several overlapping pins drawn as one (MAP-2). */
export type PinGroup = GeoPoint & {
  readonly key: string;
  readonly pins: readonly MapPin[];
  readonly look: PinLook;
  readonly label: string;
  /** The offset from its place, in pixels: not 0 only for a pin in a circle of overlapping pins. */
  readonly offset: MapPixel;
};

/** Pins whose middles are nearer than this overlap, in pixels. */
const nearness = 30;
/** From this zoom on every pin is drawn by itself: closer zooms would separate no more pins. */
const apartFrom = 17;
/** The most pins in a circle: that many need 290 pixels. */
const mostInCircle = 30;
/** How far from the middle of a pin a press still hits it, in pixels. */
const reach = 20;
const noOffset: MapPixel = { x: 0, y: 0 };

type Heap = { pins: MapPin[]; x: number; y: number };

/**
 * Groups pins as they are drawn at a zoom: first overlapping pins of the same site, then all groups that
 * still overlap. The result does not depend on the camera's position, so that nothing changes while the map
 * is dragged.
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

/** Joins heaps of pins that are near each other, until no heaps overlap. */
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
 * Draws every pin by itself; pins that still overlap form a circle around their middle. A group too large for
 * a circle that fits on a phone stays one pin.
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

/** Returns the group drawn at a pixel of the map, the nearest of several; null if there is none. */
export function groupAt(groups: readonly PinGroup[], camera: MapCamera, size: MapSize, pixel: MapPixel): PinGroup | null {
  let [nearest, least]: [PinGroup | null, number] = [null, reach];
  for (const group of groups) {
    const { x, y } = toPixel(camera, size, group);
    const off = Math.hypot(x + group.offset.x - pixel.x, y + group.offset.y - pixel.y);
    if (off <= least) [nearest, least] = [group, off];
  }
  return nearest;
}

/** Returns the camera at which the pins of a group come apart. */
export function cameraApart({ pins }: PinGroup, size: MapSize): MapCamera | null {
  return fitted(pins, size, pins.length > mostInCircle ? zoomRange.most : apartFrom);
}

/**
 * Returns the receiver of a group after `chosen`, in turn: the next one in the info window of a group that
 * cannot come apart.
 */
export function nextIn({ pins }: PinGroup, chosen: number | null): number | null {
  const at = pins.findIndex(({ id }) => id === chosen);
  return pins[(at + 1) % pins.length]?.id ?? null;
}
