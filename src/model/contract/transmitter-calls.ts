import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { beaconSchema } from '../entities/beacon.ts';
import { researcher, viewer } from '../entities/role.ts';
import {
  codeProblem,
  isCodeOfProtocol,
  isModelNamed,
  modelProblem,
  type TransmitterFields,
  transmitterFieldsSchema,
  transmitterModelSchema,
  transmitterSchema,
} from '../entities/transmitter.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { rowId } from '../fields/value-fields.ts';
import { someIds } from '../fields/query-fields.ts';

const byIds = v.object({ ids: someIds });
/** What is changed may name itself a second time. */
const id = v.optional(rowId);

const hasItsCode = v.forward<TransmitterFields, v.CheckIssue<TransmitterFields>, readonly ['codeNumber']>(
  v.check((fields) => isCodeOfProtocol(fields), codeProblem),
  ['codeNumber'],
);
const hasItsModel = v.check<TransmitterFields, string>(isModelNamed, modelProblem);

/** A transmitter's fields, and the same with its id. */
const newTransmitter = v.pipe(transmitterFieldsSchema, hasItsCode, hasItsModel);
const changedTransmitter = v.pipe(v.object({ ...transmitterFieldsSchema.entries, id }), hasItsCode, hasItsModel);
const changed = v.object({ ...transmitterSchema.entries, ...changeReply });

/** CALL-3: transmitters, beacons among them, and where they were detected. */
export const transmitterCalls = calls({
  getBeaconsSummary: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/beacons/summary',
    access: { role: viewer },
    reply: v.object({ all: v.array(beaconSchema), recent: v.array(beaconSchema) }),
  },
  listTransmitters: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters',
    access: { role: viewer },
    reply: v.object({
      asOf: asOfSchema,
      transmitters: v.array(transmitterSchema),
      models: v.array(transmitterModelSchema),
    }),
  },
  createTransmitter: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/transmitters',
    access: { role: researcher },
    body: v.object({ txData: newTransmitter }),
    changes: true,
    reply: changed,
  },
  updateTransmitter: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/transmitters/{id}',
    access: { role: researcher },
    body: v.object({ txData: changedTransmitter, asOf: v.optional(asOfSchema) }),
    repeats: { 'txData.id': 'id' },
    changes: true,
    reply: changed,
  },
  deleteTransmitters: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/transmitters',
    access: { role: researcher },
    query: byIds,
    changes: true,
    reply: v.object({ ...message.entries, ...changeReply }),
  },
  getTransmitter: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}',
    access: { role: viewer },
    reply: transmitterSchema,
  },
  getRecentDetections: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}/detections/recent',
    access: { role: viewer },
    reply: v.object({ rxCount: v.number(), antCount: v.number(), hits: v.number() }),
  },
  listDetections: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}/detections',
    access: { role: viewer },
    reply: v.object({
      detections: v.array(
        v.object({
          ReceiverId: v.number(),
          antenna: v.number(),
          /** The start of its hour, in ms since the epoch. */
          blockTime: v.number(),
          hits: v.number(),
          avgPower: v.number(),
          powerDeviation: v.number(),
          maxPower: v.number(),
          // Null where no hit has one before it.
          avgInterval: v.nullable(v.number()),
          intervalDeviation: v.nullable(v.number()),
          /** In ms, where they disagree; null where they do not (DET-22). */
          measuredInterval: v.nullable(v.number()),
          registeredInterval: v.nullable(v.number()),
        }),
      ),
      lastTimes: v.array(v.object({ ReceiverId: v.number(), antenna: v.number(), lastTime: v.number() })),
    }),
  },
});
