import { Frontier, leavesOf } from './frontier.ts';
import type { Goal } from './goals.ts';
import type { Bench, Run } from './harness.ts';
import { situation } from './situation.ts';
import { type Path, PathError, replay, type Step, stepsFrom } from './steps.ts';

const defaultLimit = 5_000;
/** How many more steps look for failures of the machine once every goal has its path. */
const afterthought = 300;

/** The result of a search: for each goal the first path that meets it, and where the machine failed. */
export interface Found {
  paths: Map<Goal, Path>;
  failures: PathError[];
  tried: number;
  /** False if the search stopped at its limit with situations left to try. */
  exhausted: boolean;
}

/** Returns true if the run has met the goal. */
export function meets(run: Run, goal: Goal): boolean {
  return goal.kind === 'transition' ? run.walked.has(goal.transition) : run.entered.has(goal.node);
}

/** Returns the step that the next word of a lead means: the first whose label begins with it. */
export function meantBy(word: string, steps: readonly Step[], path: Path, bench: Bench): Step {
  const step = steps.find(({ label }) => label.startsWith(word));
  if (step) return step;
  const choices = steps.map(({ label }) => label).join(', ') || 'nothing';
  throw new PathError(bench, path, new Error(`the lead wants "${word}" here, but what may happen is ${choices}`));
}

/** Brings the machine into every situation it can reach (up to the limit), each step on a real actor. */
export async function explore(bench: Bench, goals: readonly Goal[]): Promise<Found> {
  const { limit = defaultLimit, leads = [], inputs = [undefined] } = bench.samples;
  const found: Found = { paths: new Map(), failures: [], tried: 0, exhausted: true };
  const seen = new Set<string>();
  const frontier = new Frontier();
  let complete = Infinity;

  /** Walks the path, records what it met, and returns the possible next steps. */
  const visit = async (path: Path): Promise<readonly Step[]> => {
    found.tried++;
    let run: Run;
    try {
      run = await replay(bench, path);
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      found.failures.push(error);
      return [];
    }
    try {
      for (const goal of goals) if (!found.paths.has(goal) && meets(run, goal)) found.paths.set(goal, path);
      if (found.paths.size === goals.length) complete = Math.min(complete, found.tried);
      const here = situation(run);
      const next = stepsFrom(run);
      if (!seen.has(here)) frontier.add({ path, next, leaves: leavesOf(run) });
      seen.add(here);
      return next;
    } finally {
      run.stop();
    }
  };

  for (let input = 0; input < inputs.length; input++) await visit({ input, steps: [] });
  for (const { input = 0, steps } of leads) {
    let path: Path = { input, steps: [] };
    let next = await visit(path);
    for (const word of steps) {
      path = { input, steps: [...path.steps, meantBy(word, next, path, bench)] };
      next = await visit(path);
    }
  }
  for (let open = frontier.take(); open; open = frontier.take()) {
    for (const step of open.next) {
      if (found.tried >= Math.min(limit, complete + afterthought)) return { ...found, exhausted: false };
      await visit({ input: open.path.input, steps: [...open.path.steps, step] });
    }
  }
  return found;
}
