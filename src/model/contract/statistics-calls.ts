import { packedContactsType } from './packed-contacts.ts';
import * as v from 'valibot';
import { contactBounds, contactSchema, maxAntennas } from '../entities/contact.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { endsFirst } from '../fields/instant-fields.ts';
import { optionalTime, queryIds, queryInstant, queryList, queryNumber, queryWhole, timeQuery } from '../fields/query-fields.ts';

const rxIds = v.optional(queryIds);
const histogram = <const Key extends string, Value extends v.GenericSchema<unknown, unknown>>(key: Key, value: Value) =>
  v.object({
    histData: v.array(
      v.object({ ReceiverId: v.number(), [key]: value, count: v.number() } as {
        ReceiverId: v.NumberSchema<undefined>;
        count: v.NumberSchema<undefined>;
      } & Record<Key, Value>),
    ),
  });
const ofAntennas = <const Figures extends v.ObjectEntries>(figures: Figures) =>
  v.array(v.object({ ReceiverId: v.number(), antenna: v.number(), ...figures }));
/** Noise is included unless the value is 'without'. */
const noise = v.optional(v.picklist(['with', 'without']));
const histogramQuery = timeQuery({ filteredRxIds: rxIds, noise });
const queryAntennas = queryList(queryWhole(1, maxAntennas), 0, maxAntennas);
/** A code as contacts contain it; it may be negative. */
const queryCode = queryWhole(contactBounds.code.min, contactBounds.code.max);

/** CALL-3: the statistics of receivers. */
export const statisticsCalls = calls({
  getStateTimeline: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/states/timeline',
    access: { role: viewer },
    query: timeQuery({ ...optionalTime, rxIds }),
    reply: v.object({
      timeline: v.array(
        v.object({
          ReceiverId: v.number(),
          startTime: v.number(),
          endTime: v.number(),
          status: v.number(),
          duration: v.number(),
        }),
      ),
    }),
  },
  countContactsPerReceiver: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/numContacts',
    access: { role: viewer },
    query: timeQuery({}),
    reply: v.object({
      rxContacts: v.array(v.object({ rxId: v.number(), rxName: v.string(), siteName: v.string(), count: v.number() })),
    }),
  },
  aggregateContacts: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/stats/aggregate-contacts',
    access: { role: viewer },
    // STAT-2: the sizes of the groups of codes and of frequencies (in whole kHz).
    query: timeQuery({
      groupCodeBy: v.optional(queryWhole(1, 1_000_000)),
      groupFreqBy: v.optional(queryWhole(1, 100)),
      filteredRxs: rxIds,
      noise,
      filteredCodes: v.optional(queryList(queryCode)),
      filteredAnts: v.optional(queryAntennas),
      filteredFreqs: v.optional(queryList(queryNumber(contactBounds.freq.min, contactBounds.freq.max))),
    }),
    reply: v.object({
      data: v.array(
        v.object({
          ReceiverId: v.number(),
          hitCount: v.number(),
          avgPower: v.number(),
          stdPower: v.nullable(v.number()),
          maxPower: v.number(),
          frequency: v.number(),
          // Null for beepers, which send no code and are a group of their own (CON-5).
          avgCode: v.nullable(v.number()),
          siteName: v.string(),
        }),
      ),
    }),
  },
  countContactsPerAntenna: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/antenna/lastContacts',
    access: { role: viewer },
    query: timeQuery({ filteredRxIds: rxIds, health: v.optional(v.picklist(['with', 'without'])) }),
    reply: v.object({
      contacts: ofAntennas({ count: v.number() }),
      /**
       * For the table of antennas (STAT-16) and the heat map (STAT-17); only if the query asks for health.
       */
      health: v.optional(
        v.object({
          /** The time range, in ms since 1970. */
          from: v.number(),
          to: v.number(),
          // Null if no transmitter is in use, so that no contact can fit one.
          fitting: v.nullable(ofAntennas({ count: v.number() })),
          detections: ofAntennas({ count: v.number() }),
          cellHours: v.number(),
          // `at` is the first hour (ms) of a cell, `lastHour` the last hour in it with any contact.
          cells: ofAntennas({ at: v.number(), lastHour: v.number(), count: v.number() }),
        }),
      ),
    }),
  },
  countContactsPerMinute: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/contactsPerMinute',
    access: { role: viewer },
    query: timeQuery({}),
    // Only complete minutes: the newest one has ended.
    reply: v.object({ startTime: v.number(), counts: v.array(v.number()) }),
  },
  countContactsPerHour: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{receiverId}/hours',
    access: { role: viewer },
    query: v.object({ hours: v.optional(queryWhole(1, 168)) }),
    reply: v.object({
      /** The full hours that the answer covers, in ms since 1970. */
      from: v.number(),
      to: v.number(),
      rows: v.array(
        v.object({
          hour: v.number(),
          kind: v.picklist(['sender', 'noise', 'others']),
          frequency: v.nullable(v.number()),
          codeNumber: v.nullable(v.number()),
          count: v.number(),
        }),
      ),
    }),
  },
  getFrequencyHistogram: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/histogram/freq',
    access: { role: viewer },
    query: histogramQuery,
    reply: histogram('frequency', v.number()),
  },
  getCodeHistogram: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/histogram/codes',
    access: { role: viewer },
    query: histogramQuery,
    // Null for beepers, which send no code.
    reply: histogram('codeNumber', v.nullable(v.number())),
  },
  getPowerHistogram: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/histogram/contact-power',
    access: { role: viewer },
    query: histogramQuery,
    reply: histogram('power', v.number()),
  },
  getBeaconStatus: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/beacon/status',
    access: { role: viewer },
    query: timeQuery({}),
    reply: v.object({
      beaconStatus: v.array(
        v.object({
          ReceiverId: v.number(),
          antenna: v.number(),
          beaconId: v.number(),
          beaconName: v.string(),
          codeNumber: v.nullable(v.number()),
          frequency: v.number(),
          // Null if there is no percentage; `explanation` says why.
          efficiency: v.nullable(v.number()),
          detectedHits: v.number(),
          // Null if the expected number of hits of this antenna is unknown; `explanation` says why (STAT-14).
          expectedHits: v.nullable(v.number()),
          avgPower: v.nullable(v.number()),
          warningType: v.nullable(v.picklist(['silent', 'low', 'excess'])),
          explanation: v.nullable(v.string()),
        }),
      ),
    }),
  },
  listReceiverContacts: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{receiverId}/contacts',
    access: { role: viewer },
    query: v.pipe(
      v.object({
        antennas: queryAntennas,
        startTime: queryInstant,
        endTime: queryInstant,
      }),
      v.forward(
        v.check(({ startTime, endTime }) => startTime <= endTime, endsFirst()),
        ['endTime'],
      ),
    ),
    reply: v.object({ payload: v.array(contactSchema) }),
    packedAs: packedContactsType,
  },
});
