import { expect } from 'vitest';
import { animalsMachine } from '../../src/machines/animals/animals-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: animalsMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'animals.retry': {} },
  actors: { loadAnimals: promise({ outputs: [{ animals: [] }] }) },
  invariant: ({ snapshot, outside }) => {
    expect((outside.systems['journal'] ?? []).length, 'recorded exactly when it came').toBe(snapshot.matches('shown') ? 1 : 0);
    if (snapshot.hasTag('failed')) expect(snapshot.context.failure).not.toBeNull();
  },
});
