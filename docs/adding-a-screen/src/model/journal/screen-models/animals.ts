import * as v from 'valibot';
import { animalSchema } from '../../entities/animal.ts';
import { screenModel } from './screen-model.ts';

type Animal = v.InferOutput<typeof animalSchema>;

declare module '../facts.ts' {
  interface ScreenFacts {
    'animals.loaded': { animals: Animal[] };
  }
}

const loaded = { animals: v.array(v.strictObject(animalSchema.entries)) };
const animalsModelSchema = v.object({ animals: v.nullable(loaded.animals) });

/** The animals of a system (REG-6); null until they were loaded once. */
export const animalsModel = screenModel<v.InferOutput<typeof animalsModelSchema>>({
  name: 'animals',
  facts: { 'animals.loaded': loaded },
  schema: animalsModelSchema,
  initial: { animals: null },
  on: { 'animals.loaded': (draft, { animals }) => void (draft.animals = animals) },
});
