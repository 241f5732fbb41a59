import * as v from 'valibot';
import { asOfSchema, changeSchema, maxChangesPerCall } from '../changes/change.ts';
import { personSchema } from '../entities/author.ts';
import { changedEntities } from '../changes/change-kinds.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { queryRevision } from './change-calls.ts';
import { queryId, queryInstant, queryWhole } from '../fields/query-fields.ts';
import { maxId } from '../fields/value-fields.ts';

/** How many changes a page of Activity holds. */
export const activityPage = 50;

/** The changes of a system by pages, newest first, for who reads them (CHG-17). */
export const activityCalls = calls({
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
});
