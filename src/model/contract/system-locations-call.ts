import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';

const instant = v.nullable(v.number());

/**
 * A place of one of the system's receivers (RX-39). `from` and `to` are in ms since 1970; `from` is null for
 * the earliest known place, `to` for the current one. `alias` is the name of the receiver, because no other
 * list contains retired receivers. Their last place ends when they were retired.
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

/** A call of receiver-history-calls.ts in its own file, so that the map does not load the others. */
export const { listSystemLocations } = calls({
  listSystemLocations: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/locations',
    access: { role: viewer },
    reply: v.object({ places: v.array(pastPlaceSchema) }),
  },
});
