import * as v from 'valibot';
import { asOfSchema, changeEpoch, changeReply, changeSchema, maxChangesPerCall } from '../changes/change.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { queryWhole } from '../fields/query-fields.ts';

/** A revision of a system in a query. */
export const queryRevision = queryWhole(0, Number.MAX_SAFE_INTEGER);

/** The changes of a system in their order (CHG-11, CHG-17, CHG-21). */
export const changeCalls = calls({
  getChanges: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/changes',
    access: { role: viewer },
    query: v.object({
      epoch: v.optional(changeEpoch),
      after: queryRevision,
      limit: v.optional(queryWhole(1, maxChangesPerCall), maxChangesPerCall),
    }),
    reply: v.object({ ...asOfSchema.entries, changes: v.array(changeSchema) }),
  },
  undoChange: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/changes/{revision}/undo',
    access: { role: researcher },
    query: v.object({ epoch: v.optional(changeEpoch) }),
    changes: true,
    reply: v.object(changeReply),
  },
});
