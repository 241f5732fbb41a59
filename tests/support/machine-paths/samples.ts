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

/** One payload, several, or payloads computed from where the machine is (all without `type`). */
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

/** What the port of an actor says that it sends (`notProvidedCallback`); of any other nothing is known. */
type SentBy<TLogic> = TLogic extends { readonly sent?: infer TSent extends EventObject } ? TSent : EventObject;

/** Nothing but what the real actor may give: the outcomes of its port, and what that says that it sends. */
type ActorsOf<TActor extends ProvidedActor> = {
  [TEach in TActor as TEach['src']]:
    | Fake<OutputFrom<TEach['logic']>, SentBy<TEach['logic']>>
    | Fake<never, SentBy<TEach['logic']>>
    | AnyActorLogic;
};

/**
 * A way to begin with, such as ten failed attempts. Each word means the step whose label begins with it, as
 * paths are printed: `socket.connect`, `connection sends connection.closed #1`, `renameReceiver failed`,
 * `wait`.
 */
export interface Lead {
  /** Which of the inputs, by position (default 0). */
  input?: number;
  steps: readonly string[];
}

/** What a machine is walked with. */
export interface SamplesOf<TMachine extends AnyStateMachine> {
  /** The machine as the product exports it; `.provide` delays or guards here if they hang on chance. */
  machine: TMachine;
  /** Inputs to start it with, each walked; none means no input. */
  inputs?: readonly InputFrom<TMachine>[];
  /** A payload, or several, for every event type that it takes from outside. */
  events?: EventsOf<TMachine>;
  /** A fake (promise, child, callback) for every actor named in its setup, by that name. */
  actors?: ActorsOf<ActorOf<TMachine>>;
  /** Further singletons that it reaches by `system.get`; `journal` and the parent are always there. */
  systems?: readonly string[] | Readonly<Record<string, AnyActorLogic>>;
  /** What must hold after every step; throws when it does not. */
  invariant?: (at: { snapshot: SnapshotFrom<TMachine>; outside: Outside }) => void;
  /**
   * The facts that a step leaves in the journal (a real one, of the machine's own system), by the words of
   * the step, `start` for the beginning: their types in order, or a function of where the machine was before.
   * A step that is not named here leaves none.
   */
  records?: Readonly<Record<string, readonly string[] | ((before: SnapshotFrom<TMachine>) => readonly string[])>>;
  /** What makes two situations the same; the default is value, context, children and pending timers. */
  serializeState?: (snapshot: SnapshotFrom<TMachine>) => string;
  /** Ways to where the search would not get by itself. */
  leads?: readonly Lead[];
  /** How many steps the search may try before it gives up (default 5,000). */
  limit?: number;
}

/** Samples of any machine, as the helper reads them. */
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

/** Types a samples file by its machine: the events' payloads, the actors' names and their outputs. */
export function samples<TMachine extends AnyStateMachine>(given: SamplesOf<TMachine>): Samples {
  return given as unknown as Samples;
}
