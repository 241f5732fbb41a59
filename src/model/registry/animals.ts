import { researcher, viewer } from '../entities/role.ts';
import { registry } from './registry.ts';

/** REG-6. */
export const genders = ['Female', 'Male'] as const;

/** The word of a gender; of one that is not known its number. */
export function genderName(gender: string | number | null): string {
  return genders[Number(gender)] ?? `Gender ${gender}`;
}

/** REG-6. */
export const animals = registry({
  entity: 'animal',
  words: ['animal', 'animals'],
  fields: {
    alias: { holds: 'text', word: 'name' },
    species: { holds: 'text', word: 'species' },
    gender: { holds: 'number', word: 'gender', say: genderName },
    weight: { holds: 'number', word: 'weight', say: (weight) => `${weight} g` },
    age: { holds: 'number', word: 'age', say: (age) => `${age} ${age === 1 ? 'day' : 'days'}` },
  },
  rights: { read: viewer, write: researcher },
});
