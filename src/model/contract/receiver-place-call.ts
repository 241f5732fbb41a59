import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { researcher } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { isNowhere, latitude, longitude } from '../fields/value-fields.ts';

/** One of the calls of receiver-history-calls.ts, which the map takes without the others. */
export const { setReceiverLocation } = calls({
  setReceiverLocation: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/location',
    access: { role: researcher },
    body: v.pipe(
      v.object({
        newLat: v.nullable(latitude),
        newLon: v.nullable(longitude),
        as: v.optional(v.picklist(['moved', 'corrected']), 'moved'),
      }),
      v.check(({ newLat, newLon }) => (newLat === null) === (newLon === null), 'A location is two numbers or two nulls'),
      v.check(({ newLat, newLon }) => !isNowhere(newLat, newLon), '0, 0 means that no location is set: two nulls clear it'),
    ),
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
});
