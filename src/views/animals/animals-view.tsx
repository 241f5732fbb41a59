import { type Animal, type AnimalFields, animalFieldsSchema } from '../../model/entities/animal.ts';
import { animalsModel } from '../../model/journal/screen-models/animals.ts';
import { animalColumns } from '../../model/registry/animal-columns.ts';
import { genders } from '../../model/registry/animals.ts';
import { ChoiceOf, NumberOf, TextOf } from '../registry/fields.tsx';
import { type FieldsProps, registryView } from '../registry/registry-view.tsx';

function Fields(of: FieldsProps<Animal, AnimalFields>) {
  return (
    <>
      <TextOf of={of} name="alias" label="Name" autoFocus />
      <TextOf of={of} name="species" label="Species" />
      <ChoiceOf of={of} name="gender" label="Gender" choices={genders.map((name, id) => [id, name])} />
      <NumberOf of={of} name="weight" label="Weight (g)" />
      <NumberOf of={of} name="age" label="Age (days)" />
    </>
  );
}

/** The animals of a study (REG-6). */
export default registryView<Animal, AnimalFields>({
  entity: 'animal',
  model: animalsModel,
  title: 'Animals',
  about: 'The animals of this study',
  columns: animalColumns,
  empty: 'Add an animal, and it will appear here.',
  form: {
    schema: animalFieldsSchema,
    initial: () => ({ alias: '', species: '', gender: 0, weight: Number.NaN, age: Number.NaN }),
    valuesOf: ({ alias, species, gender, weight, age }) => ({ alias, species, gender: gender as 0 | 1, weight, age }),
    Fields,
  },
});
