import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

/** Stands where a service will be provided (CODE-4), so that the machine's file is whole and types its actors. */
const complaint = 'Not provided';

/** The clock of an actor that a machine declares and the composition root provides anew with a real one. Unprovided, it throws. */
export function notProvidedClock(): number {
  throw new Error(complaint);
}

/** A promise actor that a machine declares and the composition root provides. Unprovided, it fails and says so. */
export function notProvided<TOutput, TInput = NonReducibleUnknown>(): PromiseActorLogic<TOutput, TInput> {
  return fromPromise<TOutput, TInput>(() => Promise.reject(new Error(complaint)));
}

/** The same for an actor that keeps talking: receives TEvent, may emit TEmitted, sends to its parent. Unprovided, it throws. */
export function notProvidedCallback<
  TEvent extends EventObject = EventObject,
  TInput = NonReducibleUnknown,
  TEmitted extends EventObject = EventObject,
>(): CallbackActorLogic<TEvent, TInput, TEmitted> {
  return fromCallback<TEvent, TInput, TEmitted>(() => {
    throw new Error(complaint);
  });
}
