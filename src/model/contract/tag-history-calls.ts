import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';

const placeSchema = v.object({ latitude: v.nullable(v.number()), longitude: v.nullable(v.number()) });

/**
 * Where a visit or a stretch was heard, at that time (VISIT-3). A receiver without a site is its own site:
 * then `SiteId` is null and `site` is the receiver's name.
 */
const whereEntries = { SiteId: v.nullable(v.number()), site: v.string() };

/**
 * A hearing that begins or ends a visit: its receiver, and the receiver's coordinates then; null if unknown.
 */
const hearingSchema = v.object({ ReceiverId: v.number(), receiver: v.string(), ...placeSchema.entries });

/**
 * A visit (VISIT-2): `arrived` and `left` in ms since 1970, `maxPower` in dBm. While visits are behind, one
 * may have lost its hits: then they are 0, and `maxPower` is null.
 */
const visitSchema = v.object({
  ...whereEntries,
  arrived: v.number(),
  left: v.number(),
  hits: v.number(),
  maxPower: v.nullable(v.number()),
  first: hearingSchema,
  last: hearingSchema,
});
export type Visit = v.InferOutput<typeof visitSchema>;

/** A stretch of hits that makes no visit (VISIT-1): a single hit, or one that other tags share. */
const unconfirmedSchema = v.object({
  ...whereEntries,
  ReceiverId: v.number(),
  receiver: v.string(),
  ant: v.number(),
  from: v.number(),
  to: v.number(),
  hits: v.number(),
  maxPower: v.number(),
  isAmbiguous: v.boolean(),
});
export type Unconfirmed = v.InferOutput<typeof unconfirmedSchema>;

/**
 * A tag with its animal and transmitter. Times are in ms since 1970; null if unknown. `frequency` is in MHz,
 * `emitInterval` in ms.
 */
const historyTagSchema = v.object({
  id: v.number(),
  animal: v.object({ id: v.number(), alias: v.string(), species: v.string() }),
  transmitter: v.object({
    id: v.number(),
    serialNumber: v.string(),
    frequency: v.number(),
    codeNumber: v.nullable(v.number()),
    emitInterval: v.number(),
  }),
  released: v.nullable(v.number()),
  releasePlace: placeSchema,
  retrieved: v.nullable(v.number()),
  retrievePlace: placeSchema,
});
export type HistoryTag = v.InferOutput<typeof historyTagSchema>;

/** CALL-3: where a tag went. */
export const tagHistoryCalls = calls({
  getTagHistory: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/tags/{id}/history',
    access: { role: viewer },
    /**
     * `visits` are in order of their arrival, `unconfirmed` in order of their start; `leftOut` counts older
     * unconfirmed stretches that are left out. `gapMs` is the visit gap. `isBehind` is true while visits of
     * this tag are still to be computed: those in the reply are the ones from before.
     */
    reply: v.object({
      tag: historyTagSchema,
      gapMs: v.number(),
      isBehind: v.boolean(),
      visits: v.array(visitSchema),
      unconfirmed: v.array(unconfirmedSchema),
      leftOut: v.number(),
    }),
  },
});
export type TagHistory = v.InferOutput<typeof tagHistoryCalls.getTagHistory.reply>;
