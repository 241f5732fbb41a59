import type { Animal } from '#model/entities/animal.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { registryCalls } from './registry-calls.ts';

/** CALL-3: animals. */
export function animals(database: Pick<Database, 'db' | 'pool'>) {
  const registry = registryCalls(database, 'animal');
  return {
    async listAnimals(call) {
      const { asOf, rows } = await registry.list(call);
      return { asOf, animals: rows as Animal[] };
    },
    async createAnimal(call) {
      const { row, done } = await registry.create(call, call.body);
      return { animal: row as Animal, ...done };
    },
    async updateAnimal(call) {
      const { animalData, asOf } = call.body;
      const { id: _, ...fields } = animalData;
      const { row, done } = await registry.update(call, fields, asOf);
      return { animal: row as Animal, ...done };
    },
    deleteAnimals: (call) => registry.remove(call),
  } satisfies Partial<Handlers>;
}
