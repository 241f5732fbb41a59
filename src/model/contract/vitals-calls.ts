import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { newestVitalsSchema, vitalsPointSchema } from '../entities/vitals.ts';
import { calls } from './call.ts';
import { optionalTime, timeQuery } from '../fields/query-fields.ts';

/** The history of receivers' vitals (VIT-5). */
export const vitalsCalls = calls({
  listReceiverVitals: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}/vitals',
    access: { role: viewer },
    query: timeQuery(optionalTime),
    reply: v.object({
      /** The requested time range, and the width of a point; in ms. */
      from: v.number(),
      to: v.number(),
      pointMs: v.number(),
      points: v.array(vitalsPointSchema),
      newest: newestVitalsSchema,
      /** The receiver's states in that time (RX-10). */
      states: v.array(v.object({ status: v.number(), from: v.number(), to: v.number() })),
      /**
       * How far its clock was ahead of the host's (ms) in its newest report since `from`, and when that was.
       */
      clockOffsetMs: v.nullable(v.number()),
      clockTs: v.nullable(v.number()),
    }),
  },
});
