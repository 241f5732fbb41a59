import type { GeoPoint } from '../../model/geo/mercator.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import type { PlaceChange } from '../receivers/receivers-events.ts';
import type { PastChanged } from './map-past-events.ts';

/** The device's position and its accuracy in metres. */
export type FoundPosition = GeoPoint & { accuracy: number };

export type LocationEditEvent =
  | { type: 'locations.open' }
  | { type: 'locations.close' }
  /** The map shows another day, or the present again. */
  | PastChanged
  /** Edits the location in the dialog. */
  | { type: 'location.edit'; receiver: NamedReceiver }
  /** Sets the location on the map, by pasted text or by this device's position. */
  | { type: 'location.pick'; receiver: NamedReceiver }
  /** A finger touches a pin; after a while it drags the pin. */
  | { type: 'pin.held'; receiver: NamedReceiver }
  /** The finger was lifted or moved before the pin could be dragged. */
  | { type: 'pin.released' }
  /** A pin is being dragged. */
  | { type: 'pin.taken'; receiver: NamedReceiver }
  | { type: 'pin.moved'; place: GeoPoint }
  | { type: 'pin.dropped' }
  /** Arrow keys move the pin; `pin.set` then sets its new location. */
  | { type: 'pin.nudged'; place: GeoPoint }
  | { type: 'pin.set' }
  /** The map was pressed at a place. */
  | { type: 'ground.pressed'; place: GeoPoint }
  /** Coordinates were pasted or typed. */
  | { type: 'coordinates.given'; text: string }
  /** Uses this device's position. */
  | { type: 'position.ask' }
  | { type: 'reason.chosen'; reason: PlaceChange['reason'] }
  /** The dialog requests a change. */
  | ({ type: 'receiver.place' } & PlaceChange)
  | { type: 'location.cancel' };

export type LocationEditContext = {
  mitasId: string;
  located: NamedReceiver | null;
  /** The new location; null to clear the location, or until one is chosen. */
  place: GeoPoint | null;
  /** True if the receiver had a location when the new one was chosen. */
  isPlaced: boolean;
  reason: PlaceChange['reason'];
  /** True if the pin moves before the host has answered (MAP-8). */
  isShownAtOnce: boolean;
  /** The accuracy in metres if the location is this device's. */
  accuracy: number | null;
  /** Why the pasted text or this device's position is unusable. */
  trouble: string | null;
};
