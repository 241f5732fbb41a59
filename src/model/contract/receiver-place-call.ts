import * as v from 'valibot';
import { researcher } from '../entities/role.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';
import { isNowhere, latitude, longitude } from '../fields/value-fields.ts';

/** A call of receiver-history-calls.ts in its own file, so that the map does not load the others. */
export const { setReceiverLocation } = calls({
  setReceiverLocation: editCall(
    researcher,
    'receivers/{id}/location',
    v.pipe(
      v.object({
        newLat: v.nullable(latitude),
        newLon: v.nullable(longitude),
        as: v.optional(v.picklist(['moved', 'corrected']), 'moved'),
      }),
      v.check(({ newLat, newLon }) => (newLat === null) === (newLon === null), 'A location is two numbers or two nulls'),
      v.check(({ newLat, newLon }) => !isNowhere(newLat, newLon), '0, 0 means that no location is set: two nulls clear it'),
    ),
  ),
});
