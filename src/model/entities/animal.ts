import * as v from 'valibot';
import { storable } from '../fields/fields.ts';

/** A text of 1 to 50 characters, with the words of REG-7 for any other. */
function called(what: string) {
  const problem = `${what} must be between 1 and 50 characters in length`;
  return v.pipe(v.string(), v.trim(), v.minLength(1, problem), v.maxLength(50, problem), storable);
}

/** A whole number from 1 to 65535, with the words of REG-7 for any other. */
function counted(problem: string) {
  return v.pipe(v.number(problem), v.integer(problem), v.minValue(1, problem), v.maxValue(65_535, problem));
}

/** REG-6: gender 0 female, 1 male; weight in g; age in days. Bounds and texts of REG-7. */
export const animalFieldsSchema = v.object({
  alias: called('Name'),
  species: called('Species name'),
  gender: v.picklist([0, 1]),
  weight: counted('Weight must be between 1g and 65535g'),
  age: counted('Age must be between 1 day and 65535 days old'),
});
/** An animal as it is kept: what older software let in is shown, too. */
export const animalSchema = v.object({
  id: v.number(),
  species: v.string(),
  alias: v.string(),
  gender: v.number(),
  weight: v.number(),
  age: v.number(),
  isTagged: v.boolean(),
});

export type Animal = v.InferOutput<typeof animalSchema>;
export type AnimalFields = v.InferOutput<typeof animalFieldsSchema>;
