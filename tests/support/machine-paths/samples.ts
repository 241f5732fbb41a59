import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
  OutputFrom,
  ProvidedActor,
  SnapshotFrom,
  StateMachine,
} from 'xstate';
import type { Fake } from './fakes.ts';
import type { Outside } from './harness.ts';

/** One payload, several, or a function of the machine's snapshot (all without `type`). */
export type EventSamples<TPayload, TSnapshot> = TPayload | readonly TPayload[] | ((snapshot: TSnapshot) => readonly TPayload[]);

type ActorOf<TMachine> =
  TMachine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer TActor,
    infer _Action,
    infer _Guard,
    infer _Delay,
    infer _StateValue,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema,
    infer _TransitionMeta
  >
    ? TActor
    : ProvidedActor;

type Payload<TEvent, TType> = TEvent extends { type: TType } ? Omit<TEvent, 'type'> : never;

type EventsOf<TMachine extends AnyStateMachine> = {
  [TType in EventFromLogic<TMachine>['type']]?: EventSamples<Payload<EventFromLogic<TMachine>, TType>, SnapshotFrom<TMachine>>;
};

/** What an actor's port declares that it sends (`notProvidedCallback`); for other actors anything. */
type SentBy<TLogic> = TLogic extends { readonly sent?: infer TSent extends EventObject } ? TSent : EventObject;

/** Allows only what the real actor may give: the outcomes of its port, and what it declares that it sends. */
type ActorsOf<TActor extends ProvidedActor> = {
  [TEach in TActor as TEach['src']]:
    | Fake<OutputFrom<TEach['logic']>, SentBy<TEach['logic']>>
    | Fake<never, SentBy<TEach['logic']>>
    | AnyActorLogic;
};

/**
 * A path to begin with, such as ten failed attempts. Each word means the step whose printed label begins with
 * it: `socket.connect`, `connection sends connection.closed #1`, `renameReceiver failed`, `wait`.
 */
export interface Lead {
  /** The position of its input (default 0). */
  input?: number;
  steps: readonly string[];
}

/** The samples to walk a machine with. */
export interface SamplesOf<TMachine extends AnyStateMachine> {
  /**
   * The machine as the product exports it. If its delays or guards depend on chance, `.provide` them here.
   */
  machine: TMachine;
  /** The inputs to start it with, each walked; without any it gets no input. */
  inputs?: readonly InputFrom<TMachine>[];
  /** One or more payloads for every event type that it receives from outside. */
  events?: EventsOf<TMachine>;
  /** A fake (promise, child, callback) for every actor in its setup, by name. */
  actors?: ActorsOf<ActorOf<TMachine>>;
  /** More singletons that it gets by `system.get`; `journal` and the parent always exist. */
  systems?: readonly string[] | Readonly<Record<string, AnyActorLogic>>;
  /** Checks what must be true after every step; throws if it is not. */
  invariant?: (at: { snapshot: SnapshotFrom<TMachine>; outside: Outside }) => void;
  /**
   * The facts that a step adds to the journal (a real one, of the machine's own system), by the step's label,
   * `start` for the beginning: their types in order, or a function of the snapshot before. A step not listed
   * adds none.
   */
  records?: Readonly<Record<string, readonly string[] | ((before: SnapshotFrom<TMachine>) => readonly string[])>>;
  /**
   * Returns a key that is the same for equal situations; by default of value, context, children and pending
   * timers.
   */
  serializeState?: (snapshot: SnapshotFrom<TMachine>) => string;
  /** Paths to where the search would not get by itself. */
  leads?: readonly Lead[];
  /** How many steps the search may try before it gives up (default 5,000). */
  limit?: number;
}

/** The samples of any machine, as the helper reads them. */
export interface Samples {
  machine: AnyStateMachine;
  inputs?: readonly unknown[];
  events?: Readonly<Record<string, EventSamples<object, AnyMachineSnapshot>>>;
  actors?: Readonly<Record<string, Fake | AnyActorLogic>>;
  systems?: readonly string[] | Readonly<Record<string, AnyActorLogic>>;
  invariant?: (at: { snapshot: AnyMachineSnapshot; outside: Outside }) => void;
  records?: Readonly<Record<string, readonly string[] | ((before: AnyMachineSnapshot) => readonly string[])>>;
  serializeState?: (snapshot: AnyMachineSnapshot) => string;
  leads?: readonly Lead[];
  limit?: number;
}

/** Types a samples file by its machine: the payloads of events, and the names and outputs of actors. */
export function samples<TMachine extends AnyStateMachine>(given: SamplesOf<TMachine>): Samples {
  return given as unknown as Samples;
}
