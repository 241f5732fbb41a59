import * as v from 'valibot';

const time = v.nullable(v.string());
const coordinate = v.nullable(v.number());

/** A transmitter on an animal (spec §3). Times are 'YYYY-MM-DD HH:mm:ss' in UTC. */
export const tagFieldsSchema = v.object({
  AnimalId: v.number(),
  TransmitterId: v.number(),
  releaseTime: time,
  releaseLatitude: coordinate,
  releaseLongitude: coordinate,
  retrieveTime: time,
  retrieveLatitude: coordinate,
  retrieveLongitude: coordinate,
});
export const tagSchema = v.object({
  id: v.number(),
  ...tagFieldsSchema.entries,
  lastContacted: time,
  ReceiverId: v.nullable(v.number()),
});
