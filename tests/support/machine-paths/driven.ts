import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths, type TraversalOptions } from '@xstate/graph';
import type { ActorLogic, AnyMachineSnapshot, AnyTransitionDefinition, EventObject } from 'xstate';
import { meantBy } from './explore.ts';
import { transitionName } from './goals.ts';
import { type Bench, prepare, type Run, start } from './harness.ts';
import type { Samples } from './samples.ts';
import { serialize } from './situation.ts';
import { type Happening, happeningsAt, type Path, PathError, pathText, replay, type Step } from './steps.ts';

/** One step of a path, with the event that the machine receives, and its snapshot afterwards. */
export interface Moment extends Happening {
  snapshot: AnyMachineSnapshot;
}

/**
 * A path that can be driven elsewhere, for example through the real page: its steps with the machine's
 * snapshots.
 */
export interface DrivenPath extends Path {
  moments: readonly Moment[];
  /** The transitions that a real actor takes on it. */
  taken: ReadonlySet<AnyTransitionDefinition>;
}

/** `end` is the situation at its end, in words. */
type Route = Pick<DrivenPath, 'moments' | 'taken'> & { end: string };

/** Returns what may happen next, including the next timer if timers are driven. */
type Nexts = (snapshot: AnyMachineSnapshot) => Happening[];

/**
 * Returns the running timer as the event it will send. Of several, the shortest is assumed to be first, which
 * a real actor confirms later.
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

/** The most situations of a machine. One that grows without end is rejected instead of explored. */
const limit = 20_000;

/**
 * Returns the machine as pure logic, as @xstate/graph explores it: it computes the effect of an event, and
 * nothing runs. The machine may still ask for its parent and the singletons of its system, so it gets those
 * of a run on a real actor.
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
    /** Returns the snapshot after an event, and the transitions taken. */
    step(snapshot: AnyMachineSnapshot, event: EventObject) {
      run.walked.clear();
      return { snapshot: transition(snapshot, event), taken: new Set(run.walked) };
    },
  };
}

type Pure = ReturnType<typeof pureLogic>;

/** Returns the function whose result distinguishes the machine's situations. */
function keyOf({ samples }: Bench): (snapshot: AnyMachineSnapshot) => string {
  return samples.serializeState ?? serialize;
}

/**
 * Returns the route on which these events follow each other, each chosen at the snapshot after the previous
 * one.
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

/** Returns the routes of the samples' leads with this input. */
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

/** Returns the shortest route over every edge of the graph, shortest first. */
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

/** Walks a route on a real actor too. Rejects if its end or its transitions differ from the graph's. */
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
 * Returns the paths of a machine that others can drive: for each input first the leads of its samples, then
 * the shortest paths found by @xstate/graph, until every transition that needs no timer is taken.
 * `wholeLeads` walks leads to their end, as stories, even if a shorter path takes all their transitions.
 * `timers` includes transitions by timers. Rejects if a real actor goes another way.
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
