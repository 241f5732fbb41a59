import {
  defaultZoom,
  fitted,
  isInSight,
  isSameCamera,
  type MapCamera,
  type MapSize,
  nowhere,
  panned,
  toPixel,
  zoomed,
} from './camera.ts';
import { mapAddress, type MapState } from './map-address.ts';
import type { MapPixel } from '../geo/mercator.ts';
import { cameraApart, nextIn, type PinGroup } from './pin-groups.ts';
import type { MapPlace } from './pins.ts';

/** The view of the map, and what it depends on. */
export type MapLook = {
  /** The search part of the address. */
  readonly search: string;
  readonly places: readonly MapPlace[];
  /** The size of the drawn map, and the camera that shows all places in it; null before it is drawn. */
  readonly size: MapSize | null;
  readonly fit: MapCamera | null;
  /** The camera that the person chose; null while the map fits all places. */
  readonly camera: MapCamera | null;
};

/**
 * The ways to move the map: to a camera, by pixels, or by zoom levels. Zooming keeps the pixel `at` in its
 * place or, if `at` is null, the chosen receiver or the middle (MAP-14).
 */
export type MapMove =
  | { type: 'camera.moved'; camera: MapCamera }
  | { type: 'camera.panned'; by: MapPixel }
  | { type: 'camera.zoomed'; by: number; at: MapPixel | null };

export function lookAt(search: string): MapLook {
  return { search, places: [], size: null, fit: null, camera: null };
}

/**
 * Returns the camera of the map or, while it moves, the camera at the end of that move, from which the next
 * move starts. Null before the map is drawn.
 */
export function goalOf({ camera, fit }: MapLook): MapCamera | null {
  return camera ?? fit;
}

export function computed<T extends MapLook>(look: T): T {
  const { places, size } = look;
  return { ...look, fit: size === null ? null : (fitted(places, size) ?? nowhere) };
}

/** Returns the camera after a move. */
export function moved(look: MapLook, move: MapMove): { camera: MapCamera | null } {
  const [from, { size }] = [goalOf(look), look];
  if (move.type === 'camera.moved') return { camera: move.camera };
  if (from === null || size === null) return { camera: look.camera };
  if (move.type === 'camera.panned') return { camera: panned(from, move.by) };
  const place = placeOf(look, receiverIn(look.search));
  const still = place !== undefined && isInSight(from, size, place) ? toPixel(from, size, place) : undefined;
  return { camera: zoomed(from, move.by, size, move.at ?? still) };
}

/** Returns true if the map is drawn and no receiver is visible at its camera (MAP-14). */
export function isDeserted(look: MapLook): boolean {
  const [camera, { size, places }] = [goalOf(look), look];
  return camera !== null && size !== null && !places.some((place) => isInSight(camera, size, place));
}

export function isPlaced(look: MapLook, rxId: number): boolean {
  return placeOf(look, rxId) !== undefined;
}

function placeOf({ places }: MapLook, rxId: number | null): MapPlace | undefined {
  return places.find(({ id }) => id === rxId);
}

/**
 * Returns a camera centred on a receiver, at the current zoom but at least `defaultZoom`; the person's camera
 * if the receiver has no location.
 */
export function chosen(look: MapLook, rxId: number): { camera: MapCamera | null } {
  const place = placeOf(look, rxId);
  if (place === undefined) return { camera: look.camera };
  const { latitude, longitude } = place;
  return { camera: { latitude, longitude, zoom: Math.max(defaultZoom, goalOf(look)?.zoom ?? defaultZoom) } };
}

/**
 * Returns what the map shows after a press (MAP-2). A single pin opens its receiver. A group gets a camera at
 * which its pins come apart; if there is no closer one, each press opens the group's next receiver. `group`
 * is null for a press beside all pins, which closes the info window.
 */
export function pressed(look: MapLook, group: PinGroup | null): Pick<MapState, 'receiver' | 'camera'> {
  const [only, ...others] = group?.pins ?? [];
  if (group === null || only === undefined || others.length === 0) return { receiver: only?.id ?? null, camera: null };
  const receiver = receiverIn(look.search);
  const apart = look.size === null ? null : cameraApart(group, look.size);
  return isSameCamera(apart, goalOf(look)) ? { receiver: nextIn(group, receiver), camera: null } : { receiver, camera: apart };
}

/**
 * Returns the camera centred on the receiver in the address; null if there is none, or it has no location.
 */
export function searchedCamera(look: MapLook): { camera: MapCamera | null } {
  const rxId = receiverIn(look.search);
  return { camera: rxId !== null && isPlaced(look, rxId) ? chosen(look, rxId).camera : null };
}

/**
 * Returns true if an address names another receiver than before, and its pin is out of sight (NAV-33). A
 * receiver without a location has no pin.
 */
export function asksForHidden(look: MapLook, asked: string): boolean {
  const [camera, rxId, { size }] = [goalOf(look), receiverIn(asked), look];
  const place = rxId === receiverIn(look.search) ? undefined : placeOf(look, rxId);
  return camera !== null && size !== null && place !== undefined && !isInSight(camera, size, place);
}

/**
 * Returns the camera moved to the receiver in an address, at the same zoom; unmoved if the address has none
 * with a location.
 */
export function over(look: MapLook, asked: string): { camera: MapCamera | null } {
  const [camera, place] = [goalOf(look), placeOf(look, receiverIn(asked))];
  if (camera === null || place === undefined) return { camera };
  return { camera: { latitude: place.latitude, longitude: place.longitude, zoom: camera.zoom } };
}

/** Returns the receiver in an address; null for none. */
export function receiverIn(search: string): number | null {
  return mapAddress.read(search).state.receiver;
}

/** Returns the camera in an address; null for none. */
export function cameraIn(search: string): MapCamera | null {
  return mapAddress.read(search).state.camera;
}

/** Returns the day in an address; null for now. */
export function dayIn(search: string): string | null {
  return mapAddress.read(search).state.day;
}

/**
 * Returns true if an address names another camera than the previous address did, and not the one that the
 * person chose.
 */
export function asksElsewhere({ search, camera }: MapLook, asked: string): boolean {
  const place = cameraIn(asked);
  return !isSameCamera(place, cameraIn(search)) && !isSameCamera(place, camera);
}

export function addressWith({ search }: MapLook, change: Partial<MapState>): { search: string } {
  return { search: mapAddress.write({ ...mapAddress.read(search).state, ...change }) };
}
