import * as v from 'valibot';
import { beaconSchema } from '../entities/beacon.ts';
import { viewer } from '../entities/role.ts';
import { queryInstant } from '../fields/query-fields.ts';
import { undetectedSchema } from '../registry/transmitters/undetected.ts';
import { calls } from './call.ts';
import { registryCalls } from './registry-calls.ts';

const { reply: listed } = registryCalls.listTransmitters;

/** CALL-3: transmitters, including beacons, and where they were detected. */
export const transmitterCalls = calls({
  getBeaconsSummary: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/beacons/summary',
    access: { role: viewer },
    reply: v.object({ all: v.array(beaconSchema), recent: v.array(beaconSchema) }),
  },
  listTransmitters: {
    ...registryCalls.listTransmitters,
    reply: v.object({ ...listed.entries, models: v.array(v.object({ id: v.number(), modelNumber: v.string() })) }),
  },
  listUndetected: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/undetected',
    access: { role: viewer },
    reply: v.object({ undetected: v.array(undetectedSchema) }),
  },
  getTransmitter: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}',
    access: { role: viewer },
    reply: listed.entries.transmitters.item,
  },
  getOutdatedHours: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/transmitters/{id}/detections/outdated',
    access: { role: viewer },
    query: v.object({ startTime: v.optional(queryInstant), endTime: v.optional(queryInstant) }),
    reply: v.object({ hours: v.nullable(v.object({ from: v.number(), to: v.number() })) }),
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
          /** The start of the detection's hour, in ms since 1970. */
          blockTime: v.number(),
          hits: v.number(),
          avgPower: v.number(),
          powerDeviation: v.number(),
          maxPower: v.number(),
          // Null if no hit follows another, so that there is no interval to measure.
          avgInterval: v.nullable(v.number()),
          intervalDeviation: v.nullable(v.number()),
          /** Both in ms if they disagree, otherwise null (DET-22). */
          measuredInterval: v.nullable(v.number()),
          registeredInterval: v.nullable(v.number()),
        }),
      ),
      lastTimes: v.array(v.object({ ReceiverId: v.number(), antenna: v.number(), lastTime: v.number() })),
    }),
  },
});
