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
      /** The requested time range and the time that each point covers, in ms. */
      from: v.number(),
      to: v.number(),
      pointMs: v.number(),
      points: v.array(vitalsPointSchema),
      newest: newestVitalsSchema,
      /** The receiver's states in that time (RX-10). */
      states: v.array(v.object({ status: v.number(), from: v.number(), to: v.number() })),
      /**
       * How far the receiver's clock was ahead of the host's (ms) in its newest report since `from`, and the
       * time of that report. Null if there is no such report.
       */
      clockOffsetMs: v.nullable(v.number()),
      clockTs: v.nullable(v.number()),
    }),
  },
});
