import type { MapCamera } from '../../model/map/camera.ts';

/**
 * What a person does on the map and what happens to it. Where it looks, and at whom, stands in the
 * address.
 */
export type MapEvent =
  | { type: 'place.changed'; search: string }
  /** How many receivers have coordinates, once it is known and whenever it changes. */
  | LocatedReport
  /** A person moved the map there; more may follow at once. */
  | { type: 'camera.moved'; camera: MapCamera }
  /** All receivers shall be in sight, wherever it was moved to. */
  | { type: 'look.fit' }
  /** The base is asked for once more. */
  | { type: 'base.retry' }
  /** The browser took the means of drawing away. */
  | { type: 'webgl.lost' }
  /** Drawing with it is tried anew. */
  | { type: 'webgl.retry' };

export type LocatedReport = { type: 'located.counted'; count: number };
