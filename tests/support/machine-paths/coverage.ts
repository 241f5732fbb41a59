import { explore, type Found, meets } from './explore.ts';
import { type Goal, goalsOf } from './goals.ts';
import { type Bench, prepare } from './harness.ts';
import type { Samples } from './samples.ts';
import { type Path, PathError, replay } from './steps.ts';

/** The result of walking one machine. */
export interface Coverage {
  machine: string;
  states: { total: number; covered: number };
  transitions: { total: number; covered: number };
  /** The replayed paths: the first one found for each transition and state, each once. */
  paths: readonly Path[];
  /**
   * One line for each transition not walked, state not entered, and failure on the way. Empty if all is well.
   */
  complaints: readonly string[];
}

function reason(goal: Goal, found: Found, bench: Bench): string {
  if (goal.kind === 'state') return 'no path enters it';
  const { source, eventType, guard } = goal.transition;
  const reached = [...found.paths.keys()].some((other) => other.kind === 'state' && other.node === source);
  if (!reached) return `its state ${source.id} is never entered`;
  const inside = eventType === '' || eventType.startsWith('xstate.') || eventType.includes('*');
  if (!inside && bench.samples.events?.[eventType] === undefined)
    return `the samples have no event "${eventType}", and the machine never raised it here`;
  if (eventType.startsWith('xstate.done.actor.')) return 'no fake gives an output that leads here';
  if (eventType.startsWith('xstate.error.actor.')) return 'no fake gives an error that leads here';
  return guard === undefined
    ? 'another transition always comes first, or its event never happens'
    : 'with these samples its guard never holds, or another transition always comes first';
}

/** Removes paths that are the beginning of another: walking the longer one walks the shorter. */
function needed(paths: Iterable<Path>): Path[] {
  const all = [...new Set(paths)];
  const begins = (short: Path, long: Path): boolean =>
    short !== long &&
    short.input === long.input &&
    short.steps.length <= long.steps.length &&
    short.steps.every((step, at) => step === long.steps[at]);
  return all.filter((path) => !all.some((other) => begins(path, other)));
}

/**
 * Finds a path for every transition and state of the machine, then replays those paths on fresh actors. Only
 * what the replays walk counts. Gaps are not thrown but listed in `complaints`.
 */
export async function machineCoverage(samples: Samples): Promise<Coverage> {
  const bench = prepare(samples);
  const goals = goalsOf(bench.machine);
  const found = await explore(bench, goals);
  const paths = needed(found.paths.values());
  const complaints = found.failures.map((failure) => failure.message);
  const met = new Set<Goal>();
  for (const path of paths) {
    try {
      const run = await replay(bench, path);
      for (const goal of goals) if (meets(run, goal)) met.add(goal);
      run.stop();
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      complaints.push(`${error.message} (found by the search, but not the same when replayed)`);
    }
  }
  for (const goal of goals.filter((each) => !met.has(each))) {
    const why = found.paths.has(goal)
      ? 'the search walked it, the replay did not: something hangs on chance'
      : reason(goal, found, bench);
    complaints.push(`${goal.kind} not walked: ${goal.name} (${why})`);
  }
  if (!found.exhausted && goals.length > met.size) {
    complaints.push(`the search stopped after ${found.tried} steps: raise limit, or bound the samples or serializeState`);
  }
  const count = (kind: Goal['kind']) => ({
    total: goals.filter((goal) => goal.kind === kind).length,
    covered: goals.filter((goal) => goal.kind === kind && met.has(goal)).length,
  });
  return {
    machine: bench.machine.id,
    states: count('state'),
    transitions: count('transition'),
    paths,
    complaints,
  };
}

/** Throws with each transition not walked and each state not entered, if there are any. */
export function assertWhole({ machine, complaints }: Coverage): void {
  if (complaints.length) throw new Error([`Machine "${machine}" is not walked whole:`, ...complaints].join('\n  - '));
}

/** Returns the coverage of all machines as a text table. */
export function coverageTable(coverages: readonly Coverage[]): string {
  const share = ({ covered, total }: { covered: number; total: number }): string =>
    `${covered}/${total} ${total === 0 ? 100 : Math.floor((100 * covered) / total)} %`;
  const sum = (kind: 'states' | 'transitions') => ({
    covered: coverages.reduce((all, each) => all + each[kind].covered, 0),
    total: coverages.reduce((all, each) => all + each[kind].total, 0),
  });
  const paths = coverages.reduce((all, each) => all + each.paths.length, 0);
  const rows = [
    ['machine', 'states', 'transitions', 'paths'],
    ...coverages.map((each) => [each.machine, share(each.states), share(each.transitions), String(each.paths.length)]),
    ['all', share(sum('states')), share(sum('transitions')), String(paths)],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return rows.map(line).join('\n');
}
