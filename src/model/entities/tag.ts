import * as v from 'valibot';
import { isNowhere, latitude, longitude, rowId } from '../fields/value-fields.ts';
import { plainTime } from '../fields/instant-fields.ts';

const time = v.nullable(plainTime);

/** REG-23. */
export const tagOrderText = 'The retrieve time must be after the release time';

/**
 * What a person sets of a transmitter on an animal (REG-8). Times are 'YYYY-MM-DD HH:mm:ss' in UTC; bounds of
 * REG-9.
 */
export const tagFieldsSchema = v.object({
  AnimalId: rowId,
  TransmitterId: rowId,
  releaseTime: time,
  releaseLatitude: v.nullable(latitude),
  releaseLongitude: v.nullable(longitude),
  retrieveTime: time,
  retrieveLatitude: v.nullable(latitude),
  retrieveLongitude: v.nullable(longitude),
});

type TagPlaces = { [End in 'release' | 'retrieve' as `${End}Latitude` | `${End}Longitude`]: number | null };

/** RX-30 holds of tags, too: where they were released and retrieved is said or it is not. */
export function tagIsSomewhere<Tag extends TagPlaces>() {
  return v.check<Tag, string>(
    (tag) => !isNowhere(tag.releaseLatitude, tag.releaseLongitude) && !isNowhere(tag.retrieveLatitude, tag.retrieveLongitude),
    '0, 0 means that no location is set: two nulls leave it open',
  );
}

/** The same as its form has it: both are chosen. */
export const tagFormSchema = v.pipe(
  v.object({
    ...tagFieldsSchema.entries,
    AnimalId: v.pipe(v.number(), v.minValue(1, 'Choose an animal')),
    TransmitterId: v.pipe(v.number(), v.minValue(1, 'Choose a transmitter')),
  }),
  tagIsSomewhere(),
  tagIsInOrder(),
);

type TagTimes = { releaseTime: string | null; retrieveTime: string | null };

/** A tag is retrieved after its release, where both are known (REG-23). */
export function tagIsInOrder<Tag extends TagTimes>() {
  return v.check<Tag, string>(isInOrder, tagOrderText);
}

export function isInOrder({ releaseTime, retrieveTime }: TagTimes): boolean {
  return releaseTime === null || retrieveTime === null || retrieveTime > releaseTime;
}

export const tagSchema = v.object({
  id: v.number(),
  ...tagFieldsSchema.entries,
  lastContacted: v.nullable(v.string()),
  ReceiverId: v.nullable(v.number()),
});
export type Tag = v.InferOutput<typeof tagSchema>;
export type TagFields = v.InferOutput<typeof tagFieldsSchema>;
