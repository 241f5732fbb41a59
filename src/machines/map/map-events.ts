import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import type { MapMove } from '../../model/map/map-look.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { MapPlace } from '../../model/map/pins.ts';
import type { MapPastReport } from './map-past-events.ts';

/**
 * Events of the map from the person and the map's surroundings. The camera and the chosen receiver are in the
 * address.
 */
export type MapEvent =
  | { type: 'place.changed'; search: string }
  /** The locations of receivers, once known and whenever they change. */
  | PlacesReport
  /** The size of the map has changed. */
  | { type: 'frame.sized'; size: MapSize }
  /** A report of the map's past. */
  | MapPastReport
  /** A person moves the map; more moves may follow at once. */
  | MapMove
  /** Fits the map to all receivers. */
  | { type: 'look.fit' }
  /** A location is being edited: the map keeps its camera. */
  | { type: 'look.held'; camera: MapCamera | null }
  /** Editing locations has ended. */
  | { type: 'look.released' }
  /** A receiver was chosen in the list: the map moves to it. */
  | { type: 'receiver.chosen'; rxId: number }
  /** A pin, or several merged into one, was pressed; null for the map beside them. */
  | { type: 'group.pressed'; group: PinGroup | null }
  | { type: 'receiver.closed' }
  /** WebGL has drawn the map and its pins for the first time. */
  | { type: 'webgl.drawn' }
  /** The browser withdrew the WebGL context. */
  | { type: 'webgl.lost' }
  /** Tries WebGL again. */
  | { type: 'webgl.retry' };

export type PlacesReport = { type: 'places.changed'; places: readonly MapPlace[] };
