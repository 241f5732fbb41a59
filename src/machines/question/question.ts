import { type AnyActorRef, fromPromise } from 'xstate';
import type { SocketDelivery } from '../socket/socket-events.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import { noOccasions, type Occasion, type QuestionMachine, questionMachine } from './question-machine.ts';

type AskedBy<Request> = { input: Request; signal: AbortSignal; system: AnyActorRef['system'] };

/** Returns a question's machine with its call and its occasions. */
export function question<Request extends object>(
  ask: (asked: AskedBy<Request>) => Promise<unknown>,
  occasions: CallbackLogic<SocketDelivery, object, Occasion> = noOccasions,
): QuestionMachine {
  return questionMachine.provide({
    actors: { ask: fromPromise(({ input, ...asked }) => ask({ ...asked, input: input as Request })), occasions },
  });
}
