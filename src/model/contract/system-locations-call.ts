import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';

const instant = v.nullable(v.number());

/**
 * Where a receiver of the system stood (RX-39): from when to when in ms since the epoch, `from` null as far
 * back as anything is known, `to` null until now. With its name, as a retired one is in no list of them; its
 * last place ends when it was retired.
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

/** One of the calls of receiver-history-calls.ts, which the map takes without the others. */
export const { listSystemLocations } = calls({
  listSystemLocations: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/locations',
    access: { role: viewer },
    reply: v.object({ places: v.array(pastPlaceSchema) }),
  },
});
