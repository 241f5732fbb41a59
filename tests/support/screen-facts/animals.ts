import type { FactOf } from '#model/journal/facts.ts';

/** One of every fact of the model of that name (JRN-11). */
export const samples: { [Type in 'animals.loaded']: FactOf<Type> } = {
  'animals.loaded': {
    type: 'animals.loaded',
    asOf: { epoch: 'one', revision: 1 },
    rows: [{ id: 5, species: 'Chinook salmon', alias: 'Sam', gender: 1, weight: 4_200, age: 900, isTagged: true }],
  },
};
