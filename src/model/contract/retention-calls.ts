import * as v from 'valibot';
import { asOfSchema } from '../changes/change.ts';
import { owner, viewer } from '../entities/role.ts';
import { type DataSort, leastDays, mostDays, sortNames } from '../entities/retention.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';
import { whole } from '../fields/value-fields.ts';

const announcedSchema = v.object({
  before: v.number(),
  on: v.number(),
  count: v.number(),
  days: v.number(),
  setting: v.number(),
});
const deletedSchema = v.object({ before: v.number(), at: v.number(), count: v.number() });

/**
 * The retention of one sort of data (RET-1). `days` is null if the data are kept forever. Times are in ms
 * since 1970.
 */
export const keptSchema = v.object({
  days: v.nullable(v.number()),
  announced: v.nullable(announcedSchema),
  deleted: v.nullable(deletedSchema),
});

function bySort<Schema extends v.GenericSchema>(schema: Schema) {
  return v.object(Object.fromEntries(sortNames.map((sort) => [sort, schema])) as Record<DataSort, Schema>);
}

/** CALL-3: how long a system keeps its data. */
export const retentionCalls = calls({
  getRetention: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/config/retention',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, retention: bySort(keptSchema) }),
  },
  setRetention: editCall(
    owner,
    'config/retention',
    v.object({
      days: bySort(v.optional(v.nullable(whole(leastDays, mostDays)))),
      asOf: v.optional(asOfSchema),
    }),
  ),
});
