import { expect, test } from 'vitest';
import { animalChoices } from '#model/registry/tags/animal-choices.ts';

/** Animals of the same name can be distinguished when one is chosen for a tag (REG-34). */

const released = (AnimalId: number, releaseTime: string | null) => ({
  AnimalId,
  releaseTime,
  shown: { release: releaseTime ?? '', retrieve: '', contacted: '' },
});
const animal = (id: number, alias: string, species = 'Steelhead') => ({ id, alias, species });

test.each([
  ['one of a name by its name', [animal(1, 'Sam'), animal(2, 'Lou')], [released(1, '2026-05-01 12:00:00')], ['Sam', 'Lou']],
  [
    'namesakes by species, their last release and number, whatever the case of their names',
    [animal(1, 'Sam'), animal(2, 'sam', 'Chinook salmon'), animal(3, 'Lou')],
    [released(1, '2026-04-01 12:00:00'), released(1, '2026-05-01 12:00:00'), released(3, '2026-05-02 12:00:00')],
    ['Sam, Steelhead, released 2026-05-01, number 1', 'sam, Chinook salmon, never released, number 2', 'Lou'],
  ],
  [
    'a release without a time as none',
    [animal(1, 'Sam'), animal(2, 'Sam')],
    [released(2, null)],
    ['Sam, Steelhead, never released, number 1', 'Sam, Steelhead, never released, number 2'],
  ],
])('names %s', (_, animals, tags, names) => {
  const choices = animalChoices(animals, tags);
  expect(choices.map(([, name]) => name)).toEqual(names);
  expect(choices.map(([id]) => id)).toEqual(animals.map(({ id }) => id));
});
