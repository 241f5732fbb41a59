import type { AnyActorRef } from 'xstate';
import type { OperationsRef } from './operations-machine.ts';
import { actorIn } from '../support/actor-in.ts';

/** The systemId of the one operations actor of a host session. */
export const operationsId = 'operations';

/** The operations of the session an actor belongs to. Throws where there are none: no edit may be lost. */
export function operationsIn(system: AnyActorRef['system']): OperationsRef {
  return actorIn(system, operationsId);
}
