import * as v from 'valibot';
import { researcher, viewer } from '../../entities/role.ts';
import { plainInstant, plainTime } from '../../fields/instant-fields.ts';
import { isNowhere, latitude, longitude, rowId } from '../../fields/value-fields.ts';
import { type Held, registry } from '../registry.ts';

/** The error text of REG-23. */
export const tagOrderText = 'The retrieve time must be after the release time';

type TagTimes = { releaseTime: string | null; retrieveTime: string | null };
type TagPlaces = { [End in 'release' | 'retrieve' as `${End}Latitude` | `${End}Longitude`]: number | null };

/** Returns true if the tag is retrieved after its release, or one of the times is unknown (REG-23). */
export function isInOrder({ releaseTime, retrieveTime }: TagTimes): boolean {
  return releaseTime === null || retrieveTime === null || retrieveTime > releaseTime;
}

/** Returns true if the tag was on its animal at any time of the span (ms). An unknown time sets no limit. */
export function isOnBetween({ releaseTime, retrieveTime }: TagTimes, { from, to }: { from: number; to: number }): boolean {
  const isBefore = releaseTime !== null && plainInstant(releaseTime) > to;
  const isAfter = retrieveTime !== null && plainInstant(retrieveTime) < from;
  return !isBefore && !isAfter;
}

type Written = { AnimalId: number; TransmitterId: number } & TagTimes & TagPlaces;

/** RX-30 also applies to tags: 0, 0 is not accepted as a place of release or retrieval. */
const isSomewhere = v.check<Written, string>(
  (tag) => !isNowhere(tag.releaseLatitude, tag.releaseLongitude) && !isNowhere(tag.retrieveLatitude, tag.retrieveLongitude),
  '0, 0 means that no location is set: two nulls leave it open',
);
const isOrdered = v.check<Written, string>(isInOrder, tagOrderText);

const time = { schema: v.nullable(plainTime), say: (value: Held) => (value === null ? 'none' : `${value} UTC`) };
const degrees = (value: Held): string => (value === null ? 'none' : `${Number(value).toFixed(4)}°`);
const north = { schema: v.nullable(latitude), say: degrees };
const east = { schema: v.nullable(longitude), say: degrees };

/**
 * The registry of tags (REG-8): a tag is a transmitter on an animal. Changes refer to both by their ids.
 * Times are 'YYYY-MM-DD HH:mm:ss' in UTC. The bounds are those of REG-9.
 */
export const tags = registry({
  entity: 'tag',
  many: 'tags',
  fields: {
    AnimalId: { schema: rowId, word: 'animal', say: (id) => `animal ${id}` },
    TransmitterId: { schema: rowId, word: 'transmitter', say: (id) => `transmitter ${id}` },
    releaseTime: { ...time, word: 'release time' },
    releaseLatitude: { ...north, word: 'release latitude' },
    releaseLongitude: { ...east, word: 'release longitude' },
    retrieveTime: { ...time, word: 'retrieve time' },
    retrieveLatitude: { ...north, word: 'retrieve latitude' },
    retrieveLongitude: { ...east, word: 'retrieve longitude' },
  },
  derived: { lastContacted: v.nullable(v.string()), ReceiverId: v.nullable(v.number()) },
  fresh: { lastContacted: null, ReceiverId: null },
  isBounded: true,
  checks: [isSomewhere, isOrdered],
  rights: { read: viewer, write: researcher },
  wire: { isWrapped: true, reply: 'tagData' },
});

export type Tag = v.InferOutput<typeof tags.row>;
export type TagFields = v.InferOutput<typeof tags.written>;
