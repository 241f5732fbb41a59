import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

/**
 * Stands where a service will be provided (CODE-4), so that the machine's file is whole and types its actors.
 */
const complaint = 'Not provided';

/**
 * The clock of an actor that a machine declares and the composition root provides again with a real one.
 * Unprovided, it throws.
 */
export function notProvidedClock(): number {
  throw new Error(complaint);
}

/** An action that a machine declares and the composition root provides. Unprovided, it throws. */
export function notProvidedAction<TParams>(): (args: unknown, params: TParams) => void {
  return () => {
    throw new Error(complaint);
  };
}

/**
 * A promise actor that a machine declares and the composition root provides. Unprovided, it fails and says
 * so.
 */
export function notProvided<TOutput, TInput = NoInput>(): PromiseActorLogic<TOutput, TInput> {
  return fromPromise<TOutput, TInput>(() => Promise.reject(new Error(complaint)));
}

/** Of an actor that is given nothing to begin with. */
export type NoInput = NonReducibleUnknown;

/**
 * An actor that keeps talking: it receives TReceived and sends TSent to its parent (a type only: XState does
 * not know of it).
 */
export type CallbackLogic<
  TReceived extends EventObject = EventObject,
  TInput = NoInput,
  TSent extends EventObject = EventObject,
> = CallbackActorLogic<TReceived, TInput> & { readonly sent?: TSent };

/** The same for an actor that keeps talking. Unprovided, it throws. */
export function notProvidedCallback<
  TReceived extends EventObject = EventObject,
  TInput = NoInput,
  TSent extends EventObject = EventObject,
>(): CallbackLogic<TReceived, TInput, TSent> {
  return fromCallback<TReceived, TInput>(() => {
    throw new Error(complaint);
  });
}
