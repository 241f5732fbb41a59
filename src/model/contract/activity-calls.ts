import * as v from 'valibot';
import { asOfSchema, changeSchema, maxChangesPerCall } from '../changes/change.ts';
import { personSchema } from '../entities/author.ts';
import { changedEntities } from '../changes/change-kinds.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { queryRevision } from './change-calls.ts';
import { queryId, queryInstant, queryWhole } from '../fields/query-fields.ts';
import { maxId } from '../fields/value-fields.ts';

/** The default number of changes on a page of Activity. */
export const activityPage = 50;

/** The changes of a system that the caller may read, in pages, newest first (CHG-17). */
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
      /** True if there are older changes. */
      more: v.boolean(),
      /** All people who ever changed something in the system. */
      people: v.array(personSchema),
    }),
  },
});
