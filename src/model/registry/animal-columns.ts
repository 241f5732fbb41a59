import type { Animal } from '../entities/animal.ts';
import type { RowColumns } from '../tables/table-rows.ts';
import { animals, genderName } from './animals.ts';

const { weight: weightField, age: ageField } = animals.fields;

/** The table of animals. */
export const animalColumns: RowColumns<Animal> = [
  { id: 'alias', label: 'Name', text: ({ alias }) => alias },
  { id: 'species', label: 'Species', text: ({ species }) => species },
  { id: 'gender', label: 'Gender', text: ({ gender }) => genderName(gender) },
  {
    id: 'weight',
    label: 'Weight (g)',
    text: ({ weight }) => String(weight),
    alone: ({ weight }) => weightField.say(weight),
    sortBy: ({ weight }) => weight,
    isNumber: true,
  },
  {
    id: 'age',
    label: 'Age (days)',
    text: ({ age }) => String(age),
    alone: ({ age }) => ageField.say(age),
    sortBy: ({ age }) => age,
    isNumber: true,
  },
  {
    id: 'isTagged',
    label: 'Tagged',
    text: ({ isTagged }) => (isTagged ? 'Tagged' : '–'),
    alone: ({ isTagged }) => (isTagged ? 'Tagged' : ''),
    file: [{ label: 'Tagged', text: ({ isTagged }) => (isTagged ? 'yes' : 'no') }],
  },
];
