import { type Animal, animalSchema } from '../../entities/animal.ts';
import { type RowsLoaded, rowsModel } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'animals.loaded': RowsLoaded<Animal>;
  }
}

/** The animals of the system (REG-6). */
export const animalsModel = rowsModel<Animal>({
  name: 'animals',
  entities: ['animal'],
  loaded: 'animals.loaded',
  row: animalSchema,
  fresh: { isTagged: false },
});
