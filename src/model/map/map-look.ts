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

/** Where the map stands, and what that hangs on. */
export type MapLook = {
  /** The search part of the address. */
  readonly search: string;
  readonly places: readonly MapPlace[];
  /** How large the map is drawn, and the camera that shows all places in it; null before it is drawn. */
  readonly size: MapSize | null;
  readonly fit: MapCamera | null;
  /** Where somebody wants the map to stand; null while it is fitted. */
  readonly camera: MapCamera | null;
};

/**
 * How a person moves the map: to a place, along by pixels, or nearer: about a pixel, or where none is named
 * about the receiver that is chosen or the middle (MAP-14).
 */
export type MapMove =
  | { type: 'camera.moved'; camera: MapCamera }
  | { type: 'camera.panned'; by: MapPixel }
  | { type: 'camera.zoomed'; by: number; at: MapPixel | null };

/** The look of a map that is not drawn yet. */
export function lookAt(search: string): MapLook {
  return { search, places: [], size: null, fit: null, camera: null };
}

/** Where the map stands or is going to: moves are computed from there. Null before it is drawn. */
export function goalOf({ camera, fit }: MapLook): MapCamera | null {
  return camera ?? fit;
}

/** The look with the camera that shows all places. */
export function computed<T extends MapLook>(look: T): T {
  const { places, size } = look;
  return { ...look, fit: size === null ? null : (fitted(places, size) ?? nowhere) };
}

/** Where the map stands after a move. */
export function moved(look: MapLook, move: MapMove): { camera: MapCamera | null } {
  const [from, { size }] = [goalOf(look), look];
  if (move.type === 'camera.moved') return { camera: move.camera };
  if (from === null || size === null) return { camera: look.camera };
  if (move.type === 'camera.panned') return { camera: panned(from, move.by) };
  const place = placeOf(look, receiverIn(look.search));
  const still = place !== undefined && isInSight(from, size, place) ? toPixel(from, size, place) : undefined;
  return { camera: zoomed(from, move.by, size, move.at ?? still) };
}

/** True where the map is drawn and no receiver is in sight where it stands or goes to (MAP-14). */
export function isDeserted(look: MapLook): boolean {
  const [camera, { size, places }] = [goalOf(look), look];
  return camera !== null && size !== null && !places.some((place) => isInSight(camera, size, place));
}

/** True where the receiver stands somewhere. */
export function isPlaced(look: MapLook, rxId: number): boolean {
  return placeOf(look, rxId) !== undefined;
}

function placeOf({ places }: MapLook, rxId: number | null): MapPlace | undefined {
  return places.find(({ id }) => id === rxId);
}

/** The camera that has a receiver in its middle, and is no further from the ground than it was. */
export function chosen(look: MapLook, rxId: number): { camera: MapCamera | null } {
  const place = placeOf(look, rxId);
  if (place === undefined) return { camera: look.camera };
  const { latitude, longitude } = place;
  return { camera: { latitude, longitude, zoom: Math.max(defaultZoom, goalOf(look)?.zoom ?? defaultZoom) } };
}

/**
 * What the map shows after something on it was pressed (MAP-2): a receiver opens, several come apart (the
 * camera says where), and where nothing brings them apart one opens after another. Null: the ground.
 */
export function pressed(look: MapLook, group: PinGroup | null): Pick<MapState, 'receiver' | 'camera'> {
  const [only, ...others] = group?.pins ?? [];
  if (group === null || only === undefined || others.length === 0) return { receiver: only?.id ?? null, camera: null };
  const receiver = receiverIn(look.search);
  const apart = look.size === null ? null : cameraApart(group, look.size);
  return isSameCamera(apart, goalOf(look)) ? { receiver: nextIn(group, receiver), camera: null } : { receiver, camera: apart };
}

/** The camera at the receiver that the address names; null where it names none that stands somewhere. */
export function sought(look: MapLook): { camera: MapCamera | null } {
  const rxId = receiverIn(look.search);
  return { camera: rxId !== null && isPlaced(look, rxId) ? chosen(look, rxId).camera : null };
}

/**
 * True where an address names another receiver than before, and its pin is out of sight (NAV-33). One
 * without a location has none.
 */
export function asksForHidden(look: MapLook, asked: string): boolean {
  const [camera, rxId, { size }] = [goalOf(look), receiverIn(asked), look];
  const place = rxId === receiverIn(look.search) ? undefined : placeOf(look, rxId);
  return camera !== null && size !== null && place !== undefined && !isInSight(camera, size, place);
}

/** The camera moved over the receiver that an address names, as near as before; null where it names none. */
export function over(look: MapLook, asked: string): { camera: MapCamera | null } {
  const [camera, place] = [goalOf(look), placeOf(look, receiverIn(asked))];
  if (camera === null || place === undefined) return { camera };
  return { camera: { latitude: place.latitude, longitude: place.longitude, zoom: camera.zoom } };
}

/** The receiver that an address names; null for none. */
export function receiverIn(search: string): number | null {
  return mapAddress.read(search).state.receiver;
}

/** The place that an address names; null where it names none. */
export function cameraIn(search: string): MapCamera | null {
  return mapAddress.read(search).state.camera;
}

/** The day that an address names; null for now. */
export function dayIn(search: string): string | null {
  return mapAddress.read(search).state.day;
}

/** True where an address names another place than before, and not the one where the map is anyway. */
export function asksElsewhere({ search, camera }: MapLook, asked: string): boolean {
  const place = cameraIn(asked);
  return !isSameCamera(place, cameraIn(search)) && !isSameCamera(place, camera);
}

/** The address with something of it changed. */
export function addressWith({ search }: MapLook, change: Partial<MapState>): { search: string } {
  return { search: mapAddress.write({ ...mapAddress.read(search).state, ...change }) };
}
