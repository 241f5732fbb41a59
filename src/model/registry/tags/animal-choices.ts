import type { Animal } from '../animals/animal.ts';
import type { TagRow } from './tag-rows.ts';

/**
 * Returns the options of a list of animals (REG-34). An animal that shares its name with another also shows
 * its species, the day of its last release and its number: 'Sam, Steelhead, released 2026-05-01, number 12'.
 */
export function animalChoices(
  animals: readonly Pick<Animal, 'id' | 'alias' | 'species'>[],
  tags: readonly Pick<TagRow, 'AnimalId' | 'releaseTime' | 'shown'>[],
): [id: number, name: string][] {
  const namesakes = Map.groupBy(animals, ({ alias }) => plainName(alias));
  return animals.map(({ id, alias, species }) => {
    if ((namesakes.get(plainName(alias))?.length ?? 0) < 2) return [id, alias];
    const [last] = tags
      .filter(({ AnimalId, releaseTime }) => AnimalId === id && releaseTime !== null)
      .toSorted((one, other) => (other.releaseTime ?? '').localeCompare(one.releaseTime ?? ''));
    const released = last === undefined ? 'never released' : `released ${last.shown.release.slice(0, 10)}`;
    return [id, `${alias}, ${species}, ${released}, number ${id}`];
  });
}

/** Returns a name in the form in which typed names are compared (FORM-20). */
function plainName(alias: string): string {
  return alias.trim().toLowerCase();
}
