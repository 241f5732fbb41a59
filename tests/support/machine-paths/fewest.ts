import { isThorough } from '../thorough.ts';
import type { DrivenPath } from './driven.ts';

/**
 * Returns the paths of a flow to walk in the page: all of them in a thorough run, otherwise the two that show
 * most. `npm run test:machines` walks every transition without a page anyway.
 */
export function pathsToWalk(paths: readonly DrivenPath[]): readonly DrivenPath[] {
  return isThorough ? paths : fewestPaths(paths, 2);
}

/**
 * Returns the fewest paths, in their order, that contain every action of a person or the world, and every
 * state, for each input. Each time, the path with most that is new is added. At most `most`.
 */
export function fewestPaths(paths: readonly DrivenPath[], most = Infinity): readonly DrivenPath[] {
  const left = new Set(paths.flatMap(sightsOf));
  const chosen = new Set<DrivenPath>();
  while (left.size > 0 && chosen.size < most) {
    const news = paths.map((path) => sightsOf(path).filter((sight) => left.has(sight)).length);
    const best = paths[news.indexOf(Math.max(...news))]!;
    for (const sight of sightsOf(best)) left.delete(sight);
    chosen.add(best);
  }
  return paths.filter((path) => chosen.has(path));
}

/** Returns what happens on a path, and the states it shows. */
function sightsOf({ input, moments }: DrivenPath): string[] {
  const sights = moments.flatMap(({ step, event, snapshot }) => [
    step.kind === 'event' ? event.type : step.label,
    JSON.stringify(snapshot.value),
  ]);
  return [...new Set(sights)].map((sight) => `${input} ${sight}`);
}
