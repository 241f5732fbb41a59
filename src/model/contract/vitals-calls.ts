import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { newestVitalsSchema, vitalsPointSchema } from '../entities/vitals.ts';
import { calls } from './call.ts';
import { optionalTime, timeQuery } from '../fields/query-fields.ts';

/** What receivers report of themselves, as history (VIT-5). */
export const vitalsCalls = calls({
  listReceiverVitals: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}/vitals',
    access: { role: viewer },
    query: timeQuery(optionalTime),
    reply: v.object({
      /** The time that was asked for, and how wide a point is; in ms. */
      from: v.number(),
      to: v.number(),
      pointMs: v.number(),
      points: v.array(vitalsPointSchema),
      newest: newestVitalsSchema,
      /** The states that it was in meanwhile (RX-10). */
      states: v.array(v.object({ status: v.number(), from: v.number(), to: v.number() })),
      /** By how much its clock was ahead of the host's, in ms, when it last told since `from`, and when. */
      clockOffsetMs: v.nullable(v.number()),
      clockTs: v.nullable(v.number()),
    }),
  },
});
