import * as v from 'valibot';
import { type Undetected, undetectedSchema } from '../../registry/transmitters/undetected.ts';
import { screenModel } from './screen-model.ts';

const list = { undetected: v.array(v.strictObject(undetectedSchema.entries)) };

declare module '../facts.ts' {
  interface ScreenFacts {
    'undetected.loaded': { undetected: Undetected[] };
  }
}

const undetectedModelSchema = v.object(list);

/** Transmitters in use that were heard in the past day but not detected (DET-24); none until loaded. */
export const undetectedModel = screenModel<v.InferOutput<typeof undetectedModelSchema>>({
  name: 'undetected',
  facts: { 'undetected.loaded': list },
  schema: undetectedModelSchema,
  initial: { undetected: [] },
  on: { 'undetected.loaded': (draft, { undetected }) => void (draft.undetected = undetected) },
});
