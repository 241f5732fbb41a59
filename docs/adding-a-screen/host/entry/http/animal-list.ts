import type { Db } from '../../platform/store/database.ts';
import { animalsOf } from '../../platform/store/fleet/animals.ts';
import type { Handlers } from './call-handlers.ts';

/** CALL-3: the animals of a system. */
export function animalList(database: Db): Handlers {
  return {
    async listAnimals({ system }) {
      const rows = await animalsOf(database, system.mitasId);
      const animals = rows.map(({ id, species, alias, gender, weight_g, age_days, is_tagged }) => ({
        id,
        species,
        alias,
        gender: gender === 1 ? (1 as const) : (0 as const),
        weight: weight_g,
        age: age_days,
        isTagged: Boolean(is_tagged),
      }));
      return { animals };
    },
  };
}
