import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths, type TraversalOptions } from '@xstate/graph';
import type { ActorLogic, AnyMachineSnapshot, AnyTransitionDefinition, EventObject } from 'xstate';
import { meantBy } from './explore.ts';
import { transitionName } from './goals.ts';
import { type Bench, prepare, type Run, start } from './harness.ts';
import type { Samples } from './samples.ts';
import { serialize } from './situation.ts';
import { type Happening, happeningsAt, type Path, PathError, pathText, replay, type Step } from './steps.ts';

/** One step of a path with the event that the machine hears, and where the machine is afterwards. */
export interface Moment extends Happening {
  snapshot: AnyMachineSnapshot;
}

/**
 * A path that can be driven elsewhere, such as through the real page: its steps, each with where the machine
 * then is.
 */
export interface DrivenPath extends Path {
  moments: readonly Moment[];
  /** The transitions that a real actor takes on it. */
  taken: ReadonlySet<AnyTransitionDefinition>;
}

/** `end` is the situation that it leads to, in words. */
type Route = Pick<DrivenPath, 'moments' | 'taken'> & { end: string };

/** What may happen next, with the next timer where those of a machine are driven too. */
type Nexts = (snapshot: AnyMachineSnapshot) => Happening[];

/**
 * The timer that runs where a machine is, as the event that it then hears. Of several the shortest is taken
 * for the first: a real actor is asked later whether that is so.
 */
function timerAt({ machine, samples }: Bench, snapshot: AnyMachineSnapshot): Happening[] {
  if (snapshot.status !== 'active') return [];
  const due = snapshot._nodes.flatMap(({ after }) =>
    after.map(({ eventType: type, delay }) => {
      const ms: unknown = typeof delay === 'number' ? delay : machine.implementations.delays[String(delay)];
      if (typeof ms !== 'number') throw new Error(`Machine "${samples.machine.id}": how long '${type}' takes is not a number`);
      return { type, ms };
    }),
  );
  const first = due.toSorted((one, other) => one.ms - other.ms)[0];
  if (first === undefined) return [];
  return [{ event: { type: first.type }, step: { kind: 'time', label: `wait ${first.ms} ms` } }];
}

/**
 * How many situations a machine may have, so that one that grows without end is refused and not waited for.
 */
const limit = 20_000;

/**
 * The machine as pure logic, as @xstate/graph explores it: it is asked what would come of an event, and
 * nothing runs. A machine asks for its parent and the singletons of its system also then: those of a run on a
 * real actor stand for them.
 */
function pureLogic(run: Run) {
  const { machine } = run.bench;
  const nothing = (): void => {};
  const scope = {
    self: run.subject,
    system: run.subject.system,
    id: run.subject.id,
    sessionId: run.subject.sessionId,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  };
  const transition = (snapshot: AnyMachineSnapshot, event: EventObject): AnyMachineSnapshot =>
    machine.transition(snapshot, event, scope) as AnyMachineSnapshot;
  const beginning = run.snapshot();
  const logic: ActorLogic<AnyMachineSnapshot, EventObject> = {
    transition,
    getInitialSnapshot: () => beginning,
    getPersistedSnapshot: (snapshot) => snapshot,
  };
  return {
    logic,
    beginning,
    /** Where an event leads, and by which transitions. */
    step(snapshot: AnyMachineSnapshot, event: EventObject) {
      run.walked.clear();
      return { snapshot: transition(snapshot, event), taken: new Set(run.walked) };
    },
  };
}

type Pure = ReturnType<typeof pureLogic>;

/** What tells the situations of a machine apart. */
function keyOf({ samples }: Bench): (snapshot: AnyMachineSnapshot) => string {
  return samples.serializeState ?? serialize;
}

/**
 * Where a way leads on which these events come one after the other, each chosen where the one before has led.
 */
function follow(bench: Bench, pure: Pure, choices: readonly ((snapshot: AnyMachineSnapshot) => Happening)[]): Route {
  const moments: Moment[] = [];
  const taken = new Set<AnyTransitionDefinition>();
  let snapshot = pure.beginning;
  for (const choose of choices) {
    const happening = choose(snapshot);
    const next = pure.step(snapshot, happening.event);
    for (const transition of next.taken) taken.add(transition);
    snapshot = next.snapshot;
    moments.push({ ...happening, snapshot });
  }
  return { moments, taken, end: keyOf(bench)(snapshot) };
}

/** The ways of the samples' leads that begin with this input. */
function leadRoutes(bench: Bench, input: number, pure: Pure, nexts: Nexts): Route[] {
  const leads = (bench.samples.leads ?? []).filter((lead) => (lead.input ?? 0) === input);
  return leads.map(({ steps }) =>
    follow(
      bench,
      pure,
      steps.map((word) => (snapshot) => {
        const happenings = nexts(snapshot);
        const step = meantBy(
          word,
          happenings.map((each) => each.step),
          { input, steps: [] },
          bench,
        );
        return happenings.find((each) => each.step === step)!;
      }),
    ),
  );
}

/** The shortest way to every edge of the graph, and over it; the shorter first. */
function shortestRoutes(bench: Bench, pure: Pure, nexts: Nexts): Route[] {
  const steps = new WeakMap<EventObject, Step>();
  const key = keyOf(bench);
  const options: TraversalOptions<AnyMachineSnapshot, EventObject, unknown> = {
    fromState: pure.beginning,
    limit,
    events(snapshot) {
      const happenings = nexts(snapshot);
      for (const { event, step } of happenings) steps.set(event, step);
      return happenings.map(({ event }) => event);
    },
    serializeState: (snapshot) => key(snapshot),
    serializeEvent: (event) => JSON.stringify(event),
  };
  const ways = new Map(getShortestPaths(pure.logic, options).map((path) => [key(path.state), path.steps.slice(1)]));
  const edges = adjacencyMapToArray(getAdjacencyMap(pure.logic, options));
  const routes = edges.map(({ state, event }) => {
    const events = [...(ways.get(key(state)) ?? []).map((step) => step.event), event];
    return follow(
      bench,
      pure,
      events.map((each) => () => ({ event: each, step: steps.get(each)! })),
    );
  });
  return routes.toSorted((one, other) => one.moments.length - other.moments.length);
}

/**
 * Walks a way on a real actor too. Rejects where that comes elsewhere than the graph says, or not by the same
 * transitions.
 */
async function confirmed(bench: Bench, input: number, { moments, taken, end }: Route): Promise<DrivenPath> {
  const path: Path = { input, steps: moments.map(({ step }) => step) };
  const run = await replay(bench, path);
  const walked = new Set(run.walked);
  const real = keyOf(bench)(run.snapshot());
  run.stop();
  if (real !== end) throw new PathError(bench, path, new Error(`a real actor comes to ${real}, the graph to ${end}`));
  const missed = [...taken].find((transition) => !walked.has(transition));
  if (missed) throw new PathError(bench, path, new Error(`a real actor does not take ${transitionName(missed)}, the graph does`));
  return { ...path, moments, taken: walked };
}

/**
 * The paths of a machine that others can drive: for each input the shortest by which every transition is
 * taken that needs no timer, as @xstate/graph finds them, after the leads of its samples. `wholeLeads`: the
 * leads are stories, and walked to their end also where a shorter path takes all that is new in them.
 * `timers`: those that need one, too. Rejects where a real actor does not go the same way.
 */
export async function drivenPaths(samples: Samples, { wholeLeads = false, timers = false } = {}): Promise<DrivenPath[]> {
  const bench = prepare(samples);
  const nexts: Nexts = (snapshot) => [...happeningsAt(bench, snapshot), ...(timers ? timerAt(bench, snapshot) : [])];
  const found: DrivenPath[] = [];
  for (let input = 0; input < (samples.inputs?.length ?? 1); input++) {
    const run = start(bench, samples.inputs?.[input]);
    const routes: Route[] = [];
    const met = new Set<AnyTransitionDefinition>();
    try {
      const pure = pureLogic(run);
      const leads = leadRoutes(bench, input, pure, nexts);
      const isNew = ({ taken }: Route): boolean => [...taken].some((transition) => !met.has(transition));
      for (const route of [...leads, ...shortestRoutes(bench, pure, nexts)]) {
        if (!isNew(route) && !(wholeLeads && leads.includes(route))) continue;
        for (const transition of route.taken) met.add(transition);
        routes.push(route);
      }
    } finally {
      run.stop();
    }
    for (const route of routes) found.push(await confirmed(bench, input, route));
  }
  return found.filter((path) => !found.some((other) => other !== path && pathText(other).startsWith(`${pathText(path)} → `)));
}
