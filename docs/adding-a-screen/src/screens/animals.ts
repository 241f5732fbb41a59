import { fromPromise } from 'xstate';
import { animalsMachine } from '../machines/animals/animals-machine.ts';
import { animalCalls } from '../model/contract/animal-calls.ts';
import { animalsModel } from '../model/journal/screen-models/animals.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';

/** REG-6. */
export default builtScreen({
  models: [animalsModel],
  actor: ({ http }) =>
    animalsMachine.provide({
      actors: {
        loadAnimals: fromPromise(({ input: { mitasId }, signal }) =>
          http.call(animalCalls.listAnimals, { params: { mitasId } }, { signal }),
        ),
      },
    }),
  view: later(() => import('../views/animals/animals-view.tsx')),
});
