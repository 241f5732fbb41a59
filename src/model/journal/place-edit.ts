import type { Receiver } from '../entities/receiver.ts';
import type { GeoPoint } from '../geo/mercator.ts';
import type { Edit } from './edits.ts';

/**
 * Changes a receiver's place on the map: it was moved there, or its recorded place was wrong (RX-39, RX-40).
 * The dialog does not use this edit: it shows a place only after the host has answered.
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

/** Returns the key of the queue for edits of a receiver's place. */
export function placeKey(rxId: number): string {
  return `receiver ${rxId} place`;
}
