import * as v from 'valibot';
import { tags } from './tag.ts';

/** What is written of a tag, as its form has it: both are chosen. */
export const tagFormSchema = v.pipe(
  v.object({
    ...tags.written.entries,
    AnimalId: v.pipe(v.number(), v.minValue(1, 'Choose an animal')),
    TransmitterId: v.pipe(v.number(), v.minValue(1, 'Choose a transmitter')),
  }),
  ...tags.checks,
);
