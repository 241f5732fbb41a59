import { isThorough } from '../thorough.ts';
import type { DrivenPath } from './driven.ts';

/**
 * The paths of a flow to walk in the page: all of them in a thorough run, else the two that show most. Every
 * transition is walked in any case, without a page (`npm run test:machines`).
 */
export function pathsToWalk(paths: readonly DrivenPath[]): readonly DrivenPath[] {
  return isThorough ? paths : fewestPaths(paths, 2);
}

/**
 * The fewest paths, in their order, on which everything that a person and the world can do is done, and each
 * state is shown, for each input: whichever path has most that is new comes next. At most `most` of them.
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

/** What is done on a path, and the states that it shows. */
function sightsOf({ input, moments }: DrivenPath): string[] {
  const sights = moments.flatMap(({ step, event, snapshot }) => [
    step.kind === 'event' ? event.type : step.label,
    JSON.stringify(snapshot.value),
  ]);
  return [...new Set(sights)].map((sight) => `${input} ${sight}`);
}
