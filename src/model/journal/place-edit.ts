import type { Receiver } from '../entities/receiver.ts';
import type { GeoPoint } from '../geo/mercator.ts';
import type { Edit } from './edits.ts';

/**
 * Puts a receiver elsewhere on the map: it was moved there, or stood there all the time (RX-39, RX-40). What
 * is asked in the dialog is not shown before the host has answered, and is no edit of this sort.
 */
export function placeReceiver(
  mitasId: string,
  { id, alias }: Pick<Receiver, 'id' | 'alias'>,
  { latitude, longitude }: GeoPoint,
  reason: 'moved' | 'corrected',
): Edit {
  return {
    call: 'setReceiverLocation',
    request: { params: { mitasId, id }, body: { newLat: latitude, newLon: longitude, as: reason } },
    items: [{ kind: 'receiver.relocated', id, after: { latitude, longitude } }],
    key: placeKey(id),
    failureText: `Could not change the location of ${alias}`,
    doneText: `Location of ${alias} changed`,
  };
}

/** Under which the places of a receiver are asked for one after another. */
export function placeKey(rxId: number): string {
  return `receiver ${rxId} place`;
}
