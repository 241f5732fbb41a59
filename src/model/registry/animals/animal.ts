import * as v from 'valibot';
import { researcher, viewer } from '../../entities/role.ts';
import { storable } from '../../fields/fields.ts';
import { registry } from '../registry.ts';

/** Builds the schema of a text of 1 to 50 characters, with the error text of REG-7. */
function called(what: string) {
  const problem = `${what} must be between 1 and 50 characters in length`;
  return v.pipe(v.string(), v.trim(), v.minLength(1, problem), v.maxLength(50, problem), storable);
}

/** Builds the schema of a whole number from 1 to 65535, with the error text of REG-7. */
function counted(problem: string) {
  return v.pipe(v.number(problem), v.integer(problem), v.minValue(1, problem), v.maxValue(65_535, problem));
}

/**
 * The registry of animals (REG-6): weight in g, age in days. The bounds and error texts are those of REG-7.
 */
export const animals = registry({
  entity: 'animal',
  many: 'animals',
  fields: {
    alias: { schema: called('Name'), word: 'name' },
    species: { schema: called('Species name'), word: 'species' },
    gender: { schema: v.picklist([0, 1]), word: 'gender', choices: ['Female', 'Male'] },
    weight: { schema: counted('Weight must be between 1g and 65535g'), word: 'weight', unit: ['g', 'g'] },
    age: { schema: counted('Age must be between 1 day and 65535 days old'), word: 'age', unit: ['day', 'days'] },
  },
  derived: { isTagged: v.boolean() },
  fresh: { isTagged: false },
  rights: { read: viewer, write: researcher },
});

export type Animal = v.InferOutput<typeof animals.row>;
