import {
  type Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  createMachine,
  type EventObject,
  fromCallback,
  type InspectionEvent,
} from 'xstate';
import type { Fake } from './fakes.ts';
import { stateNodes } from './goals.ts';
import { pinChanceAndTime } from './pinned.ts';
import type { Samples } from './samples.ts';
import { StepClock } from './step-clock.ts';

/** What the machine sent: to its parent, to listeners of its emits, and to each singleton. */
export interface Outside {
  parent: EventObject[];
  emitted: EventObject[];
  systems: Record<string, EventObject[]>;
}

/**
 * The machine under test with its fakes, made once for all its walks so that its transitions keep their
 * identity.
 */
export interface Bench {
  samples: Samples;
  machine: AnyStateMachine;
  fakes: ReadonlyMap<string, Fake>;
}

/** One run of the machine among fakes, on its own clock. */
export interface Run {
  bench: Bench;
  clock: StepClock;
  subject: Actor<AnyStateMachine>;
  snapshot(): AnyMachineSnapshot;
  outside: Outside;
  /** Transitions taken since the start. */
  walked: Set<AnyTransitionDefinition>;
  /** State nodes that were active at some microstep. */
  entered: Set<AnyMachineSnapshot['_nodes'][number]>;
  stop(): void;
}

function isFake(actor: Fake | AnyActorLogic): actor is Fake {
  return 'isFake' in actor;
}

/** Inserts the fakes. Throws if an actor of the machine's setup has none, or a fake has no actor. */
export function prepare(samples: Samples): Bench {
  const given = samples.actors ?? {};
  const { machine } = samples;
  const declared = Object.keys(machine.implementations.actors);
  const missing = declared.filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !declared.includes(name));
  if (missing.length) throw new Error(`Machine "${machine.id}": the samples give no fake for actor ${missing.join(', ')}.`);
  if (unknown.length)
    throw new Error(`Machine "${machine.id}" has no actor named ${unknown.join(', ')}, but the samples fake it.`);
  const fakes = new Map(Object.entries(given).flatMap(([name, actor]) => (isFake(actor) ? [[name, actor] as const] : [])));
  const actors = Object.fromEntries(Object.entries(given).map(([name, actor]) => [name, isFake(actor) ? actor.logic : actor]));
  return { samples, machine: machine.provide({ actors }), fakes };
}

function singletons({ samples, machine }: Bench, heard: Outside['systems']): [string, AnyActorLogic][] {
  const { systems = [] } = samples;
  const recorder = (name: string): AnyActorLogic =>
    fromCallback<EventObject>(({ receive }) => {
      receive((event) => heard[name]?.push(event));
    });
  const named: Record<string, AnyActorLogic> = { journal: recorder('journal') };
  if (Array.isArray(systems)) for (const name of systems) named[name] = recorder(name);
  else Object.assign(named, systems);
  for (const name of Object.keys(named)) heard[name] = [];
  // A name can be used once per system, and some machines start a singleton themselves.
  const own = new Set(stateNodes(machine.root).flatMap(({ invoke }) => invoke.map(({ systemId }) => systemId)));
  return Object.entries(named).filter(([name]) => !own.has(name));
}

/**
 * Starts the machine under a parent that records what it sends, beside the singletons it may ask for. Until
 * the run stops, it controls chance and time, so stop one run before you start the next.
 */
export function start(bench: Bench, input: unknown): Run {
  const clock = new StepClock();
  const unpin = pinChanceAndTime(clock);
  const outside: Outside = { parent: [], emitted: [], systems: {} };
  const walked: Run['walked'] = new Set();
  const entered: Run['entered'] = new Set();
  const subjects: Actor<AnyStateMachine>[] = [];

  const inspect = (event: InspectionEvent): void => {
    const actor = event.actorRef as Actor<AnyStateMachine>;
    if (actor.logic !== bench.machine) return;
    if (event.type === '@xstate.actor') {
      subjects.push(actor);
      actor.on('*', (emitted) => outside.emitted.push(emitted));
    }
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    for (const transition of event.type === '@xstate.microstep' ? event._transitions : []) {
      walked.add(transition);
      // A state left by an eventless transition within the first step is in no snapshot.
      entered.add(transition.source);
    }
    // A machine that failed while starting has no nodes.
    for (const node of (event.snapshot as Partial<AnyMachineSnapshot>)._nodes ?? []) entered.add(node);
  };

  const harness = createMachine({
    invoke: [
      ...singletons(bench, outside.systems).map(([systemId, src]) => ({ id: systemId, systemId, src })),
      { id: 'subject', src: bench.machine, input, onDone: {}, onError: {} },
    ],
    on: { '*': { actions: ({ event }) => outside.parent.push(event) } },
  });
  const root = createActor(harness, { clock, inspect });
  root.subscribe({ error: () => {} });
  root.start();
  const stop = (): void => {
    root.stop();
    unpin();
  };
  const [subject] = subjects;
  if (!subject) stop();
  if (!subject) throw new Error(`Machine "${bench.machine.id}" could not be started.`);
  return { bench, clock, subject, snapshot: () => subject.getSnapshot(), outside, walked, entered, stop };
}

/** Returns the machine's running children that the samples fake, in the order they were started. */
export function fakedChildren(bench: Bench, snapshot: AnyMachineSnapshot): { actor: AnyActorRef; fake: Fake }[] {
  return Object.values(snapshot.children as Record<string, AnyActorRef | undefined>).flatMap((actor) => {
    if (!actor || actor.getSnapshot().status !== 'active') return [];
    const fake = typeof actor.src === 'string' ? bench.fakes.get(actor.src) : undefined;
    return fake ? [{ actor, fake }] : [];
  });
}
