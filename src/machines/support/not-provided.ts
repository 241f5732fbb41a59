import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

/**
 * The error of a placeholder for a service that is provided later (CODE-4); placeholders complete and type
 * the machine.
 */
const complaint = 'Not provided';

/** The placeholder of a clock, which the composition root replaces. It throws. */
export function notProvidedClock(): number {
  throw new Error(complaint);
}

/** The placeholder of an action, which the composition root replaces. It throws. */
export function notProvidedAction<TParams>(): (args: unknown, params: TParams) => void {
  return () => {
    throw new Error(complaint);
  };
}

/** The placeholder of a promise actor, which the composition root replaces. It rejects. */
export function notProvided<TOutput, TInput = NoInput>(): PromiseActorLogic<TOutput, TInput> {
  return fromPromise<TOutput, TInput>(() => Promise.reject(new Error(complaint)));
}

/** The input of an actor that needs none. */
export type NoInput = NonReducibleUnknown;

/**
 * An actor with continuous communication: it receives TReceived and sends TSent to its parent. TSent is only
 * for the compiler; XState does not know it.
 */
export type CallbackLogic<
  TReceived extends EventObject = EventObject,
  TInput = NoInput,
  TSent extends EventObject = EventObject,
> = CallbackActorLogic<TReceived, TInput> & { readonly sent?: TSent };

/** The placeholder of a callback actor, which the composition root replaces. It throws. */
export function notProvidedCallback<
  TReceived extends EventObject = EventObject,
  TInput = NoInput,
  TSent extends EventObject = EventObject,
>(): CallbackLogic<TReceived, TInput, TSent> {
  return fromCallback<TReceived, TInput>(() => {
    throw new Error(complaint);
  });
}
