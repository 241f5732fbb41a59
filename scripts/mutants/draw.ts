import { seededRandom } from '../../tests/support/seeded-random.ts';
import type { Mutant } from './mutators.ts';

/**
 * Yields each mutant once, in an order given by the seed. Every kind is equally likely while some are left,
 * so that the many constants of a source do not hide its few awaits. Pure.
 */
export function* drawn(mutants: readonly Mutant[], seed: number): Generator<Mutant> {
  const random = seededRandom(seed);
  const kinds = [...Map.groupBy(mutants, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => [...of]);
  while (kinds.length > 0) {
    const at = Math.floor(random() * kinds.length);
    const kind = kinds[at] as Mutant[];
    const [mutant] = kind.splice(Math.floor(random() * kind.length), 1);
    if (kind.length === 0) kinds.splice(at, 1);
    yield mutant as Mutant;
  }
}
