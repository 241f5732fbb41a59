import * as v from 'valibot';

/** Spec §3: gender 0 female, 1 male; weight in g; age in days. Bounds and texts of spec §5. */
export const animalFieldsSchema = v.object({
  species: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Species name must be between 1 and 50 characters in length'),
    v.maxLength(50, 'Species name must be between 1 and 50 characters in length'),
  ),
  alias: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Name must be between 1 and 50 characters in length'),
    v.maxLength(50, 'Name must be between 1 and 50 characters in length'),
  ),
  gender: v.picklist([0, 1]),
  weight: v.pipe(
    v.number(),
    v.minValue(1, 'Weight must be between 1g and 65535g'),
    v.maxValue(65535, 'Weight must be between 1g and 65535g'),
  ),
  age: v.pipe(
    v.number(),
    v.minValue(1, 'Age must be between 1 day and 65535 days old'),
    v.maxValue(65535, 'Age must be between 1 day and 65535 days old'),
  ),
});
export const animalSchema = v.object({ id: v.number(), ...animalFieldsSchema.entries, isTagged: v.boolean() });
