import * as v from 'valibot';
import { asOfSchema, changeReply, changeWays } from '../changes/change.ts';
import { authorSchema } from '../entities/author.ts';
import { maxNoteLength } from '../changes/field-note.ts';
import { aresSchema, orionSchema } from '../config/config.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, name } from '../fields/fields.ts';
import { instantMs } from '../fields/instant-fields.ts';
import { setReceiverLocation } from './receiver-place-call.ts';
import { listSystemLocations } from './system-locations-call.ts';

const changed = { ...message.entries, ...changeReply };
const time = v.nullable(v.number());

/**
 * A retired receiver (RX-36): when it was retired (`at`) and by whom (`by`; null: the host, or no longer
 * known). `heardAt` is when the device was first heard after that; null if never. Times are in ms since 1970.
 */
const retiredReceiverSchema = v.object({
  id: v.number(),
  alias: v.string(),
  SiteId: v.nullable(v.number()),
  model: v.number(),
  color: v.string(),
  at: v.number(),
  by: authorSchema,
  heardAt: time,
});
export type RetiredReceiver = v.InferOutput<typeof retiredReceiverSchema>;

/**
 * A place of a receiver (RX-39). `from` is null for the earliest known place, `to` is null for the current
 * one. Both coordinates are null if no location was set. `siteName` is the current name of the site, or its
 * last name if it was deleted; null if the receiver had no site.
 */
const receiverLocationSchema = v.object({
  from: time,
  to: time,
  latitude: time,
  longitude: time,
  SiteId: v.nullable(v.number()),
  siteName: v.nullable(v.string()),
});
export type ReceiverLocation = v.InferOutput<typeof receiverLocationSchema>;

/** A field note about a visit to a receiver (RX-41). `time` is the time of the visit in ms since 1970. */
const receiverNoteSchema = v.object({ id: v.number(), time: v.number(), text: v.string(), by: authorSchema });
export type ReceiverNote = v.InferOutput<typeof receiverNoteSchema>;

/**
 * One saved configuration (CFG-8), without its contents. `version` is the revision of the change that saved
 * it. If it was saved before the host kept versions, `version` is the receiver's revision at that time (0 if
 * it was never changed). `at` is in ms since 1970.
 */
const receiverVersionSchema = v.object({
  version: v.number(),
  at: v.number(),
  by: authorSchema,
  through: v.picklist(changeWays),
});
export type ReceiverVersion = v.InferOutput<typeof receiverVersionSchema>;

/**
 * How a receiver left the fleet: 'removed' for good (it was never heard), or 'retired' with its data kept.
 */
const leavings = ['removed', 'retired'] as const;
export type Leaving = (typeof leavings)[number];

/** CALL-3: the history of receivers: retiring and restoring, places, field notes, versions. */
export const receiverHistoryCalls = calls({
  deleteReceiver: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/receivers/{id}',
    access: { role: researcher },
    changes: true,
    reply: v.object({ ...changed, outcome: v.picklist(leavings) }),
  },
  listRetiredReceivers: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/retired',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, receivers: v.array(retiredReceiverSchema) }),
  },
  restoreReceiver: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receivers/{id}/restore',
    access: { role: researcher },
    changes: true,
    reply: v.object(changed),
  },
  setReceiverLocation,
  listReceiverLocations: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}/locations',
    access: { role: viewer },
    reply: v.object({ locations: v.array(receiverLocationSchema) }),
  },
  listSystemLocations,
  listReceiverNotes: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}/notes',
    access: { role: viewer },
    reply: v.object({ notes: v.array(receiverNoteSchema) }),
  },
  addReceiverNote: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receivers/{id}/notes',
    access: { role: researcher },
    body: v.object({ time: instantMs, text: name(maxNoteLength) }),
    changes: true,
    reply: v.object({ note: receiverNoteSchema, ...changed }),
  },
  deleteReceiverNote: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/receivers/{id}/notes/{noteId}',
    access: { role: researcher },
    changes: true,
    reply: v.object(changed),
  },
  listReceiverVersions: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}/versions',
    access: { role: viewer },
    reply: v.object({ versions: v.array(receiverVersionSchema) }),
  },
  getReceiverVersion: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}/versions/{version}',
    access: { role: viewer },
    reply: v.object({ ...receiverVersionSchema.entries, orion: v.optional(orionSchema), ares: v.optional(aresSchema) }),
  },
});
