import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';

/** What a fake service may do next, by the name in the search's steps. */
export type Act = 'outputs' | 'errors' | 'sends' | 'snapshots';

/** What a fake's values may depend on: the actor's input, and the snapshot of its parent. */
export interface At {
  input: unknown;
  parent: AnyMachineSnapshot;
}

/** The values of a fake: a list, or a function that returns one. */
export type Given<T> = readonly T[] | ((at: At) => readonly T[]);

/** A fake of one actor source: real XState logic whose outcomes the walk decides. */
export interface Fake<TOutput = unknown, TSent extends EventObject = EventObject> {
  readonly isFake: true;
  readonly logic: AnyActorLogic;
  /** Returns the values that this running actor may use for an act. */
  given(actor: AnyActorRef, act: Act, parent: AnyMachineSnapshot): readonly unknown[];
  /** Makes the actor do it; resolves when its parent has received it. */
  perform(actor: AnyActorRef, act: Act, value: unknown): Promise<void>;
  /** Only for the type: the actor's output. */
  readonly outputs?: TOutput;
  /** Only for the type: what it sends to its parent. */
  readonly sent?: TSent;
  /** Returns what its parent receives before the outcome, as a side effect. */
  announcedBy(act: Act, value: unknown): readonly EventObject[];
}

/** Events that the real actor causes its parent to receive before an outcome. */
export interface Announcements {
  outputs?: readonly EventObject[];
  /** By failure; the same objects as in `errors`. */
  errors?: ReadonlyMap<unknown, readonly EventObject[]>;
}

/** The failure of a fake if the samples name none. */
const networkFailure = { kind: 'network' } as const;

const acts: readonly Act[] = ['outputs', 'errors', 'sends', 'snapshots'];
const settleTurns = 100;

function values<T>(given: Given<T> | undefined, at: At): readonly T[] {
  return typeof given === 'function' ? given(at) : (given ?? []);
}

/** Returns the input of an actor, even if a pure transition made it and it is never started. */
function inputOf(actor: AnyActorRef): unknown {
  return (actor.getSnapshot() as { input?: unknown }).input;
}

/**
 * Returns a fake service that answers once (fromPromise). Each output and each error becomes a step. `errors`
 * defaults to a lost network; pass [] for a promise that never fails. `announces` lists what the machine
 * receives first. If the machine has gone on by that, no real actor could cause the outcome.
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

/** What a fake child may do while it runs. */
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
 * Returns a fake for anything that keeps running: a child machine, a socket, a subscription. It sends, fails
 * or finishes as the walk decides.
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

/** Returns the real actor for use among fakes. The walk decides only that it fails, because any actor may. */
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

/** Returns a fake for a callback actor: a child that sends to its parent, or fails. */
export function callback<const TSent extends EventObject = never>(
  given: { sends?: Given<TSent>; errors?: Given<unknown> } = {},
): Fake<never, TSent> {
  return child<never, TSent>(given);
}

/** All acts, in the order in which a walk tries them. */
export const allActs = acts;
