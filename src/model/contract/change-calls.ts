import * as v from 'valibot';
import { asOfSchema, personSchema, changeEpoch, changeReply, changeSchema, maxChangesPerCall } from '../changes/change.ts';
import { changedEntities } from '../changes/change-kinds.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { maxId } from './value-fields.ts';
import { queryId, queryInstant, queryWhole } from './query-fields.ts';

const queryRevision = queryWhole(0, Number.MAX_SAFE_INTEGER);

/** How many changes a page of Activity holds. */
export const activityPage = 50;

/** The order of a system's changes (CHG-11, CHG-17, CHG-21). */
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
  listActivity: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/activity',
    access: { role: viewer },
    query: v.object({
      before: v.optional(queryRevision),
      by: v.optional(queryWhole(0, maxId)),
      entity: v.optional(v.picklist(changedEntities)),
      id: v.optional(queryId),
      from: v.optional(queryInstant),
      to: v.optional(queryInstant),
      limit: v.optional(queryWhole(1, maxChangesPerCall), activityPage),
    }),
    reply: v.object({
      ...asOfSchema.entries,
      changes: v.array(changeSchema),
      /** True where older ones follow. */
      more: v.boolean(),
      /** Everybody who ever changed something here. */
      people: v.array(personSchema),
    }),
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
