import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import type { MapMove } from '../../model/map/map-look.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { MapPlace } from '../../model/map/pins.ts';
import type { MapPastReport } from './map-past-events.ts';

/**
 * What a person does on the map and what happens to it. Where it looks, and at whom, stands in the
 * address.
 */
export type MapEvent =
  | { type: 'place.changed'; search: string }
  /** Where the receivers stand, once it is known and whenever it changes. */
  | PlacesReport
  /** How large the map is drawn. */
  | { type: 'frame.sized'; size: MapSize }
  /** What the map's past tells. */
  | MapPastReport
  /** A person moves the map; more may follow at once. */
  | MapMove
  /** All receivers shall be in sight, wherever it was moved to. */
  | { type: 'look.fit' }
  /** A location is edited: the map stays where it is. */
  | { type: 'look.held'; camera: MapCamera | null }
  /** Locations are edited no more. */
  | { type: 'look.released' }
  /** A receiver of the list: the map goes to it. */
  | { type: 'receiver.chosen'; rxId: number }
  /** A pin, or several that are drawn as one; null for the ground beside them. */
  | { type: 'group.pressed'; group: PinGroup | null }
  | { type: 'receiver.closed' }
  /** The map and its pins are drawn by WebGL for the first time. */
  | { type: 'webgl.drawn' }
  /** The browser took the means of drawing away. */
  | { type: 'webgl.lost' }
  /** Drawing with it is tried again. */
  | { type: 'webgl.retry' };

export type PlacesReport = { type: 'places.changed'; places: readonly MapPlace[] };
