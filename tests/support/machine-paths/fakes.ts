import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';

/** What a fake service may do next, as the search's steps name it. */
export type Act = 'outputs' | 'errors' | 'sends' | 'snapshots';

/** What a fake's values may hang on: the input the actor was started with, and where its parent is. */
export interface At {
  input: unknown;
  parent: AnyMachineSnapshot;
}

/** Values a fake gives: a list, or a function giving one. */
export type Given<T> = readonly T[] | ((at: At) => readonly T[]);

/** A stand-in for one actor source: real XState logic, whose outcomes the walk decides. */
export interface Fake<TOutput = unknown, TSent extends EventObject = EventObject> {
  readonly isFake: true;
  readonly logic: AnyActorLogic;
  /** The values this running actor may give for an act. */
  given(actor: AnyActorRef, act: Act, parent: AnyMachineSnapshot): readonly unknown[];
  /** Makes the actor do it, and returns when its parent has heard of it. */
  perform(actor: AnyActorRef, act: Act, value: unknown): Promise<void>;
  /** Carries the type only: what the actor's output must be. */
  readonly outputs?: TOutput;
  /** The same for what it sends to its parent. */
  readonly sent?: TSent;
  /** What its parent hears before the outcome, by other ways that it sets off itself. */
  announcedBy(act: Act, value: unknown): readonly EventObject[];
}

/**
 * The events that the real actor's own doing sends to its parent before an outcome of it is heard, where
 * there are such.
 */
export interface Announcements {
  outputs?: readonly EventObject[];
  /** By the failure; the same objects as in `errors`. */
  errors?: ReadonlyMap<unknown, readonly EventObject[]>;
}

/** The failure a fake answers with when the samples name none. */
const networkFailure = { kind: 'network' } as const;

const acts: readonly Act[] = ['outputs', 'errors', 'sends', 'snapshots'];
const settleTurns = 100;

function values<T>(given: Given<T> | undefined, at: At): readonly T[] {
  return typeof given === 'function' ? given(at) : (given ?? []);
}

/** What an actor was given to begin with, also where a pure transition has made it and nobody starts it. */
function inputOf(actor: AnyActorRef): unknown {
  return (actor.getSnapshot() as { input?: unknown }).input;
}

/**
 * A fake service that answers once (fromPromise). Each output and each error becomes a step. `errors`
 * defaults to a lost network; pass [] for a promise that never fails. `announces` says what the machine hears
 * first: an outcome that comes too late then, because the machine has gone on, is one that no real actor can
 * cause.
 */
export function promise<TOutput>(given: {
  outputs: Given<TOutput>;
  errors?: Given<unknown>;
  announces?: Announcements;
}): Fake<TOutput, never> {
  const running = new WeakMap<AnyActorRef, PromiseWithResolvers<unknown>>();
  return {
    isFake: true,
    announcedBy(act, value) {
      if (act === 'errors') return given.announces?.errors?.get(value) ?? [];
      return act === 'outputs' ? (given.announces?.outputs ?? []) : [];
    },
    logic: fromPromise<unknown, unknown>(({ self }) => {
      const answer = Promise.withResolvers<unknown>();
      running.set(self, answer);
      return answer.promise;
    }),
    given(actor, act, parent) {
      const at = { input: inputOf(actor), parent };
      if (act === 'outputs') return values(given.outputs, at);
      return act === 'errors' ? values(given.errors ?? [networkFailure], at) : [];
    },
    async perform(actor, act, value) {
      const answer = running.get(actor);
      if (!answer) throw new Error(`The promise actor "${actor.id}" is not one of this fake's.`);
      for (const event of this.announcedBy(act, value)) actor._parent?.send(event);
      if (act === 'errors') answer.reject(value);
      else answer.resolve(value);
      for (let turn = 0; actor.getSnapshot().status === 'active'; turn++) {
        if (turn === settleTurns) throw new Error(`The promise actor "${actor.id}" was answered but never settled.`);
        await Promise.resolve();
      }
    },
  };
}

/** What a fake child that keeps running may do. */
export interface ChildGiven<TOutput, TSent extends EventObject> {
  /** Events it sends to its parent. */
  sends?: Given<TSent>;
  /** Failures that end it. */
  errors?: Given<unknown>;
  /** Outputs that end it (machines and other actors that finish). */
  outputs?: Given<TOutput>;
  /** Snapshots it passes through, for an invoke with onSnapshot. */
  snapshots?: Given<object>;
}

interface Directed extends EventObject {
  type: 'fake.direct';
  act: Act;
  value: unknown;
}

function isDirected(event: EventObject): event is Directed {
  return event.type === 'fake.direct';
}

/**
 * A fake for whatever keeps running: a child machine, a socket, a subscription. It sends, fails or finishes
 * when told.
 */
export function child<TOutput = unknown, const TSent extends EventObject = AnyEventObject>(
  given: ChildGiven<TOutput, TSent> = {},
): Fake<TOutput, TSent> {
  const running = new WeakMap<AnyActorRef, (event: EventObject) => void>();
  const base = fromCallback<EventObject, unknown>(({ self, sendBack }) => {
    running.set(self, sendBack);
  });
  const logic: AnyActorLogic = {
    ...base,
    transition(snapshot, event: EventObject, scope) {
      if (!isDirected(event)) return base.transition(snapshot, event, scope);
      if (event.act === 'outputs') return { ...snapshot, status: 'done', output: event.value };
      if (event.act === 'errors') return { ...snapshot, status: 'error', error: event.value };
      return { ...snapshot, ...(event.value as object) };
    },
  };
  return {
    isFake: true,
    logic,
    announcedBy: () => [],
    given: (actor, act, parent) => values<unknown>(given[act], { input: inputOf(actor), parent }),
    perform(actor, act, value) {
      if (act === 'sends') running.get(actor)?.(value as EventObject);
      else actor.send({ type: 'fake.direct', act, value });
      return Promise.resolve();
    },
  };
}

/**
 * The real actor itself, at work among the fakes: what it does is its own, and only that it fails is decided
 * by the walk, since any actor may.
 */
export function actual(logic: AnyActorLogic, given: { errors: Given<unknown> }): Fake<never, never> {
  return {
    isFake: true,
    logic: {
      ...logic,
      transition(snapshot, event: EventObject, scope) {
        if (!isDirected(event)) return logic.transition(snapshot, event, scope);
        return { ...snapshot, status: 'error', error: event.value };
      },
    },
    announcedBy: () => [],
    given: (actor, act, parent) => (act === 'errors' ? values(given.errors, { input: inputOf(actor), parent }) : []),
    perform(actor, act, value) {
      actor.send({ type: 'fake.direct', act, value });
      return Promise.resolve();
    },
  };
}

/** A fake for a callback actor: a child that sends to its parent, or fails. */
export function callback<const TSent extends EventObject = never>(
  given: { sends?: Given<TSent>; errors?: Given<unknown> } = {},
): Fake<never, TSent> {
  return child<never, TSent>(given);
}

/** Every act there is, in the order in which a walk tries them. */
export const allActs = acts;
