import type { GeoPoint } from '../../model/geo/mercator.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import type { PlaceChange } from '../receivers/receivers-events.ts';
import type { PastChanged } from './map-past-events.ts';

/** Where this device stands, and to how many metres that is right. */
export type FoundPosition = GeoPoint & { accuracy: number };

export type LocationEditEvent =
  | { type: 'locations.open' }
  | { type: 'locations.close' }
  /** The map shows another day, or now again. */
  | PastChanged
  /** In the dialog. */
  | { type: 'location.edit'; receiver: NamedReceiver }
  /** On the map, by what is pasted, or by where this device stands. */
  | { type: 'location.pick'; receiver: NamedReceiver }
  /** A finger lies on a pin: after a while it takes the pin along. */
  | { type: 'pin.held'; receiver: NamedReceiver }
  /** It was lifted, or moved, before that. */
  | { type: 'pin.released' }
  /** A pin is drawn along. */
  | { type: 'pin.taken'; receiver: NamedReceiver }
  | { type: 'pin.moved'; place: GeoPoint }
  | { type: 'pin.dropped' }
  /** By a key, and put down there. */
  | { type: 'pin.nudged'; place: GeoPoint }
  | { type: 'pin.set' }
  /** The map was pressed there. */
  | { type: 'ground.pressed'; place: GeoPoint }
  /** Coordinates were pasted or typed. */
  | { type: 'coordinates.given'; text: string }
  /** It stands where this device does. */
  | { type: 'position.ask' }
  | { type: 'reason.chosen'; reason: PlaceChange['reason'] }
  /** What the dialog asks. */
  | ({ type: 'receiver.place' } & PlaceChange)
  | { type: 'location.cancel' };

export type LocationEditContext = {
  mitasId: string;
  located: NamedReceiver | null;
  /** Where it is to stand; null: nowhere, or where it stands. */
  place: GeoPoint | null;
  /** True where it had a place when the new one was decided on. */
  isPlaced: boolean;
  reason: PlaceChange['reason'];
  /** True where the pin is shown at its new place before the host has answered (MAP-8). */
  isShownAtOnce: boolean;
  /** To how many metres the place is right, where this device told it. */
  accuracy: number | null;
  /** Why what was pasted, or where this device stands, is no place. */
  trouble: string | null;
};
