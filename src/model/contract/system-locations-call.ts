import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';

const instant = v.nullable(v.number());

/**
 * A place of one of the system's receivers (RX-39), from when to when in ms since 1970. `from` is null for
 * the earliest known place, `to` is null for the current one. Has the receiver's name, because no list
 * contains retired ones; their last place ends when they were retired.
 */
const pastPlaceSchema = v.object({
  rxId: v.number(),
  alias: v.string(),
  from: instant,
  to: instant,
  latitude: v.number(),
  longitude: v.number(),
  SiteId: instant,
  siteName: v.nullable(v.string()),
});
export type PastPlace = v.InferOutput<typeof pastPlaceSchema>;

/** One of the calls of receiver-history-calls.ts, separate because the map uses no other. */
export const { listSystemLocations } = calls({
  listSystemLocations: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/locations',
    access: { role: viewer },
    reply: v.object({ places: v.array(pastPlaceSchema) }),
  },
});
