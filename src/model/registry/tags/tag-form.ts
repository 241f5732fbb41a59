import * as v from 'valibot';
import { tags } from './tag.ts';

/** The schema of the values in a tag's form, where animal and transmitter must be chosen. */
export const tagFormSchema = v.pipe(
  v.object({
    ...tags.written.entries,
    AnimalId: v.pipe(v.number(), v.minValue(1, 'Choose an animal')),
    TransmitterId: v.pipe(v.number(), v.minValue(1, 'Choose a transmitter')),
  }),
  ...tags.checks,
);
