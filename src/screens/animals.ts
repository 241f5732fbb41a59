import { animalCalls } from '../model/contract/animal-calls.ts';
import type { AnimalFields } from '../model/entities/animal.ts';
import { animalColumns } from '../model/registry/animal-columns.ts';
import { animalsModel } from '../model/journal/screen-models/animals.ts';
import { later } from '../views/controls/later.tsx';
import { registryLists } from './registries/registry-lists.ts';
import { registryScreen } from './registry-screen.ts';

/** REG-6. */
export default registryScreen({
  entity: 'animal',
  model: animalsModel,
  columns: animalColumns,
  list: registryLists.animals,
  create: (http, { mitasId, values }, under) =>
    http.call(animalCalls.createAnimal, { params: { mitasId }, body: values as AnimalFields }, under),
  update: (http, { mitasId, id, seen, values }, under) => {
    const body = { animalData: values as AnimalFields, ...(seen === null ? {} : { asOf: seen }) };
    return http.call(animalCalls.updateAnimal, { params: { mitasId, id }, body }, under);
  },
  remove: (http, mitasId, ids, under) => http.call(animalCalls.deleteAnimals, { params: { mitasId }, query: { ids } }, under),
  nameOf: ({ alias }) => String(alias),
  view: later(() => import('../views/animals/animals-view.tsx')),
});
